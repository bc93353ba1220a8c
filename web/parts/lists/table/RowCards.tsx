import { Button } from '#web/ui/forms/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from '#web/text.ts'
import type { Column } from '../column.ts'
import css from './RowCards.module.css'

/** The rows as cards, for narrow screens. */
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
  const heads = columns.filter(({ phone }) => phone === 'head')
  const lines = columns.filter(({ phone = 'line' }) => phone === 'line')
  const card = (cell: (column: Column<R>, at: number) => React.ReactNode, opens: boolean) => (
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
  if (skeleton !== undefined)
    return (
      <ul className={css.cards} aria-hidden="true">
        {Array.from({ length: skeleton }, (_, row) => (
          <li key={row} className={css.card}>
            {card(
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
          className={arrived?.has(rowKey(row)) ? `${css.card} ${css.arrived}` : css.card}
          onClick={onOpen && (() => onOpen(row))}
        >
          {card((column) => column.cell(row), Boolean(onOpen))}
        </li>
      ))}
    </ul>
  )
}
