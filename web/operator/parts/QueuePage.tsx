import { useMemo, type ReactNode } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { QueryTable, type Column, type PageQuery } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Row as Bar } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'

/** What most queues are divided into; their calls mark the open ones with a flag. */
export const scopes = ['open', 'all'] as const
export const openInput = (scope: 'open' | 'all') => (scope === 'open' ? ({ open: '1' } as const) : {})

/** The state of a queue: its list, and which part of it is shown. The first part is the one that waits; another is in the address. */
export function useQueue<S extends string>(scopes: readonly S[], name = 'scope') {
  const list = useListState(useMemo(() => [name], [name]))
  const scope = scopes.find((one) => one === list.filters[name]) ?? scopes[0]!
  return {
    ...{ list, scope, scopes },
    /** The input of the list's call without the scope, which calls name differently. */
    page: Object.fromEntries(Object.entries(list.asked).filter(([key]) => key !== name)),
    choose: (one: S) => list.setFilters(one === scopes[0] ? {} : { [name]: one }),
  }
}

/** A queue of cases: a part of it, as a table, and one case at its own address over it. */
export function QueuePage<Row extends object, S extends string>({
  label,
  scopeLabel = label,
  lead,
  queue,
  scopeText,
  bar,
  query,
  columns,
  rowKey,
  path,
  onOpen,
  empty,
  children = <Outlet />,
}: {
  label: string
  scopeLabel?: string
  /** What this queue is about. */
  lead?: string
  queue: ReturnType<typeof useQueue<S>>
  scopeText: (scope: S) => string
  /** To the right of the parts: a search. */
  bar?: ReactNode
  query: PageQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The address of a case, by its key. */
  path?: (key: string) => string
  onOpen?: (row: Row) => void
  empty: ReactNode
  children?: ReactNode
}) {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <PageFrame>
      {lead && <Note>{lead}</Note>}
      <Bar between>
        <Segmented
          label={scopeLabel}
          value={queue.scope}
          options={queue.scopes.map((value) => ({ value, label: scopeText(value) }))}
          onChange={queue.choose}
        />
        {bar}
      </Bar>
      <QueryTable
        label={label}
        query={query}
        list={queue.list}
        columns={columns}
        rowKey={rowKey}
        onOpen={(row) => (path ? void navigate({ pathname: path(rowKey(row)), search }) : onOpen?.(row))}
        empty={empty}
      />
      {children}
    </PageFrame>
  )
}
