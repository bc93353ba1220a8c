/** Moves what was told by whole days, with every id that begins with its time. Days stay days: what is kept for a day of a card or a merchant stays right. */
import { DAY, startOfMonth } from '#server/core/clock.ts'
import { base32, timeOfId } from '#server/core/ids.ts'

/** Accounts keep their ids: an account's cell is computed from it. Nothing sorts accounts by their age. */
const ID = /\b(?!usr_)([a-z]{2,4}_)([0-7][0-9A-HJKMNP-TV-Z]{9})([0-9A-HJKMNP-TV-Z]{16})\b/g
const DATE = /\b\d{4}-\d\d-\d\d(?=\b|T)/g
const MONTH = /(?<![\d-])\d{4}-(?:0\d|1[0-2])(?![\d-])/g
/** Milliseconds since 1970, of these years. */
const MS = /(?<![\w.])1[6-9]\d{11}(?![\w.])/g

export type Shift = {
  readonly days: number
  readonly ms: number
  /** Numbers of milliseconds, or 0 for never. */
  moment(ms: number): number
  /** `2026-11` or the first day of a month. */
  month(text: string): string
  date(text: string): string
  text(text: string): string
}

/** By the days between two moments. Months move by the months between them, so that no two of them become one. */
export function shiftFrom(fromMs: number, toMs: number): Shift {
  const days = Math.floor((toMs - fromMs) / DAY)
  const ms = days * DAY
  const months = monthNumber(startOfMonth(fromMs + ms).from) - monthNumber(startOfMonth(fromMs).from)
  const date = (text: string): string =>
    new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + ms).toISOString().slice(0, 10)
  const month = (text: string): string => {
    const [year, number] = text.split('-').map(Number) as [number, number]
    const moved = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString()
    return moved.slice(0, text.length)
  }
  return {
    ...{ days, ms, date, month },
    moment: (at) => (at === 0 ? 0 : at + ms),
    text: (text) =>
      text
        .replace(ID, (id, prefix: string, _: string, rest: string) => prefix + base32(timeOfId(id) + ms, 10) + rest)
        .replace(DATE, date)
        .replace(MONTH, month)
        .replace(MS, (number) => String(Number(number) + ms)),
  }
}

const monthNumber = (at: Date): number => {
  const middle = new Date(at.getTime() + 15 * DAY)
  return middle.getUTCFullYear() * 12 + middle.getUTCMonth()
}
