import type { ReactNode } from 'react'
import css from './Books.module.css'

type Row = {
  key: string
  cells: readonly ReactNode[]
  /** A heading for the rows below it, or a sum of those above. */
  look?: 'group' | 'sum'
}

/** A plain table of figures: the first cell names the row, the last may be a button. */
export function Sheet({
  label,
  head,
  rows,
  wide = [],
}: {
  label?: string
  head?: readonly ReactNode[]
  rows: readonly Row[]
  /** Columns hidden on a phone. */
  wide?: readonly number[]
}) {
  const isFigure = (cell: ReactNode) =>
    typeof cell === 'number' || (typeof cell === 'string' && /^-?[\d,]+(\.\d+)?$/.test(cell))
  const look = (at: number, figure: boolean) =>
    [figure && css.figure, wide.includes(at) && css.wide].filter(Boolean).join(' ') || undefined
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table}>
        {head && (
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col" className={look(at, at > 0)}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-look={row.look}>
              {row.cells.map((cell, at) => (
                <td key={at} className={look(at, head ? at > 0 : isFigure(cell))}>
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
