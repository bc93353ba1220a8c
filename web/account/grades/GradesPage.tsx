import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  gradeRanges,
  SAMPLE_MIN,
  grades,
  type RangeGrade,
  suggestMerchants,
  type Place,
} from '#contract/grades/grades.ts'
import { openCard } from '#contract/cards/cards.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { LoadFailed } from '#web/parts/LoadFailed.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { useListState, type Filters } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Bar, Grid, Muted, Row, Stack, TwoLines } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
import { countryName, countryOptions } from '../countries.ts'
import { showRate } from '../cards/cardTones.ts'
import { paths } from '../paths.ts'
import { say, useText } from './text.ts'
import css from './Grades.module.css'

const filters = (): Filter[] => [
  { kind: 'text', name: 'merchantName', label: say('grades.merchant'), placeholder: say('grades.merchantHint') },
  { kind: 'choice', name: 'country', label: say('grades.country'), options: countryOptions() },
]
const names = ['merchantName', 'country', 'mcc']
const keyOf = (one: Place) => `${one.name} ${one.mcc} ${one.country}`

/** Which segment works at a merchant, based on past attempts; says so if there were too few. */
export default function GradesPage() {
  const t = useText()
  const list = useListState(names)
  const { merchantName = '', country, mcc } = list.filters
  const asks = merchantName.trim().length >= 2
  const input = { merchantName, ...(country && { country }), ...(mcc && { mcc }) }
  const query = useAsk(gradeRanges, input, { enabled: asks, keep: true })
  const found = asks ? query.data : undefined
  const graded = found?.list.some(({ grade }) => grade !== 'NA')
  const { merchant } = found ?? {}
  const known = merchant !== undefined && merchant.country !== ''
  const [draft, setDraft] = useState<Filters>({})
  const typed = draft.merchantName ?? ''
  const typing = typed !== merchantName
  const pick = (one: Place) => list.setFilters({ merchantName: one.name, country: one.country, mcc: one.mcc })

  return (
    <PageFrame>
      <FilterPanel filters={filters()} list={list} onType={setDraft} />
      {(!asks || typing) && <MerchantPicks words={typed} country={draft.country} onPick={pick} />}
      {asks && query.isPending && <Skeleton height={420} radius={12} />}
      {asks && query.isError && !found && (
        <Panel>
          <LoadFailed query={query} />
        </Panel>
      )}
      {found && merchant && (
        <Panel
          flush
          title={
            <Row as="span" align="baseline" gap={3}>
              {merchant.name}
              {known && (
                <Muted>
                  {[merchant.category || merchant.mcc, countryName(merchant.country)].filter(Boolean).join(' · ')}
                </Muted>
              )}
            </Row>
          }
          extra={
            <Muted>
              {found.updateTime === null
                ? t('grades.never')
                : t('grades.updated', { time: showTime(found.updateTime) })}
            </Muted>
          }
        >
          {found.matches.length > 1 && (
            <Bar className={css.foot}>
              <Muted>{t('grades.others')}</Muted>
              {found.matches.slice(1).map((one) => (
                <Button key={keyOf(one)} size="s" guardMs={0} onClick={() => pick(one)}>
                  {one.name} · {countryName(one.country)}
                </Button>
              ))}
            </Bar>
          )}
          {!graded && (
            <div className={css.honest} role="status">
              <Note tone="warn">
                <b>{known ? t('grades.few') : t('grades.unknown')}</b>{' '}
                {known ? t('grades.fewText', { count: SAMPLE_MIN }) : t('grades.unknownText', { name: merchant.name })}
              </Note>
            </div>
          )}
          <ol aria-label={t('grades.list')} aria-busy={query.isPlaceholderData}>
            {found.list.map((row) => (
              <GradeRow key={row.vid} row={row} />
            ))}
          </ol>
          <Bar edge="top" className={css.foot}>
            <Muted as="p">{t('grades.how')}</Muted>
          </Bar>
        </Panel>
      )}
    </PageFrame>
  )
}

/** One segment: its grade, with the number of attempts behind each rate. */
function GradeRow({ row }: { row: RangeGrade }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(openCard)
  const words = grades[row.grade][langNow()]
  return (
    <li className={css.row} data-grade={row.grade} aria-label={`${row.network} ${row.name}`}>
      <Tip className={css.grade} role="img" aria-label={words} text={words}>
        {row.grade === 'NA' ? '–' : row.grade}
      </Tip>
      <span className={css.segment}>
        <Row as="span">
          <NetworkMark network={row.network} height={12} />
          <b>{row.name}</b>
          {row.recommend === 1 && <Tag tone="ok">{t('grades.recommend')}</Tag>}
        </Row>
        <small>{[row.threeDs ? t('grades.supports') : t('grades.lacks'), row.note].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.figure}>
        <small>{t('grades.rate')}</small>
        <Share bps={row.successRateBps} />
        {row.successRateBps !== null && (
          <i className={css.bar} style={{ ['--share' as string]: row.successRateBps / 10_000 }} />
        )}
      </span>
      <span className={css.figure}>
        <small>{t('grades.sample')}</small>
        <b>{t('grades.sampleOf', { count: row.sample })}</b>
        <small>{t('grades.last30', { count: row.last30 })}</small>
      </span>
      <span className={css.figure}>
        <small>{t('grades.challenges')}</small>
        <Share bps={row.threeDsShareBps} />
      </span>
      {may.shown && (
        <Button
          size="s"
          icon="open"
          look={row.recommend ? 'primary' : 'plain'}
          disabled={row.available ? may.reason : t('grades.soldOut')}
          onClick={() => void navigate(`${paths.cardOpen}?vid=${row.vid}`)}
        >
          {t('grades.open')}
        </Button>
      )}
    </li>
  )
}

const Share = ({ bps }: { bps: number | null }) => (bps === null ? <Muted>–</Muted> : <b>{showRate(bps)}</b>)

/** Known merchants: suggestions for the typed words, and the most used ones before anything is typed. */
function MerchantPicks({
  words,
  country,
  onPick,
}: {
  words: string
  country: string | undefined
  onPick: (place: Place) => void
}) {
  const t = useText()
  const settled = useSettled(words.trim(), 250)
  const input = { ...(settled && { words: settled }), ...(country && { country }) }
  const { data, isError } = useAsk(suggestMerchants, input, { quiet: true, keep: true })
  const title = settled ? t('grades.suggested') : t('grades.mostUsed')
  if (!data) return isError ? null : <Skeleton height={180} radius={12} />
  if (data.length === 0)
    return (
      <Panel>
        <Empty icon="scene" title={settled ? t('grades.noPick') : t('grades.ask')} text={t('grades.askText')} />
      </Panel>
    )
  return (
    <Panel title={title}>
      <Stack gap={4}>
        {!settled && <p>{t('grades.askText')}</p>}
        <Grid as="ul" gap={3} min={240} aria-label={title}>
          {data.map((one) => (
            <li key={keyOf(one)}>
              <button type="button" className={css.pick} onClick={() => onPick(one)}>
                <TwoLines
                  below={[
                    one.category || one.mcc,
                    countryName(one.country),
                    t('grades.sampleOf', { count: one.sample }),
                  ].join(' · ')}
                >
                  <b>{one.name}</b>
                </TwoLines>
              </button>
            </li>
          ))}
        </Grid>
      </Stack>
    </Panel>
  )
}
