import type { ChargeState, Interval } from '#contract/trades/recurring.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY } from '#server/core/clock.ts'

/** One approved purchase. */
export type Charge = { readonly time: number; readonly amountCents: Cents; readonly feeCents: Cents }

export type Recurring = {
  readonly unit: Interval
  readonly everyDays: number
  readonly times: number
  readonly last: Charge
  /** The amount before the last, if it was the same twice and the last differs. */
  readonly formerCents?: Cents
  readonly leastCents: Cents
  readonly mostCents: Cents
  readonly state: ChargeState
  readonly confidence: 'HIGH' | 'LOW'
  /** The next charge, now if it is overdue. Absent if the charge was cancelled. */
  readonly nextTime?: number
  /** All that are expected from now until then. */
  readonly until: (untilMs: number) => number[]
}

const SHORTEST_DAYS = 5
const LONGEST_DAYS = 100
/** Months have 28 to 31 days, and merchants do not charge at night. */
const SPREAD = 0.25
/** A charge is missed when half an interval has passed after its day. */
const LATE = 2 * SPREAD
/** Nobody who paid once a year has three charges: two of nearly the same amount are enough. */
const YEAR_DAYS = [355, 375] as const
const YEARLY_CHANGE = 0.1
/** A charge that was cancelled longer ago is of no interest. */
const MISSED_AND_OVER = 4

/**
 * Recognizes the recurring charges of one card at one merchant. A merchant with several subscriptions has no interval over all its charges, so those of equal amount are
 * tried then.
 */
export function recognize(charges: readonly Charge[], nowMs: number): Recurring[] {
  const all = series(charges, nowMs)
  if (all) return [all]
  const groups = [...Map.groupBy(charges, ({ amountCents }) => amountCents).values()]
  return groups.length === 1 ? [] : groups.flatMap((group) => series(group, nowMs) ?? [])
}

/** Still expected at its time: not missed, not cancelled. */
export const isExpected = ({ state }: Pick<Recurring, 'state'>): boolean => state === 'EXPECTED' || state === 'CHANGED'

function series(charges: readonly Charge[], nowMs: number): Recurring | undefined {
  const sorted = charges.toSorted((a, b) => a.time - b.time)
  const interval = intervalOf(sorted)
  if (!interval) return undefined
  const { unit, middle } = interval
  const last = sorted.at(-1)!
  const nth = (n: number) => (unit === 'MONTH' ? addMonths(sorted, n) : last.time + n * middle)
  let missed = 0
  while (missed < MISSED_AND_OVER && nth(missed + 1) + LATE * middle < nowMs) missed++
  if (missed === MISSED_AND_OVER) return undefined
  const amounts = sorted.map(({ amountCents }) => amountCents)
  const [former, earlier] = [amounts.at(-2)!, amounts.at(-3)]
  const changed = former === earlier && former !== last.amountCents
  const nextTime = Math.max(nowMs, nth(missed + 1))
  return {
    unit,
    everyDays: Math.round(middle / DAY),
    times: sorted.length,
    last,
    ...(changed && { formerCents: former }),
    leastCents: Math.min(...amounts),
    mostCents: Math.max(...amounts),
    state: missed > 1 ? 'CANCELLED' : missed === 1 ? 'MISSED' : changed ? 'CHANGED' : 'EXPECTED',
    confidence: interval.even && sorted.length > 3 ? 'HIGH' : 'LOW',
    ...(missed < 2 && { nextTime }),
    until(untilMs) {
      const times = missed < 2 && nextTime <= untilMs ? [nextTime] : []
      if (times.length > 0) for (let n = missed + 2; nth(n) <= untilMs; n++) times.push(nth(n))
      return times
    },
  }
}

/** At least three charges at regular steps; one of the steps may be double, because a charge was declined or skipped, if two others are not. */
function intervalOf(sorted: readonly Charge[]): { unit: Interval; middle: number; even: boolean } | undefined {
  const steps = sorted.slice(1).map(({ time }, at) => time - sorted[at]!.time)
  if (steps.length === 0) return undefined
  const middle = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)]!
  const days = middle / DAY
  const yearly = days >= YEAR_DAYS[0] && days <= YEAR_DAYS[1]
  if (!yearly && (days < SHORTEST_DAYS || days > LONGEST_DAYS)) return undefined
  const off = (step: number) => Math.abs(step - middle) / middle
  const uneven = steps.filter((step) => off(step) > SPREAD)
  const gaps = uneven.filter((step) => off(step / 2) <= SPREAD / 2)
  if (uneven.length > gaps.length || gaps.length > 1) return undefined
  const singles = steps.length - gaps.length
  if (yearly && steps.length === 1) {
    const [first, second] = sorted.map(({ amountCents }) => amountCents) as [Cents, Cents]
    if (Math.abs(second - first) > first * YEARLY_CHANGE) return undefined
  } else if (singles < 2) return undefined
  const even = gaps.length === 0 && steps.every((step) => off(step) <= SPREAD / 2)
  return { unit: yearly ? 'YEAR' : unitOf(sorted, middle), middle, even }
}

/** Thirty days and a month are told apart by which of them misses the charges by fewer days; the hour of a charge varies with both. */
function unitOf(sorted: readonly Charge[], middle: number): Interval {
  const days = Math.round(middle / DAY)
  if (days === 7) return 'WEEK'
  if (days < 28 || days > 31) return 'DAY'
  const missedBy = (next: (upTo: readonly Charge[]) => number) =>
    sorted
      .slice(1)
      .reduce((sum, { time }, at) => sum + Math.round(Math.abs(time - next(sorted.slice(0, at + 1))) / DAY), 0)
  const byMonths = missedBy((upTo) => addMonths(upTo, 1))
  return byMonths <= missedBy((upTo) => upTo.at(-1)!.time + middle) ? 'MONTH' : 'DAY'
}

/** The same day of a later month. What is charged on the 31st is charged on the last day of shorter months, and on the 31st again afterwards. */
function addMonths(sorted: readonly Charge[], months: number): number {
  const last = new Date(sorted.at(-1)!.time)
  const daysOf = (month: number) => new Date(Date.UTC(last.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const [day, month] = [last.getUTCDate(), last.getUTCMonth()]
  const anchor = day === daysOf(month) ? Math.max(...sorted.map(({ time }) => new Date(time).getUTCDate())) : day
  return (
    Date.UTC(last.getUTCFullYear(), month + months, Math.min(anchor, daysOf(month + months))) + (last.getTime() % DAY)
  )
}
