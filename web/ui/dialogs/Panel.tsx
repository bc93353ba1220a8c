import type { ReactNode } from 'react'
import css from './Panel.module.css'

/** A titled surface; the unit of every page. */
export function Panel({
  title,
  label,
  extra,
  children,
  flush,
}: {
  title?: ReactNode
  /** Names the section for screen readers. */
  label?: string
  extra?: ReactNode
  children: ReactNode
  flush?: boolean
}) {
  return (
    <section className={css.panel} aria-label={label}>
      {title && (
        <header className={css.head}>
          <h2 className={css.title}>{title}</h2>
          {extra}
        </header>
      )}
      <div className={flush ? undefined : css.body}>{children}</div>
    </section>
  )
}

/** One figure with its label. */
export function Stat({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={css.stat}>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{value}</span>
      {note && <span className={css.note}>{note}</span>}
    </div>
  )
}

/** Several figures side by side, each with its name. */
export function Stats({
  stats,
}: {
  stats: readonly (readonly [label: ReactNode, value: ReactNode, note?: ReactNode] | false)[]
}) {
  return (
    <dl className={css.stats}>
      {stats.map(
        (stat, index) =>
          stat && (
            <div key={index} className={css.stat}>
              <dt className={css.label}>{stat[0]}</dt>
              <dd className={css.value}>{stat[1]}</dd>
              {stat[2] && <dd className={css.note}>{stat[2]}</dd>}
            </div>
          ),
      )}
    </dl>
  )
}
