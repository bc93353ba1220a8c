import type { ReactNode } from 'react'
import css from './Panel.module.css'

/** A titled surface; the unit of every page. */
export function Panel({
  title,
  extra,
  children,
  flush,
}: {
  title?: ReactNode
  extra?: ReactNode
  children: ReactNode
  flush?: boolean
}) {
  return (
    <section className={css.panel}>
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
