import type { SpendPeriod } from '#contract/trades/spend.ts'
import { dayOf, startOfMonth } from '#server/core/clock.ts'
import type { Days } from './queries.ts'

const firstOfMonth = (day: Date): number => dayOf(startOfMonth(day.getTime()).from.getTime())

/** The days of a period, and those that it is compared with: as many days before, of a month the month before; of a month that has not ended, as many of its first days. */
export function periodsOf(period: SpendPeriod, nowMs: number): { now: Days; before: Days } {
  const today = dayOf(nowMs)
  if (period === '30' || period === '90') {
    const from = today - Number(period) + 1
    return { now: { from, until: today }, before: { from: from - Number(period), until: from - 1 } }
  }
  const thisMonth = startOfMonth(nowMs).from
  const lastMonth = new Date(thisMonth.getTime() - 1)
  const first = { this: dayOf(thisMonth.getTime()), last: firstOfMonth(lastMonth) }
  if (period === 'lastMonth') {
    const monthBefore = firstOfMonth(new Date(startOfMonth(lastMonth.getTime()).from.getTime() - 1))
    return { now: { from: first.last, until: first.this - 1 }, before: { from: monthBefore, until: first.last - 1 } }
  }
  return {
    now: { from: first.this, until: today },
    before: { from: first.last, until: Math.min(first.last + today - first.this, first.this - 1) },
  }
}
