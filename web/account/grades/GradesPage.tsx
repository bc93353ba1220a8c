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
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { useListState, type Filters } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { useSettled } from '#web/parts/client/useSettled.ts'
import { countryName, countryOptions } from '../trades/countries.ts'
import { showRate } from '../cards/cardTones.ts'
import { paths } from '../paths.ts'
import { say, useText } from './text.ts'
import css from './Grades.module.css'

const filters = (): Filter[] => [
  { kind: 'text', name: 'merchantName', label: say('grades.merchant'), placeholder: say('grades.merchantHint') },
  { kind: 'choice', name: 'country', label: say('grades.country'), options: countryOptions() },
]
const names = ['merchantName', 'country', 'mcc']

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

  return (
    <PageFrame>
      <FilterPanel filters={filters()} list={list} onType={setDraft} />
      {(!asks || typing) && (
        <MerchantPicks
          words={typed}
          country={draft.country}
          onPick={(one) => list.setFilters({ merchantName: one.name, country: one.country, mcc: one.mcc })}
        />
      )}
      {asks && query.isPending && <Skeleton height={420} radius={12} />}
      {asks && query.isError && !found && (
        <Panel>
          <Empty
            icon="warn"
            title={t('parts.loadFailed')}
            text={query.error.says}
            action={<Button onClick={() => void query.refetch()}>{t('parts.again')}</Button>}
          />
        </Panel>
      )}
      {found && merchant && (
        <Panel
          flush
          title={
            <span className={css.merchant}>
              {merchant.name}
              {known && (
                <small>
                  {[merchant.category || merchant.mcc, countryName(merchant.country)].filter(Boolean).join(' · ')}
                </small>
              )}
            </span>
          }
          extra={
            <span className={css.updated}>
              {found.updateTime === null
                ? t('grades.never')
                : t('grades.updated', { time: showTime(found.updateTime) })}
            </span>
          }
        >
          {found.matches.length > 1 && (
            <p className={css.others}>
              <span>{t('grades.others')}</span>
              {found.matches.slice(1).map((one) => (
                <Button
                  key={`${one.name} ${one.mcc} ${one.country}`}
                  size="s"
                  guardMs={0}
                  onClick={() => list.setFilters({ merchantName: one.name, country: one.country, mcc: one.mcc })}
                >
                  {one.name} · {countryName(one.country)}
                </Button>
              ))}
            </p>
          )}
          {!graded && (
            <p className={css.honest} role="status">
              <b>{known ? t('grades.few') : t('grades.unknown')}</b>{' '}
              {known ? t('grades.fewText', { count: SAMPLE_MIN }) : t('grades.unknownText', { name: merchant.name })}
            </p>
          )}
          <ol className={css.rows} aria-label={t('grades.list')} aria-busy={query.isPlaceholderData}>
            {found.list.map((row) => (
              <GradeRow key={row.vid} row={row} />
            ))}
          </ol>
          <p className={css.how}>{t('grades.how')}</p>
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
      <span className={css.grade} aria-label={words} title={words}>
        {row.grade === 'NA' ? '–' : row.grade}
      </span>
      <span className={css.segment}>
        <span>
          <NetworkMark network={row.network} height={12} />
          <b>{row.name}</b>
          {row.recommend === 1 && <Tag tone="ok">{t('grades.recommend')}</Tag>}
        </span>
        <small>{[row.threeDs ? t('grades.supports') : t('grades.lacks'), row.note].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.figure}>
        <small>{t('grades.rate')}</small>
        {row.successRateBps === null ? (
          <b className={css.none}>–</b>
        ) : (
          <>
            <b>{showRate(row.successRateBps)}</b>
            <i className={css.bar} style={{ ['--share' as string]: row.successRateBps / 10_000 }} />
          </>
        )}
      </span>
      <span className={css.figure}>
        <small>{t('grades.sample')}</small>
        <b>{t('grades.sampleOf', { count: row.sample })}</b>
        <small>{t('grades.last30', { count: row.last30 })}</small>
      </span>
      <span className={css.figure}>
        <small>{t('grades.challenges')}</small>
        {row.threeDsShareBps === null ? <b className={css.none}>–</b> : <b>{showRate(row.threeDsShareBps)}</b>}
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
  if (!data) return isError ? null : <Skeleton height={180} radius={12} />
  if (data.length === 0)
    return (
      <Panel>
        <Empty icon="scene" title={settled ? t('grades.noPick') : t('grades.ask')} text={t('grades.askText')} />
      </Panel>
    )
  return (
    <Panel title={settled ? t('grades.suggested') : t('grades.mostUsed')}>
      {!settled && <p className={css.lead}>{t('grades.askText')}</p>}
      <ul className={css.picks} aria-label={settled ? t('grades.suggested') : t('grades.mostUsed')}>
        {data.map((one) => (
          <li key={`${one.name} ${one.mcc} ${one.country}`}>
            <button type="button" className={css.pick} onClick={() => onPick(one)}>
              <b>{one.name}</b>
              <small>
                {[one.category || one.mcc, countryName(one.country), t('grades.sampleOf', { count: one.sample })].join(
                  ' · ',
                )}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
