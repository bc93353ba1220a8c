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
