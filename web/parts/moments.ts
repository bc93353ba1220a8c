/** Moments as clocks of a time zone show them, such as `2026-11-23T14:02`. Pure. */

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const found = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numbers })
  formats.set(zone, found)
  return found
}

/** What clocks show, as if it were UTC, to the minute. */
function wallOf(zone: string, time: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(time)) part[type] = Number(value)
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'])
}

export const momentIn = (zone: string, time: number): string => new Date(wallOf(zone, time)).toISOString().slice(0, 16)

/** When clocks show this: the first time of two. What clocks skip is as much later as they were put forward. */
export function timeIn(zone: string, text: string): number {
  const wall = Date.parse(`${text}Z`)
  const offsets = [-1, 1].map((days) => wallOf(zone, wall + days * DAY_MS) - (wall + days * DAY_MS))
  const times = offsets.map((offset) => wall - offset).toSorted((a, b) => a - b)
  return times.find((time) => wallOf(zone, time) === wall) ?? times.at(-1)!
}

const DAY_MS = 86_400_000

/** The last millisecond of the day that is so many days after this time's. */
export function endOfDayIn(zone: string, time: number, days: number): number {
  const day = new Date(wallOf(zone, time) + days * DAY_MS).toISOString().slice(0, 10)
  return timeIn(zone, `${day}T23:59`) + 59_999
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** A browser's clock may be that much behind the server's. */
const APART_MS = 10_000

/** How long ago a moment of the last day was, in the largest whole unit; nothing of an older moment, and of one to come. */
export function since(time: number, now: number): { unit: 'now' | 'minutes' | 'hours'; count: number } | undefined {
  const ms = now - time
  if (ms < -APART_MS || ms >= DAY_MS) return undefined
  if (ms < MINUTE_MS) return { unit: 'now', count: 0 }
  return ms < HOUR_MS
    ? { unit: 'minutes', count: Math.floor(ms / MINUTE_MS) }
    : { unit: 'hours', count: Math.floor(ms / HOUR_MS) }
}
