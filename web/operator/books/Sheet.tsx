import type { ReactNode } from 'react'
import css from './Books.module.css'

/** A plain table of figures: the first cell names the row, the last may be a button. */
export function Sheet({
  head,
  rows,
}: {
  head?: readonly ReactNode[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  const isFigure = (cell: ReactNode) =>
    typeof cell === 'number' || (typeof cell === 'string' && /^-?[\d,]+(\.\d+)?$/.test(cell))
  return (
    <div className={css.scroll} tabIndex={0} role="group">
      <table className={css.table}>
        {head && (
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col" className={at > 0 ? css.figure : undefined}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={at} className={isFigure(cell) || (at > 0 && head) ? css.figure : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
