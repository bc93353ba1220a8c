import type { ComponentProps } from 'react'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState, type ListState } from '#web/parts/lists/useListState.ts'
import { asPage, Keyset, useKeyset } from './keyset.tsx'

const none: string[] = []

/** A list without page numbers: its answer, and the buttons to older and newer rows. Another input begins at the start. */
export function useKeysetList<C extends Call>(call: C, input: Omit<Input<C> & object, 'cursor'>, everyMs: number) {
  const keyset = useKeyset(JSON.stringify(input))
  const asked = { ...input, ...(keyset.after && { cursor: keyset.after }) } as Input<C>
  const query = useAsk(call, asked, { everyMs, keep: true })
  const cursor = (query.data as { cursor: string | null } | undefined)?.cursor
  return { query, pager: <Keyset keyset={keyset} cursor={cursor} /> }
}

type Page = { data: object[]; cursor: string | null }
type RowOf<C extends Call> = Output<C> extends Page ? Output<C>['data'][number] : never

/** Such a list as a table, its buttons below it. */
export function KeysetTable<C extends Call>({
  call,
  input,
  everyMs,
  list,
  ...table
}: Omit<ComponentProps<typeof QueryTable<RowOf<C>>>, 'query' | 'list'> & {
  call: C
  input: Omit<Input<C> & object, 'cursor'>
  everyMs: number
  /** Where filters narrow it. */
  list?: ListState
}) {
  const { query, pager } = useKeysetList(call, input, everyMs)
  const unfiltered = useListState(none)
  return (
    <>
      <QueryTable<RowOf<C>> {...table} query={asPage(query as never)} list={list ?? unfiltered} />
      {pager}
    </>
  )
}
