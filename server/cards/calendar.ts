import { DAY, HOUR, nowMs } from '../clock.ts'

/** Days and months are those of Shanghai, which has had one offset since 1991 and no summer time. */
const OFFSET = 8 * HOUR

export const startOfDay = (ms = nowMs()): Date => new Date(Math.floor((ms + OFFSET) / DAY) * DAY - OFFSET)

/** The month that a moment is in. */
export function startOfMonth(ms = nowMs()): { from: Date; until: Date } {
  return monthOf(new Date(ms + OFFSET).toISOString().slice(0, 7))
}

/** `2026-03` as the instants where it begins and ends. */
export function monthOf(text: string): { from: Date; until: Date } {
  const [year, month] = text.split('-').map(Number) as [number, number]
  return { from: new Date(Date.UTC(year, month - 1, 1) - OFFSET), until: new Date(Date.UTC(year, month, 1) - OFFSET) }
}
