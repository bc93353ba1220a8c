import { useState } from 'react'
import { gradeRanges, SAMPLE_MIN } from '#contract/grades/grades.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { useListState, type Filters } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { countryName, countryOptions } from '../trades/countries.ts'
import { GradeRow } from './GradeRow.tsx'
import { MerchantPicks } from './MerchantPicks.tsx'
import { say, useText } from './text.ts'
import css from './Grades.module.css'

const filters = (): Filter[] => [
  { kind: 'text', name: 'merchantName', label: say('grades.merchant'), placeholder: say('grades.merchantHint') },
  { kind: 'choice', name: 'country', label: say('grades.country'), options: countryOptions() },
]
const names = ['merchantName', 'country', 'mcc']

/** Which segment works at a merchant, from what happened there; and saying so where too little did. */
export default function GradesPage() {
  const t = useText()
  const list = useListState(names)
  const { merchantName = '', country, mcc } = list.filters
  const asks = merchantName.trim().length >= 2
  const wish = { merchantName, ...(country && { country }), ...(mcc && { mcc }) }
  const query = useAsk(gradeRanges, wish, { enabled: asks, keep: true })
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
