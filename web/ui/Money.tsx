import { show } from '#contract/core/money.ts'
import css from './Money.module.css'

/** An amount in minor units: truncated to its currency's decimals, tabular figures, with its currency. */
export function Money({
  cents,
  unit = 'USD',
  sign = 'auto',
  strong,
  size,
}: {
  cents: number | null | undefined
  unit?: string
  /** `always` also shows a plus, for movements. */
  sign?: 'auto' | 'always' | undefined
  strong?: boolean
  size?: 'l' | 'xl'
}) {
  if (cents == null) return <span className={css.none}>–</span>
  // Outgoing money is nothing bad, a balance below zero is.
  const tone = sign === 'always' ? cents > 0 && css.in : cents < 0 && css.out
  return (
    <span className={[css.money, strong && css.strong, size && css[size], tone].filter(Boolean).join(' ')}>
      {show(cents, unit, sign)}
    </span>
  )
}
