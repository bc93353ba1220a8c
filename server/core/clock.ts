import { sql, type RawBuilder } from 'kysely'

/**
 * The only source of time. SQL receives instants as parameters, so that one clock applies everywhere and tests can move it.
 *
 * On a server it is the database's time: compared every minute (clockMonitor.ts) and advanced in between by a monotonic counter. A wrong machine clock would
 * otherwise end all sessions and forget request keys.
 */
export const machineMs = (): number => (carried === undefined ? Date.now() : Math.round(carried + performance.now()))
/** The database's time at counter 0: at the last comparison, and at the last one where both clocks agreed. */
let compared: number | undefined
let carried: number | undefined
let read = machineMs

export const nowMs = (): number => read()
export const now = (): Date => new Date(read())
export const ago = (ms: number): Date => new Date(read() - ms)
export const ahead = (ms: number): Date => new Date(read() + ms)

/** Only for tests and the demo world. Without an argument, the time is real again. */
export function setClock(clock: () => number = machineMs): void {
  read = clock
}

/** Beyond this, one of the two clocks is wrong, and it is unknown which. */
const MOST_SKEW_MS = 2000
/** A smaller difference may be the round trip, so the time is not adjusted. */
const JITTER_MS = 20

/** Records that the database's clock read `databaseMs` when the counter (`performance.now()`) read `counterMs`. */
export function compareClock(databaseMs: number, counterMs: number): void {
  compared = databaseMs - counterMs
  const agreed = Math.abs(clockSkewMs()!) <= MOST_SKEW_MS
  if (carried === undefined || (agreed && Math.abs(compared - carried) > JITTER_MS)) carried = compared
}

/** How far this machine's clock is ahead of the database's, regardless of any deliberate shift. Undefined before the first comparison. */
export const clockSkewMs = (): number | undefined =>
  compared === undefined ? undefined : Math.round(Date.now() - compared - performance.now())

/** Compared and right. A clock that is set between two comparisons is detected immediately. */
export const isClockRight = (): boolean => Math.abs(clockSkewMs() ?? Infinity) <= MOST_SKEW_MS
/** Compared and wrong, or to be compared first: nothing is served, decided or swept. */
export const isClockWrong = (): boolean => Math.abs(clockSkewMs() ?? (awaited ? Infinity : 0)) > MOST_SKEW_MS

let awaited = false
/** A server's clock counts as wrong until its first comparison. A single command or a test has no comparison. */
export function awaitComparison(): void {
  awaited = true
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Days and months are those of Shanghai, which has had one offset since 1991 and no summer time. */
const OFFSET = 8 * HOUR

/** Days since 1 January 1970, the unit of statistics. */
export const dayOf = (ms: number): number => Math.floor((ms + OFFSET) / DAY)
/** The same for an instant in SQL. */
export const dayOfSql = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor((extract(epoch FROM ${at}) * 1000 + ${sql.raw(String(OFFSET))}) / ${sql.raw(String(DAY))})::int`
/** Returns the first instant of such a day. */
export const startOf = (day: number): number => day * DAY - OFFSET

/** The last midnight. */
export const dayBegan = (ms = nowMs()): Date => new Date(startOf(dayOf(ms)))

/** Formats a moment as `2026-11-21`. */
export const dateOf = (ms: number): string => new Date(ms + OFFSET).toISOString().slice(0, 10)
/** Returns the first instant of `2026-11-21`; NaN if there is no such day. */
export const startOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) - OFFSET

/** Returns the month that contains a moment. */
export const startOfMonth = (ms = nowMs()): { from: Date; until: Date } => monthOf(dateOf(ms).slice(0, 7))

/** Returns the start and end instants of `2026-03`. */
export function monthOf(text: string): { from: Date; until: Date } {
  const [year, month] = text.split('-').map(Number) as [number, number]
  return { from: new Date(Date.UTC(year, month - 1, 1) - OFFSET), until: new Date(Date.UTC(year, month, 1) - OFFSET) }
}
