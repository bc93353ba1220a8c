import type { ReactNode } from 'react'
import { Money } from './Money.tsx'
import css from './PriceLines.module.css'

/** The charge, line by line, before it is made: for the `summary` of a form. */
export function PriceLines({
  lines,
  total,
  unit = 'USD',
  note,
  stale,
}: {
  lines: readonly { label: ReactNode; cents: number; minus?: boolean }[]
  total: { label: ReactNode; cents: number }
  unit?: string
  note?: ReactNode
  /** A newer price is loading: these figures are no longer binding. */
  stale?: boolean
}) {
  return (
    <div className={css.price} aria-busy={stale} aria-live="polite">
      <dl>
        {lines.map(({ label, cents, minus }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>
              <Money cents={minus ? -cents : cents} unit={unit} />
            </dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>{total.label}</dt>
          <dd>
            <Money cents={total.cents} unit={unit} size="l" />
          </dd>
        </div>
      </dl>
      {note && <p className={css.note}>{note}</p>}
    </div>
  )
}
