/** The only source of time. SQL gets its instants as parameters, so that one clock rules everything and tests can move it. */
let read = (): number => Date.now()

export const nowMs = (): number => read()
export const now = (): Date => new Date(read())
export const ago = (ms: number): Date => new Date(read() - ms)
export const ahead = (ms: number): Date => new Date(read() + ms)

/** Tests and the seed of the demo world only. Without an argument the machine's own clock rules again. */
export function setClock(clock: () => number = () => Date.now()): void {
  read = clock
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
