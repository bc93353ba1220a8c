import { useEffect, useMemo, useRef } from 'react'
import {
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
  type ReactTable,
  type Row,
  type RowSelectionState,
} from '@tanstack/react-table'
import type { Column, Selection } from '../column.ts'
import type { ListState } from '../useListState.ts'
import { keepLayout, layoutOf } from './tableSettings.ts'
import { NARROWEST, SELECT_WIDTH, tracksOf, WIDEST, widthOf, type Tracks } from './tracks.ts'

const features = tableFeatures({
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})

export type TableModel<R extends object> = {
  table: ReactTable<typeof features, R>
  headers: Header<typeof features, R, unknown>[]
  /** The visible columns in the order of the headers; the same array until they change. */
  columns: readonly Column<R>[]
  rows: Row<typeof features, R>[]
  tracks: Tracks
  pin: (key: string, pinned: boolean) => void
  isPinned: (key: string) => boolean
  /** Forgets widths and pins; undefined if there is nothing to forget. */
  reset: (() => void) | undefined
  /** Remembers rows of other pages, to hand them to the page with the selection. */
  select: (rows: readonly R[]) => void
}

/** In the table's own order, regardless of the address; unknown names are ignored. */
export function shownOf<R>(
  columns: readonly Column<R>[],
  { columns: keys }: Pick<ListState, 'columns'>,
): readonly Column<R>[] {
  const shown = keys ? columns.filter(({ key }) => keys.includes(key)) : columns
  return shown.length ? shown : columns
}

/** Columns, widths, pins and selection. Filters, sort and page are the server's; they and the visible columns are in the address. */
export function useTableModel<R extends object>({
  all,
  list,
  data,
  rowKey,
  selection,
  room,
}: {
  all: readonly Column<R>[]
  list: ListState
  data: R[]
  rowKey: (row: R) => string
  selection: Selection<R> | undefined
  room: number
}): TableModel<R> {
  const name = all.map(({ key }) => key).join(' ')
  const first = all[0]!.key
  const known = useRef(new Map<string, R>())

  const definitions = useMemo(
    () =>
      all.map((column): ColumnDef<typeof features, R> => ({
        id: column.key,
        header: '',
        size: widthOf(column),
        minSize: Math.min(NARROWEST, widthOf(column)),
        maxSize: WIDEST,
      })),
    [all],
  )
  const shown = shownOf(all, list)
  const hidden = all
    .filter((column) => !shown.includes(column))
    .map(({ key }) => key)
    .join(' ')
  const columnVisibility = useMemo(
    () => Object.fromEntries(hidden ? hidden.split(' ').map((key) => [key, false]) : []),
    [hidden],
  )
  // The page makes a new array with every render: the table compares by identity.
  const selectedText = selection?.keys.join('\n') ?? ''
  const rowSelection = useMemo<RowSelectionState>(
    () => Object.fromEntries(selectedText ? selectedText.split('\n').map((key) => [key, true]) : []),
    [selectedText],
  )
  const initialState = useMemo(() => {
    const { widths = {}, pinned = [first] } = layoutOf(name)
    return { columnSizing: { ...widths }, columnPinning: { start: [...pinned], end: [] } }
  }, [name, first])

  const hand = (keys: string[]) => {
    for (const row of data) known.current.set(rowKey(row), row)
    const rows = keys.flatMap((key) => known.current.get(key) ?? [])
    selection?.onChange(rows.map(rowKey), rows)
  }
  const table = useTable<typeof features, R>({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    initialState,
    state: { columnVisibility, rowSelection },
    columnResizeMode: 'onChange',
    onRowSelectionChange: (updater) => {
      const next = typeof updater === 'function' ? updater(rowSelection) : updater
      hand(Object.keys(next).filter((key) => next[key]))
    },
  })

  const { columnSizing, columnPinning, columnResizing } = table.state
  const resizing = columnResizing.isResizingColumn !== false
  useEffect(() => {
    if (resizing) return
    const { start } = columnPinning
    keepLayout(name, { widths: columnSizing, ...((start.length !== 1 || start[0] !== first) && { pinned: start }) })
  }, [name, first, resizing, columnSizing, columnPinning])

  const headers = table.getHeaderGroups()[0]?.headers ?? []
  const order = headers.map(({ id }) => id).join(' ')
  const columns = useMemo(
    () => order.split(' ').flatMap((key) => all.find((column) => column.key === key) ?? []),
    // The table reads its columns, it changes none.
    // oxlint-disable-next-line react/preserve-manual-memoization
    [all, order],
  )
  const isPinned = (key: string) => columnPinning.start.includes(key)
  const changed = Object.keys(columnSizing).length > 0 || columnPinning.start.join(' ') !== first
  return {
    table,
    headers,
    columns,
    rows: table.getRowModel().rows,
    tracks: tracksOf(
      headers.map(({ id, column }) => ({
        width: Math.round(column.getSize()),
        exact: columnSizing[id] !== undefined,
        pinned: isPinned(id),
      })),
      { lead: selection ? SELECT_WIDTH : 0, room },
    ),
    isPinned,
    // In the order of the table, not of the clicks.
    pin: (key, pinned) =>
      table.setColumnPinning({
        start: all.map((column) => column.key).filter((one) => (one === key ? pinned : isPinned(one))),
        end: [],
      }),
    reset: changed
      ? () => {
          table.setColumnSizing({})
          table.setColumnPinning({ start: [first], end: [] })
        }
      : undefined,
    select: (rows) => {
      for (const row of rows) known.current.set(rowKey(row), row)
      hand([...new Set([...(selection?.keys ?? []), ...rows.map(rowKey)])])
    },
  }
}
