/** How a paid period becomes income over time. Pure; days have 24 hours and begin with the lot. */
import { add, share, type Cents } from '#contract/core/money.ts'
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { DAY } from '#server/core/clock.ts'

export type Lot = {
  readonly paid_cents: Cents
  readonly deferred_cents: Cents
  readonly recognised_cents: Cents
  readonly days: number
  readonly starts_at: Date
  readonly ends_at: Date
}

/** Whole days that have passed; all days once it has ended. */
export function elapsedDays({ starts_at, ends_at, days }: Lot, at: Date): number {
  if (at >= ends_at) return days
  return Math.min(days, Math.max(0, Math.floor((at.getTime() - starts_at.getTime()) / DAY)))
}

/** Income so far: floor(paid × days passed ÷ days), so the last day takes the remainder. */
export const earned = (lot: Lot, at: Date): Cents => share(lot.deferred_cents, elapsedDays(lot, at), lot.days, 'floor')

/** What was paid for the remaining days: the credit of an upgrade (docs/reference/numbers.md#plans). A day that has begun is credited in full. */
export const unused = (lot: Lot, at: Date): Cents =>
  share(lot.paid_cents, lot.days - elapsedDays(lot, at), lot.days, 'floor')

export const creditOf = (lots: readonly Lot[], at: Date): Cents => add(...lots.map((lot) => unused(lot, at)))

/** `ceil((expireAt − t) ÷ a day)`. */
export const daysLeft = (until: Date, at: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - at.getTime()) / DAY))

/** Whole days of a plan at its monthly price; a negative amount buys none, and so does any amount for a free plan. */
export const daysBought = (cents: Cents, monthCents: Cents): number =>
  monthCents === 0 ? 0 : share(Math.max(0, cents), 30, monthCents, 'floor')

/** Where lots of one kind are stored, and the account in which their money is deferred until it is income. */
export type LotBook = {
  readonly table: 'plan_lot' | 'seat_lot'
  readonly deferred: '2210' | '2220'
  readonly income: '4040' | '4050'
  readonly kind: TransferKind
}

/** What was paid for a period, and the resulting income: plans and seats. */
export const planLots: LotBook = { table: 'plan_lot', deferred: '2210', income: '4040', kind: 'PLAN_RECOGNISED' }
export const seatLots: LotBook = { table: 'seat_lot', deferred: '2220', income: '4050', kind: 'SEAT_RECOGNISED' }
