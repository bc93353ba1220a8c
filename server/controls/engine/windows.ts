/** The windows of limits, in the time zone of the account. Pure. */
import type { Limit } from '#contract/controls/documents.ts'
import type { LimitWindow } from '#contract/controls/stoppedBy.ts'
import { DAY, HOUR } from '#server/core/clock.ts'

/** From `start` on, before `end`. */
export type Span = { readonly start: number; readonly end: number }
type Timed = Pick<Limit, 'window' | 'hours'>

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** What clocks of the zone show, as if it were UTC, to the second. */
export function wallOf(zone: string, ms: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(ms)) part[type] = Number(value)
  return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
}

/** The first instant of a day of the zone. Where clocks skip midnight, the day begins later; where midnight comes twice, at the first. */
function startOfDay(zone: string, day: number): number {
  const offsets = [-2 * DAY, 2 * DAY].map((by) => wallOf(zone, day + by) - (day + by))
  const starts = offsets.map((offset) => day - offset).toSorted((a, b) => a - b)
  return starts.find((start) => Math.floor(wallOf(zone, start) / DAY) * DAY === day) ?? starts[0]!
}

/** Rolling hours are counted in so many equal parts. */
export const PARTS = 24
export const partMs = ({ hours = 0 }: Timed): number => (hours * HOUR) / PARTS

const MONTHS = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const

function calendarSpan(window: 'DAY' | 'WEEK' | keyof typeof MONTHS, zone: string, at: number): Span {
  const today = Math.floor(wallOf(zone, at) / DAY) * DAY
  if (window === 'DAY') return { start: startOfDay(zone, today), end: startOfDay(zone, today + DAY) }
  const date = new Date(today)
  if (window === 'WEEK') {
    const monday = today - ((date.getUTCDay() + 6) % 7) * DAY
    return { start: startOfDay(zone, monday), end: startOfDay(zone, monday + 7 * DAY) }
  }
  const months = MONTHS[window]
  const [year, first] = [date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months]
  return { start: startOfDay(zone, Date.UTC(year, first, 1)), end: startOfDay(zone, Date.UTC(year, first + months, 1)) }
}

/** The calendar windows that were asked for last, by their zone: nearly always the current ones. */
const last: Record<Exclude<LimitWindow, 'ALL' | 'HOURS'>, Map<string, Span>> = {
  DAY: new Map(),
  WEEK: new Map(),
  MONTH: new Map(),
  QUARTER: new Map(),
  YEAR: new Map(),
}

/** The window that holds a moment; of rolling hours, the part that does. */
export function spanOf({ window, hours }: Timed, zone: string, at: number): Span {
  if (window === 'ALL') return { start: 0, end: Infinity }
  if (window === 'HOURS') {
    const size = partMs({ window, hours })
    const start = Math.floor(at / size) * size
    return { start, end: start + size }
  }
  const known = last[window].get(zone)
  if (known && known.start <= at && at < known.end) return known
  const span = calendarSpan(window, zone, at)
  last[window].set(zone, span)
  return span
}

/** Since when counters count towards the limit: the start of the window, or of the oldest part of rolling hours. */
export const currentSince = (limit: Timed, zone: string, now: number): number => {
  const { start } = spanOf(limit, zone, now)
  return limit.window === 'HOURS' ? start - (PARTS - 1) * partMs(limit) : start
}
