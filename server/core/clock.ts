import { sql, type RawBuilder } from 'kysely'

/**
 * The only source of time. SQL gets its instants as parameters, so that one clock rules everything and tests can move it.
 *
 * In a server it is the database's time: compared every minute (clockMonitor.ts) and carried on in between by a counter that
 * nobody can set. A machine whose clock is wrong would otherwise end everybody's sessions and forget request keys.
 */
export const machineMs = (): number => (carried === undefined ? Date.now() : Math.round(carried + performance.now()))
/** The database's time when the counter was 0: as last compared, and as last agreed on by both clocks. */
let compared: number | undefined
let carried: number | undefined
let read = machineMs

export const nowMs = (): number => read()
export const now = (): Date => new Date(read())
export const ago = (ms: number): Date => new Date(read() - ms)
export const ahead = (ms: number): Date => new Date(read() + ms)

/** Tests and the demo world only. Without an argument the time is not moved any more. */
export function setClock(clock: () => number = machineMs): void {
  read = clock
}

/** Beyond this, one of the two clocks is wrong, and nobody knows which. */
const MOST_SKEW_MS = 2000
/** Less than this may be the round trip: the time does not step for it. */
const JITTER_MS = 20

/** The database's clock said `databaseMs` when the counter (`performance.now()`) said `counterMs`. */
export function compareClock(databaseMs: number, counterMs: number): void {
  compared = databaseMs - counterMs
  const agreed = Math.abs(clockSkewMs()!) <= MOST_SKEW_MS
  if (carried === undefined || (agreed && Math.abs(compared - carried) > JITTER_MS)) carried = compared
}

/** How far this machine's clock is ahead of the database's, however far the time was moved on purpose. Undefined: not compared yet. */
export const clockSkewMs = (): number | undefined =>
  compared === undefined ? undefined : Math.round(Date.now() - compared - performance.now())

/** Compared, and right. A clock that is set between two comparisons is found at once. */
export const isClockRight = (): boolean => Math.abs(clockSkewMs() ?? Infinity) <= MOST_SKEW_MS
/** Compared, and wrong: nothing is served, decided or swept. */
export const isClockWrong = (): boolean => Math.abs(clockSkewMs() ?? 0) > MOST_SKEW_MS

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Days and months are those of Shanghai, which has had one offset since 1991 and no summer time. */
const OFFSET = 8 * HOUR

/** Days since the first of 1970: what statistics are counted by. */
export const dayOf = (ms: number): number => Math.floor((ms + OFFSET) / DAY)
/** The same of an instant in SQL. */
export const dayOfSql = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor((extract(epoch FROM ${at}) * 1000 + ${sql.raw(String(OFFSET))}) / ${sql.raw(String(DAY))})::int`
/** The first instant of such a day. */
export const startOf = (day: number): number => day * DAY - OFFSET

/** The last midnight. */
export const dayBegan = (ms = nowMs()): Date => new Date(startOf(dayOf(ms)))

/** `2026-11-21`, of a moment. */
export const dateOf = (ms: number): string => new Date(ms + OFFSET).toISOString().slice(0, 10)
/** The first instant of `2026-11-21`; NaN if there is no such day. */
export const startOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) - OFFSET

/** The month that a moment is in. */
export const startOfMonth = (ms = nowMs()): { from: Date; until: Date } => monthOf(dateOf(ms).slice(0, 7))

/** `2026-03` as the instants where it begins and ends. */
export function monthOf(text: string): { from: Date; until: Date } {
  const [year, month] = text.split('-').map(Number) as [number, number]
  return { from: new Date(Date.UTC(year, month - 1, 1) - OFFSET), until: new Date(Date.UTC(year, month, 1) - OFFSET) }
}
