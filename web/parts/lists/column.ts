import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Refused } from '../client/refused.ts'
import type { Page } from './table/Pager.tsx'

/** A column at module scope. `sort` names the call's field; `title` is a function so that it follows the language. */
export type Column<R> = {
  key: string
  title: () => ReactNode
  cell: (row: R) => ReactNode
  align?: 'right'
  /** Pixels. A wider table is shared out in proportion, a narrower one scrolls. */
  width?: number
  sort?: string
  /**
   * On a phone, a row is a card: the column is its headline, a line, or hidden. Where one is a `title`, rows have two lines: the title and a `value`, and below
   * them what is a `note` and an `end`; `act` is beside both.
   */
  phone?: 'head' | 'line' | 'no' | 'title' | 'value' | 'note' | 'end' | 'act'
  /** There, if the cell is too large for it. */
  phoneCell?(row: R): ReactNode
  /** Sticks to the right edge while the table scrolls. */
  last?: boolean
}

/** What a table needs from a query. */
export type PageQuery<R> = Pick<
  UseQueryResult<Page<R>, Refused>,
  'data' | 'isPending' | 'isError' | 'isPlaceholderData' | 'error' | 'dataUpdatedAt'
> & { refetch: () => unknown }

export type Selection<R> = {
  keys: readonly string[]
  onChange: (keys: string[], rows: R[]) => void
  bar: ReactNode
  /** Reads one page of everything that the filters match; with it, the list offers to select all of it. */
  matching?: ((page: { pageNo: number; pageSize: number }, signal: AbortSignal) => Promise<Page<R>>) | undefined
}
