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

export const centsText = (typed: string): string => String(parse(typed) ?? '')
export const moneyText = (cents: string): string => (/^\d+$/.test(cents) ? (Number(cents) / 100).toString() : '')
