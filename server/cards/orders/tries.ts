import { ahead, HOUR, MINUTE, SECOND } from '#server/core/clock.ts'

/** The wait for an answer before the next check, by number of attempts; then every hour until there is an answer. */
export const WAITS_MS = [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

export const nextTryAt = (tries: number): Date => ahead(WAITS_MS[tries - 1] ?? HOUR)

/** The sweep finds an opening whose first job never started. */
export const firstTryAt = (): Date => ahead(MINUTE)
