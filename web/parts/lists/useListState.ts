/** Filters, sort order and page of a list are in the address: shareable, and the back button undoes a search. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type Filters = Readonly<Record<string, string>>

export type ListState = {
  filters: Filters
  pageNo: number
  pageSize: number
  /** A field, with a leading minus for descending. */
  sort: string | undefined
  /** The input of the list's call. */
  asked: Record<string, string | number>
  setFilters: (filters: Filters) => void
  setPage: (pageNo: number, pageSize: number) => void
  setSort: (sort: string | undefined) => void
  /** The visible columns; undefined: all. */
  columns: readonly string[] | undefined
  setColumns: (keys: readonly string[] | undefined) => void
}

const own = { page: 'p', size: 'n', sort: 'sort', columns: 'cols' } as const
const PAGE_SIZE = 20

/** `names` are the filters of this list; other parameters in the address are left alone. */
export function useListState(names: readonly string[]): ListState {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  return useMemo(() => {
    const read = new URLSearchParams(text)
    const filters = Object.fromEntries(names.flatMap((name) => (read.get(name) ? [[name, read.get(name)!]] : [])))
    const pageNo = Number(read.get(own.page)) || 1
    const pageSize = Number(read.get(own.size)) || PAGE_SIZE
    const sort = read.get(own.sort) ?? undefined
    const write = (change: Record<string, string | number | undefined>) => {
      const next = new URLSearchParams(text)
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, String(value))
      }
      setParams(next, { preventScrollReset: true })
    }
    return {
      filters,
      pageNo,
      pageSize,
      sort,
      columns: read.get(own.columns)?.split(','),
      asked: { ...filters, pageNo, pageSize, ...(sort ? { sort } : {}) },
      setFilters: (chosen) =>
        write({ ...Object.fromEntries(names.map((name) => [name, chosen[name]])), [own.page]: undefined }),
      setPage: (to, size) =>
        write({ [own.page]: to === 1 ? undefined : to, [own.size]: size === PAGE_SIZE ? undefined : size }),
      setColumns: (keys) => write({ [own.columns]: keys?.join(',') }),
      setSort: (to) => write({ [own.sort]: to, [own.page]: undefined }),
    }
  }, [text, names, setParams])
}
