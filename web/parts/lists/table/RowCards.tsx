import type { ReactNode } from 'react'
import { Button } from '#web/ui/forms/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from '#web/text.ts'
import type { Column } from '../column.ts'
import css from './RowCards.module.css'

/** The rows on narrow screens: as cards, or of two lines each. */
export function RowCards<R extends object>({
  rows,
  skeleton,
  columns,
  rowKey,
  onOpen,
  arrived,
}: {
  rows: readonly R[]
  /** So many cards are being loaded. */
  skeleton: number | undefined
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  onOpen: ((row: R) => void) | undefined
  arrived: ReadonlySet<string> | undefined
}) {
  const t = useText()
  const twoLines = columns.some(({ phone }) => phone === 'title')
  const heads = columns.filter(({ phone }) => phone === 'head')
  const lines = columns.filter(({ phone = 'line' }) => phone === 'line')
  type Cell = (column: Column<R>, at: number) => ReactNode
  const card = (cell: Cell, opens: boolean) => (
    <>
      <div className={css.heads}>
        {heads.map((column, at) => (
          <span key={column.key}>{cell(column, at)}</span>
        ))}
        {opens && <Button look="quiet" size="s" icon="right" aria-label={t('parts.openRow')} />}
      </div>
      <dl>
        {lines.map((column, at) => (
          <div key={column.key}>
            <dt>{column.title()}</dt>
            <dd>{cell(column, at)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
  const place = (cell: Cell, where: Column<R>['phone']) =>
    columns.flatMap((column, at) =>
      column.phone === where
        ? [
            <span key={column.key} data-key={column.key}>
              {cell(column, at)}
            </span>,
          ]
        : [],
    )
  const pair = (cell: Cell, opens: boolean) => (
    <>
      {/* Over the whole row; other controls are above it. */}
      {opens && <button type="button" className={css.open} aria-label={t('parts.openRow')} />}
      <div className={css.line}>
        {place(cell, 'title')}
        {place(cell, 'value')}
      </div>
      <div className={css.line}>
        <span className={css.notes}>{place(cell, 'note')}</span>
        {place(cell, 'end')}
      </div>
      {place(cell, 'act')}
    </>
  )
  const shape = twoLines ? css.pair : css.card
  const inside = twoLines ? pair : card
  if (skeleton !== undefined)
    return (
      <ul className={css.cards} aria-hidden="true">
        {Array.from({ length: skeleton }, (_, row) => (
          <li key={row} className={shape}>
            {inside(
              (_column, at) => (
                <Skeleton width={120 - ((row + at) % 3) * 24} height={16} />
              ),
              false,
            )}
          </li>
        ))}
      </ul>
    )
  return (
    <ul className={css.cards}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={arrived?.has(rowKey(row)) ? `${shape} ${css.arrived}` : shape}
          onClick={onOpen && (() => onOpen(row))}
        >
          {inside((column) => column.phoneCell?.(row) ?? column.cell(row), Boolean(onOpen))}
        </li>
      ))}
    </ul>
  )
}
