import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { useText } from '#web/text.ts'
import type { Column } from '../column.ts'
import type { ListState } from '../useListState.ts'
import type { TableModel } from './useTableModel.ts'
import { NARROWEST, WIDEST } from './tracks.ts'
import css from './DataTable.module.css'

const STEP = 16

/** A column's head: sorts by a press, resizes by its right edge. */
export function HeadCell<R extends object>({
  model,
  at,
  column,
  list,
}: {
  model: TableModel<R>
  at: number
  column: Column<R>
  list: ListState
}) {
  const order = !column.sort
    ? undefined
    : list.sort === column.sort
      ? 'ascending'
      : list.sort === `-${column.sort}`
        ? 'descending'
        : 'none'
  const title = <span className={css.title}>{column.title()}</span>
  const pinned = at < model.tracks.pinned
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={order === 'none' ? undefined : order}
      data-align={column.align}
      data-pinned={pinned || undefined}
      data-last={column.last}
      data-edge={at === model.tracks.pinned - 1 || undefined}
      style={pinned ? { left: `var(--left-${at})` } : undefined}
    >
      {column.sort ? (
        <button
          type="button"
          className={css.sort}
          data-order={order}
          // Largest or newest first, then the reverse, then the list's own order.
          onClick={() =>
            list.setSort({ none: `-${column.sort}`, descending: column.sort, ascending: undefined }[order ?? 'none'])
          }
        >
          {title}
          <Icon name="down" size={14} className={css.arrow} />
        </button>
      ) : (
        title
      )}
      <Resizer model={model} at={at} title={column.title()} />
    </th>
  )
}

/**
 * Drags the edge of a column, or moves it by arrows; Enter or a double click restores the width. It has a value and a description but no name, because the name of
 * a head consists of everything in it.
 */
function Resizer<R extends object>({ model, at, title }: { model: TableModel<R>; at: number; title: ReactNode }) {
  const t = useText()
  const { table, headers, tracks } = model
  const header = headers[at]!
  const width = Math.round(tracks.widths[at]!)
  // Columns up to this one keep the width that they have on the screen, so the edge follows the pointer.
  const settle = (own = width) =>
    table.setColumnSizing((before) => ({
      ...Object.fromEntries(headers.slice(0, at).map((one, index) => [one.id, Math.round(tracks.widths[index]!)])),
      ...before,
      [header.id]: Math.max(NARROWEST, Math.min(WIDEST, own)),
    }))
  const restore = () => header.column.resetSize()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 4 * STEP : STEP
    const act = {
      ArrowLeft: () => settle(width - step),
      ArrowRight: () => settle(width + step),
      Home: () => settle(NARROWEST),
      End: () => settle(WIDEST),
      Enter: restore,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-description={t('parts.resize')}
      aria-valuetext={`${typeof title === 'string' ? `${title}: ` : ''}${width} px`}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      className={css.resizer}
      data-active={header.column.getIsResizing() || undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={restore}
      onMouseDown={(event) => {
        event.preventDefault()
        settle()
        header.getResizeHandler()(event)
      }}
      onTouchStart={(event) => {
        settle()
        header.getResizeHandler()(event)
      }}
    />
  )
}
