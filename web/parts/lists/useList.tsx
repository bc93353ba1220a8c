/** The rows of a call: what narrows them, their place in the address, and how one gets to the others. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import type { Topic } from '#contract/changes/changes.ts'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { ask } from '../client/client.ts'
import { useAsk } from '../client/queries.ts'
import type { Refused } from '../client/refused.ts'
import type { PageQuery, Selection } from './column.ts'
import { namesOf, type Filter } from './FilterPanel.tsx'
import { Keyset } from './Keyset.tsx'
import { accepts, pagingOf } from './paging.ts'
import { useListState, type ListState } from './useListState.ts'

/** A row of what a list's call answers. */
export type RowOf<A> = A extends { data: (infer R extends object)[] }
  ? R
  : A extends { list: (infer R extends object)[] }
    ? R
    : never

/** What a table needs to know. */
export type Listed<R> = {
  list: ListState
  filters: readonly Filter[]
  page: PageQuery<R>
  /** Where pages have no numbers. */
  pager: ReactNode
  /** Of pages with numbers: every row that matches, page by page. */
  matching: Selection<R>['matching']
  /** Changes with everything that is asked for. */
  question: string
}

type Asking<C extends Call> = {
  /** Left out where `condition && {…}` does not hold. */
  filters?: readonly (Filter | false | undefined | 0)[]
  /** Filters that only links from elsewhere set. */
  also?: readonly string[]
  /** What else the call is asked, or all of it out of the state of the list. */
  input?: Partial<Input<C>> | ((asked: Record<string, string | number>) => object)
  everyMs?: number
  /** Read again when one of these changes. */
  live?: readonly Topic[]
  /** Read again by itself on the first page only: rows of a later one would move while being read. */
  firstPage?: boolean
  quiet?: boolean
}

/** A list in the address, by filters whose names stay the same while the page is open, whatever their labels are. */
export function useFiltered(filters: readonly Filter[], also: readonly string[] = []): ListState {
  const names = [...new Set([...namesOf(filters), ...also])].join()
  return useListState(useMemo(() => (names ? names.split(',') : []), [names]))
}

/** By what the call accepts: pages with numbers, pages that begin after a row, or the whole list. */
export function useList<C extends Call>(
  call: C,
  { filters: maybe = [], also, input, everyMs, live, firstPage, quiet = false }: Asking<C> = {},
): Listed<RowOf<Output<C>>> & { answer: Output<C> | undefined; query: UseQueryResult<Output<C>, Refused> } {
  const filters = maybe.filter((filter) => typeof filter === 'object')
  const list = useFiltered(filters, also)
  const { pageNo, pageSize, ...narrowed } = list.asked
  const paging = pagingOf(call)
  const numbered = paging === 'numbers'
  const paged = numbered ? { pageNo, pageSize } : accepts(call, 'pageSize') ? { pageSize } : {}
  const state = { ...narrowed, ...paged } as Record<string, string | number>
  const asked = typeof input === 'function' ? input(state) : { ...state, ...input }
  const question = JSON.stringify(asked)
  // Another question begins with its newest rows.
  const [place, setPlace] = useState<{ question: string; after: string | undefined }>()
  const after = place?.question === question ? place.after : undefined
  const query = useAsk(call, { ...asked, ...(after && { cursor: after }) } as Input<C>, {
    ...(firstPage && list.pageNo > 1 ? {} : { everyMs, live }),
    keep: true,
    quiet,
  })
  const answer = query.data as { data?: never[]; list?: never[]; cursor?: string | null } | undefined
  const rows = answer?.data ?? answer?.list ?? []
  const { isPending, isError, isPlaceholderData, refetch, error, dataUpdatedAt } = query
  const whole = answer && { data: rows, total: 0, pageNo: 1, pageSize: rows.length }
  return {
    ...{ list, filters, question, query, answer: query.data },
    page: (numbered
      ? query
      : { isPending, isError, isPlaceholderData, refetch, error, dataUpdatedAt, data: whole }) as unknown as PageQuery<
      RowOf<Output<C>>
    >,
    pager: paging === 'cursor' && (
      <Keyset after={after} cursor={answer?.cursor} go={(next) => setPlace({ question, after: next })} />
    ),
    matching: numbered
      ? (page, signal) => ask(call, { ...asked, ...page } as Input<C>, { signal }) as Promise<never>
      : undefined,
  }
}
