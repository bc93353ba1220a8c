import type { ComponentProps } from 'react'
import type { Call, Input } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState, type ListState } from '#web/parts/lists/useListState.ts'
import { asPage, Keyset, useKeyset } from './keyset.tsx'

const names: string[] = []

/** A list without page numbers: its answer, and where in it the page is. Another input begins at its start. */
export function useKeysetList<C extends Call>(call: C, input: Omit<Input<C> & object, 'cursor'>, everyMs: number) {
  const keyset = useKeyset(JSON.stringify(input))
  const asked = { ...input, ...(keyset.after && { cursor: keyset.after }) }
  return { keyset, query: useAsk(call, asked as Input<C>, { everyMs, keep: true }) }
}

type Listed<R> = { cursor: string | null } & NonNullable<Parameters<typeof asPage<R>>[0]['data']>

export function KeysetTable<R extends object>({
  of: { keyset, query },
  list,
  ...table
}: Omit<ComponentProps<typeof QueryTable<R>>, 'query' | 'list'> & {
  of: {
    keyset: ReturnType<typeof useKeyset>
    query: Omit<Parameters<typeof asPage<R>>[0], 'data'> & { data: Listed<R> | undefined }
  }
  /** Where filters narrow it. */
  list?: ListState
}) {
  const plain = useListState(names)
  return (
    <>
      <QueryTable {...table} query={asPage(query)} list={list ?? plain} />
      <Keyset keyset={keyset} cursor={query.data?.cursor} />
    </>
  )
}
