import { FLOW_MAX_DAYS } from '#contract/trades/moneyFlow.ts'
import { dayOf, startOf, startOfDate } from '#server/core/clock.ts'
import type { FlowPeriod } from '#server/ledger/ledger.ts'
import type { Days } from '../spend/queries.ts'

/** The days that are shown of those that were asked for, both included: none that is to come, and no more than a year, the last ones. */
export function flowDays(asked: { readonly from: string; readonly until: string }, nowMs: number): Days {
  const today = dayOf(nowMs)
  const [first, last] = [asked.from, asked.until].map((date) => dayOfDate(date) ?? today).toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  const until = Math.min(last, today)
  return { from: Math.min(until, Math.max(first, until - FLOW_MAX_DAYS + 1)), until }
}

/** Undefined for a day that no month has. */
function dayOfDate(date: string): number | undefined {
  const ms = startOfDate(date)
  return Number.isNaN(ms) ? undefined : dayOf(ms)
}

export const periodOf = ({ from, until }: Days): FlowPeriod => ({
  from: new Date(startOf(from)),
  until: new Date(startOf(until + 1)),
})
