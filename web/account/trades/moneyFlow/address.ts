/** What the page of the money flow shows, as its address says it. */
import type { Input } from '#contract/core/call.ts'
import { flowDay, type moneyFlow } from '#contract/trades/moneyFlow.ts'
import { dayRanges, dayText } from '#web/parts/lists/filterValues.ts'

export type FlowDays = Input<typeof moneyFlow>
export const flowPresets = ['d7', 'd30', 'd90', 'thisMonth', 'lastMonth'] as const
export type FlowPreset = (typeof flowPresets)[number]

const DAY_MS = 86_400_000

/** The days of a preset, none of them to come. */
export function daysOfPreset(preset: FlowPreset, now: number): FlowDays {
  const { today, last7Days, last30Days, thisMonth, lastMonth } = dayRanges(now)
  const { start, end } = {
    d7: last7Days,
    d30: last30Days,
    d90: { start: dayText(String(now - 89 * DAY_MS)), end: today.end },
    thisMonth: { start: thisMonth.start, end: today.end },
    lastMonth,
  }[preset]
  return { from: start, until: end }
}

/** Two days, or a preset, as links to the page have it; thirty days where the address says neither. */
export function flowDaysFrom(search: URLSearchParams, now: number): FlowDays {
  const [from, until] = [search.get('from') ?? '', search.get('until') ?? '']
  if (flowDay.test(from) && flowDay.test(until)) return { from, until }
  return daysOfPreset(flowPresets.find((preset) => preset === search.get('period')) ?? 'd30', now)
}

/** The preset that has these days, if one has: of two, the first. */
export const presetOf = (days: FlowDays, now: number): FlowPreset | undefined =>
  flowPresets.find((preset) => {
    const { from, until } = daysOfPreset(preset, now)
    return from === days.from && until === days.until
  })

export const isTable = (search: URLSearchParams): boolean => search.get('view') === 'table'
