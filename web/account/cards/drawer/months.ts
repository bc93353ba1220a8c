/** Statement months, `2026-11`, in the Shanghai calendar. */
import { serverNow } from '#web/parts/client/serverClock.ts'
const SHANGHAI_MS = 8 * 3_600_000

export const monthOf = (time: number): string => new Date(time + SHANGHAI_MS).toISOString().slice(0, 7)
export const monthNow = (): string => monthOf(serverNow())

export function monthsAfter(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
