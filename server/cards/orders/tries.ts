import { ahead, HOUR, MINUTE, SECOND } from '#server/core/clock.ts'

/** How long to wait for an answer before looking again, by the number of tries; then every hour, until there is one. */
export const WAITS_MS = [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

export const nextTryAt = (tries: number): Date => ahead(WAITS_MS[tries - 1] ?? HOUR)

/** An opening whose first job never started is found by the sweep. */
export const firstTryAt = (): Date => ahead(MINUTE)
