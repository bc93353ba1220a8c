import { useState, type ReactNode } from 'react'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { QueryTable, type Column, type PageQuery } from '#web/parts/lists/QueryTable.tsx'
import { useListState, type ListState } from '#web/parts/lists/useListState.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { useText } from '../text.ts'
import css from './Case.module.css'

export const LIVE_MS = 10_000
const names: string[] = ['scope']

/** The list's state, and whether it shows open or all cases. */
export function useCases() {
  const list = useListState(names)
  const scope: 'open' | 'all' = list.filters['scope'] === 'all' ? 'all' : 'open'
  return { list, input: { ...list.asked, scope } }
}

type Props<Row> = {
  label: string
  lead: string
  list: ListState
  scope: 'open' | 'all'
  query: PageQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  empty: ReactNode
  /** One case beside the list. It shows the list's current data, and closes when the case leaves the list. */
  drawer: (row: Row, onClose: () => void) => ReactNode
}

/** A list of cases, open or all, each opened in a drawer over it. */
export function CasesInDrawer<Row extends object>({
  label,
  lead,
  list,
  scope,
  query,
  columns,
  rowKey,
  empty,
  drawer,
}: Props<Row>) {
  const t = useText()
  const [openKey, open] = useState<string>()
  const shown = query.data?.data.find((row) => rowKey(row) === openKey)
  return (
    <PageFrame>
      <p className={css.note}>{lead}</p>
      <Segmented
        label={t('desk.cases.status')}
        value={scope}
        options={[
          { value: 'open', label: t('desk.cases.open') },
          { value: 'all', label: t('desk.cases.all') },
        ]}
        onChange={(value) => list.setFilters(value === 'all' ? { scope: 'all' } : {})}
      />
      <QueryTable
        label={label}
        query={query}
        list={list}
        columns={columns}
        rowKey={rowKey}
        onOpen={(row) => open(rowKey(row))}
        empty={empty}
      />
      {shown && drawer(shown, () => open(undefined))}
    </PageFrame>
  )
}
