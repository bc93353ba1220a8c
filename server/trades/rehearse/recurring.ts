import { DAY } from '#server/core/clock.ts'

export type Charges = { readonly times: readonly number[]; readonly nowMs: number }

const SHORTEST_DAYS = 5
const LONGEST_DAYS = 35
/** A month has 28 to 31 days, and merchants do not work at night. */
const SPREAD = 0.25

/**
 * Do these charges repeat? At least three in even steps of about a week to about a month, the last not long ago. Gives
 * the step and when the next is due. Two purchases a minute apart are one habit, not a subscription.
 */
export function recurring({ times, nowMs }: Charges): { everyDays: number; nextTime: number } | undefined {
  const sorted = times.toSorted((a, b) => a - b)
  if (sorted.length < 3) return undefined
  const steps = sorted.slice(1).map((time, at) => time - sorted[at]!)
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)]!
  if (middle < SHORTEST_DAYS * DAY || middle > LONGEST_DAYS * DAY) return undefined
  if (steps.some((step) => Math.abs(step - middle) > middle * SPREAD)) return undefined
  const last = sorted.at(-1)!
  if (nowMs - last > middle * (1 + 2 * SPREAD)) return undefined
  return { everyDays: Math.round(middle / DAY), nextTime: Math.max(nowMs, last + middle) }
}
