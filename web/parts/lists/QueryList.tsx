import type { ComponentProps, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FilterPanel } from './FilterPanel.tsx'
import { QueryTable } from './table/QueryTable.tsx'
import { useArrived } from './useArrived.ts'
import type { Listed } from './useList.tsx'

export { useList, useFiltered, type Listed, type RowOf } from './useList.tsx'
export type { Filter } from './FilterPanel.tsx'
export * from './filters.ts'

type Table<R extends object> = ComponentProps<typeof QueryTable<R>>

/** A list: its filters, its rows, and the way to the older ones. Every part of it comes from {@link useList}. */
export function QueryList<R extends object>({
  of: { list, filters, page, pager, matching, question },
  path,
  onOpen,
  selection,
  highlightsNew = false,
  onExport,
  extra,
  lead,
  above,
  below,
  ...table
}: Omit<Table<R>, 'query' | 'list' | 'arrived'> & {
  of: Listed<R>
  /** The address of a row over the list, by its key. */
  path?: (key: string) => string
  /** Rows that appear while the list is open are lit up for a moment. */
  highlightsNew?: boolean
  /** Between the filters and the rows. */
  above?: ReactNode
  /** Below the rows. */
  below?: ReactNode
} & Pick<ComponentProps<typeof FilterPanel>, 'onExport' | 'extra' | 'lead'>) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { rowKey } = table
  const known = highlightsNew && !page.isPlaceholderData ? page.data?.data.map(rowKey) : undefined
  const arrived = useArrived(known, question)
  const toRow = path && ((row: R) => void navigate({ pathname: path(rowKey(row)), search }))
  return (
    <>
      {filters.length > 0 && (
        <FilterPanel filters={filters} list={list} onExport={onExport} extra={extra} lead={lead} />
      )}
      {above}
      <QueryTable
        {...table}
        list={list}
        query={page}
        onOpen={onOpen ?? toRow}
        selection={selection && { matching, ...selection }}
        arrived={highlightsNew ? arrived : undefined}
      />
      {below}
      {pager}
    </>
  )
}
