/** Converts between typed filter values, the address and the server's parameters. */
import { parse } from '#contract/core/money.ts'

/** Days begin in Shanghai, whatever the browser's time zone, as in statements. */
const SHANGHAI_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - SHANGHAI_MS
export const dayStart = (day: string): string => (day ? String(startOf(day)) : '')
export const dayEnd = (day: string): string => (day ? String(startOf(day) + DAY_MS - 1) : '')
export const dayText = (time: string | undefined): string =>
  time && Number.isFinite(Number(time)) ? new Date(Number(time) + SHANGHAI_MS).toISOString().slice(0, 10) : ''

/** First and last day of the ranges that a filter by days offers; `now` in milliseconds. */
export function dayRanges(now: number) {
  const today = dayText(String(now))
  const [year, month] = today.split('-').map(Number) as [number, number]
  const day = (inMonth: number, of: number) => new Date(Date.UTC(year, inMonth, of)).toISOString().slice(0, 10)
  return {
    today: { start: today, end: today },
    last7Days: { start: dayText(String(now - 6 * DAY_MS)), end: today },
    last30Days: { start: dayText(String(now - 29 * DAY_MS)), end: today },
    thisMonth: { start: day(month - 1, 1), end: day(month, 0) },
    lastMonth: { start: day(month - 2, 1), end: day(month - 1, 0) },
  }
}

export const centsText = (typed: string): string => String(parse(typed) ?? '')
export const moneyText = (cents: string): string => (/^\d+$/.test(cents) ? (Number(cents) / 100).toString() : '')
