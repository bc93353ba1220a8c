import type { ReactNode } from 'react'
import { useText } from '#web/text.ts'
import css from './charts.module.css'

/** The figures of a chart as a table, behind a summary. Each row begins with its day. */
export function ChartTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly string[]
  rows: readonly { key: string; head: ReactNode; cells: readonly string[] }[]
}) {
  const t = useText()
  return (
    <details className={css.table}>
      <summary>{t('ui.chartTable')}</summary>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ui.day')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, head, cells }) => (
              <tr key={key}>
                <th scope="row">{head}</th>
                {cells.map((cell, at) => (
                  <td key={columns[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
