import type { UseQueryResult } from '@tanstack/react-query'
import type { PageQuery } from './column.ts'
import type { Refused } from '../client/refused.ts'

/** Presents a short list, which is returned whole, as a single page. */
export function wholeList<R>(query: UseQueryResult<{ list: R[] }, Refused>): PageQuery<R> {
  const { isPending, isError, isPlaceholderData, refetch, error } = query
  const rows = query.data?.list
  return {
    isPending,
    isError,
    isPlaceholderData,
    refetch,
    error,
    data: rows && { data: rows, total: rows.length, pageNo: 1, pageSize: rows.length },
  }
}
