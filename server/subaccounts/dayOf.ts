import { HOUR } from '../clock.ts'

/** `2026-11-21`, in Shanghai, for words that go to people. */
export const dayOf = (at: Date): string => new Date(at.getTime() + 8 * HOUR).toISOString().slice(0, 10)
