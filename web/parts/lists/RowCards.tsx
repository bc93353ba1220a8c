import { Button } from '#web/ui/forms/Button.tsx'
import type { Column } from './QueryTable.tsx'
import { useText } from '#web/text.ts'
import css from './QueryTable.module.css'

/** The same rows as readable cards, for a narrow place. */
export function RowCards<R extends object>({
  rows,
  columns,
  rowKey,
  onOpen,
  arrived,
}: {
  rows: R[]
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  onOpen: ((row: R) => void) | undefined
  arrived: ReadonlySet<string> | undefined
}) {
  const t = useText()
  const heads = columns.filter(({ phone }) => phone === 'head')
  const lines = columns.filter(({ phone = 'line' }) => phone === 'line')
  return (
    <ul className={css.cards}>
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={arrived?.has(rowKey(row)) ? `${css.card} ${css.arrived}` : css.card}
          onClick={onOpen && (() => onOpen(row))}
        >
          <div className={css.heads}>
            {heads.map((column) => (
              <span key={column.key}>{column.cell(row)}</span>
            ))}
            {onOpen && <Button look="quiet" size="s" icon="right" aria-label={t('parts.openRow')} />}
          </div>
          <dl>
            {lines.map((column) => (
              <div key={column.key}>
                <dt>{column.title()}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
