import type { ReactNode } from 'react'
import { arc } from './scale.ts'
import css from './charts.module.css'

export type Slice = { name: string; value: number; color: 1 | 2 | 3 | 4 | 5; shown: string }

/** Parts of a whole. The legend has the figures, so the ring itself needs no text. */
export function Donut({ slices, middle }: { slices: readonly Slice[]; middle?: ReactNode }) {
  const total = slices.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  let from = 0
  return (
    <div className={css.donut}>
      <div className={css.ring}>
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle cx="60" cy="60" r="50" fill="none" stroke="var(--quiet-soft)" strokeWidth="12" />
          {slices.map(({ name, value, color }) => {
            const share = total > 0 ? Math.max(0, value) / total : 0
            const start = from
            from += share
            return (
              share > 0 && (
                <path
                  key={name}
                  d={arc(start, start + share, 50, 60)}
                  fill="none"
                  stroke={`var(--chart-${color})`}
                  strokeWidth="12"
                />
              )
            )
          })}
        </svg>
        <div className={css.middle}>{middle}</div>
      </div>
      <ul className={css.slices}>
        {slices.map(({ name, color, shown }) => (
          <li key={name}>
            <i data-color={color} data-kind="bars" />
            <span>{name}</span>
            <b>{shown}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
