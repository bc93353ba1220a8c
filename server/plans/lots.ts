/** What a paid time is worth as it passes. Pure; days are of 24 hours and begin with the lot. */
import { add, share, type Cents } from '#contract/core/money.ts'
import { DAY } from '../core/clock.ts'

export type Lot = {
  readonly paid_cents: Cents
  readonly deferred_cents: Cents
  readonly recognised_cents: Cents
  readonly days: number
  readonly starts_at: Date
  readonly ends_at: Date
}

/** Whole days that have passed; all of them once it has ended. */
export function elapsedDays({ starts_at, ends_at, days }: Lot, at: Date): number {
  if (at >= ends_at) return days
  return Math.min(days, Math.max(0, Math.floor((at.getTime() - starts_at.getTime()) / DAY)))
}

/** Income so far: floor(paid × days passed ÷ days), so the last day takes the remainder. */
export const earned = (lot: Lot, at: Date): Cents => share(lot.deferred_cents, elapsedDays(lot, at), lot.days, 'floor')

/**
 * What the days that are left were paid with: what an upgrade gives back (docs/reference/numbers.md#plans). A day that has
 * begun is given back whole.
 */
export const unused = (lot: Lot, at: Date): Cents =>
  share(lot.paid_cents, lot.days - elapsedDays(lot, at), lot.days, 'floor')

export const creditOf = (lots: readonly Lot[], at: Date): Cents => add(...lots.map((lot) => unused(lot, at)))

/** `ceil((expireAt − t) ÷ a day)`. */
export const daysLeft = (until: Date, at: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - at.getTime()) / DAY))

/** Whole days of a plan at its price of a month; less than nothing buys none, and neither does anything of a plan that is free. */
export const daysBought = (cents: Cents, monthCents: Cents): number =>
  monthCents === 0 ? 0 : share(Math.max(0, cents), 30, monthCents, 'floor')
