import { lazy, memo, Suspense, useLayoutEffect, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import type { ChangeEvent, CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useLang, useText, withText } from '#web/text.ts'
import type { Column } from '../column.ts'
import { HeadCell } from './HeadCell.tsx'
import type { ListState } from '../useListState.ts'
import type { TableModel } from './useTableModel.ts'
import { rowHeights, useDensity } from './tableSettings.ts'
import css from './DataTable.module.css'

/** More rows than these are not in the page all at once. */
const VIRTUAL_ABOVE = 100
const VirtualBody = lazy(withText(() => import('./VirtualBody.tsx')))

export type BodyProps = ComponentProps<'tbody'>

/**
 * The table of a list. Head and body scroll sideways each on their own and in step, because a head inside one scrolling area could not stick to the page. Rows
 * are grids of the same tracks, with explicit roles, since a table's own are lost with its own display.
 */
export function DataTable<R extends object>({
  label,
  model,
  list,
  skeleton,
  selectable,
  onOpen,
  arrived,
}: {
  label: string
  model: TableModel<R>
  list: ListState
  /** So many rows are being loaded. */
  skeleton: number | undefined
  selectable: boolean
  onOpen: ((row: R) => void) | undefined
  arrived: ReadonlySet<string> | undefined
}) {
  const t = useText()
  const density = useDensity()
  const { table, columns, rows, tracks } = model
  const head = useRef<HTMLTableSectionElement>(null)
  const all = useRef<HTMLInputElement>(null)
  const everyRow = rows.length > 0 && table.getIsAllPageRowsSelected()
  const someRows = !everyRow && table.getIsSomePageRowsSelected()
  useLayoutEffect(() => {
    if (all.current) all.current.indeterminate = someRows
  })

  const scrollTogether = ({ scrollLeft, parentElement, tagName }: HTMLElement) => {
    const other = parentElement!.querySelector<HTMLElement>(tagName === 'THEAD' ? 'tbody' : 'thead')!
    if (other.scrollLeft !== scrollLeft) other.scrollLeft = scrollLeft
    parentElement!.toggleAttribute('data-scrolled', scrollLeft > 0)
  }
  const rowAt = (target: EventTarget) => rows.find(({ id }) => id === (target as HTMLElement).dataset['key'])
  // One listener for all rows: a row renders again only if it changed.
  const select = useRef<(event: ChangeEvent<HTMLInputElement>) => void>(undefined)
  useLayoutEffect(() => {
    select.current = (event) => rowAt(event.target.closest('tr')!)?.getToggleSelectedHandler()(event)
  })
  const onSelect = useRef((event: ChangeEvent<HTMLInputElement>) => select.current?.(event)).current

  const body: BodyProps = {
    role: 'rowgroup',
    onScroll: (event) => scrollTogether(event.currentTarget),
    // If no row is focusable, the area that scrolls sideways must be.
    ...(onOpen
      ? {
          onClick: (event: MouseEvent<HTMLElement>) => {
            const row = isForRow(event) && rowAt((event.target as HTMLElement).closest('tr')!)
            if (row) onOpen(row.original)
          },
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
            const row = event.key === 'Enter' && rowAt(event.target)
            if (row) onOpen(row.original)
            else moveFocus(event)
          },
        }
      : { tabIndex: 0, 'aria-label': label }),
  }
  const render = (at: number, ref?: Ref<HTMLTableRowElement>): ReactNode => {
    const row = rows[at]!
    return (
      <DataRow
        key={row.id}
        ref={ref}
        id={row.id}
        at={at}
        row={row.original}
        columns={columns as readonly Column<object>[]}
        pinned={tracks.pinned}
        opens={Boolean(onOpen)}
        arrived={arrived?.has(row.id) ?? false}
        selected={selectable ? row.getIsSelected() : undefined}
        onSelect={onSelect}
      />
    )
  }
  const virtual = rows.length > VIRTUAL_ABOVE
  const plain = (count: number) => <tbody {...body}>{rows.slice(0, count).map((_, at) => render(at))}</tbody>
  const offsets = Object.fromEntries(tracks.lefts.map((left, at) => [`--left-${at}`, `${left}px`]))
  return (
    <table
      role="table"
      aria-label={label}
      aria-rowcount={virtual ? rows.length + 1 : undefined}
      className={css.table}
      data-density={density}
      style={{ '--columns': tracks.template, '--total': `${tracks.total}px`, ...offsets } as CSSProperties}
    >
      <thead role="rowgroup" ref={head} onScroll={(event) => scrollTogether(event.currentTarget)}>
        <tr role="row">
          {selectable && (
            <th role="columnheader" data-pinned data-edge={tracks.pinned === 0 || undefined} className={css.select}>
              <label>
                <input
                  ref={all}
                  type="checkbox"
                  aria-label={t('parts.selectPage')}
                  checked={everyRow}
                  disabled={rows.length === 0}
                  onChange={table.getToggleAllPageRowsSelectedHandler()}
                />
              </label>
            </th>
          )}
          {columns.map((column, at) => (
            <HeadCell key={column.key} model={model} at={at} column={column} list={list} />
          ))}
        </tr>
      </thead>
      {skeleton !== undefined ? (
        <tbody role="rowgroup" aria-hidden="true" className={css.skeleton}>
          {Array.from({ length: skeleton }, (_, row) => (
            <tr key={row}>
              {selectable && (
                <td className={css.select}>
                  <Skeleton width={16} height={16} />
                </td>
              )}
              {columns.map(({ key, align }, at) => (
                <td key={key} data-align={align}>
                  <Skeleton height={14} width={`${78 - ((row * 7 + at * 13) % 37)}%`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ) : virtual ? (
        <Suspense fallback={plain(VIRTUAL_ABOVE / 2)}>
          <VirtualBody
            body={body}
            count={rows.length}
            keyOf={(at) => rows[at]!.id}
            height={rowHeights[density]}
            render={render}
          />
        </Suspense>
      ) : (
        plain(rows.length)
      )}
    </table>
  )
}

/** Not for a control in the row, nor while text is being selected. */
function isForRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const at = target as HTMLElement
  return (
    currentTarget.contains(at) &&
    at.closest('tr') !== null &&
    !at.closest(`a, button, input, label, .${css.select}`) &&
    getSelection()?.isCollapsed !== false
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const at = event.target as HTMLElement
  if (at.tagName !== 'TR' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  event.preventDefault()
  const next = event.key === 'ArrowDown' ? at.nextElementSibling : at.previousElementSibling
  ;(next as HTMLElement | null)?.focus()
}

type RowProps = {
  ref?: Ref<HTMLTableRowElement> | undefined
  id: string
  at: number
  row: object
  columns: readonly Column<object>[]
  pinned: number
  opens: boolean
  arrived: boolean
  /** Undefined if rows are not selectable. */
  selected: boolean | undefined
  onSelect: (event: ChangeEvent<HTMLInputElement>) => void
}

const DataRow = memo(function DataRow({
  ref,
  id,
  at,
  row,
  columns,
  pinned,
  opens,
  arrived,
  selected,
  onSelect,
}: RowProps) {
  const t = useText()
  return (
    <tr
      ref={ref}
      role="row"
      aria-rowindex={ref ? at + 2 : undefined}
      data-index={at}
      data-key={id}
      data-selected={selected}
      tabIndex={opens ? 0 : undefined}
      className={[opens && css.opens, arrived && css.arrived].filter(Boolean).join(' ') || undefined}
    >
      {selected !== undefined && (
        <td role="cell" data-pinned data-edge={pinned === 0 || undefined} className={css.select}>
          <label>
            <input
              type="checkbox"
              id={`select-${id}`}
              aria-label={t('parts.selectRow')}
              aria-labelledby={`select-${id} head-${id}`}
              checked={selected}
              onChange={onSelect}
            />
          </label>
        </td>
      )}
      <Cells id={id} row={row} columns={columns} pinned={pinned} />
    </tr>
  )
})

/** Apart from its row, because selecting a row changes none of them. */
const Cells = memo(function Cells({ id, row, columns, pinned }: Pick<RowProps, 'id' | 'row' | 'columns' | 'pinned'>) {
  // Cells say their words without a hook.
  useLang()
  return columns.map((column, at) => (
    <td
      key={column.key}
      id={at === 0 ? `head-${id}` : undefined}
      role="cell"
      data-align={column.align}
      data-pinned={at < pinned || undefined}
      data-edge={at === pinned - 1 || undefined}
      data-last={column.last}
      style={at < pinned ? { left: `var(--left-${at})` } : undefined}
    >
      {column.cell(row)}
    </td>
  ))
})
