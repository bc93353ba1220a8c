/** Times for people, in the account's time zone (Shanghai by default). */
import { serverNow } from './client/serverClock.ts'
import { session } from './client/session.ts'
import { langNow } from '../text.ts'

const zone = (): string => session().UserInfo?.timeZone ?? 'Asia/Shanghai'

const formats = new Map<string, Intl.DateTimeFormat>()
function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = langNow() === 'cn' ? 'zh-CN' : 'en-GB'
  const key = `${kind}${locale}${zone()}`
  const found = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone(), hourCycle: 'h23', ...options })
  formats.set(key, found)
  return found
}

/** In English the month is a word: 05/11 means different days in Europe and America. */
const day = () => ({ year: 'numeric', month: langNow() === 'cn' ? '2-digit' : 'short', day: '2-digit' }) as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

export const showDay = (time: number | null | undefined): string => (time ? format('day', day()).format(time) : '–')
export const showTime = (time: number | null | undefined): string =>
  time ? format('time', { ...day(), ...clock }).format(time) : '–'
/** Month and day, for a chart's axis; from `2026-11-21`. */
export const showAxisDay = (date: string): string =>
  format('axis', { month: 'numeric', day: 'numeric' }).format(Date.parse(`${date}T04:00:00Z`))
/** A month; from `2026-11`. */
export const showMonth = (month: string): string =>
  format('month', { year: 'numeric', month: langNow() === 'cn' ? '2-digit' : 'short', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  )
/** A date without a time zone, such as a bank's value date; from `2026-11-21`. */
export const showDate = (date: string): string => format('date', { ...day(), timeZone: 'UTC' }).format(Date.parse(date))
/** What clocks of the account's zone show, as if it were UTC, to the minute. */
function wallOf(time: number): number {
  const parts = Object.fromEntries(
    format('wall', numbers)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'])
}
const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
/** A moment as the date field has it, such as `2026-11-23T14:02`. */
export const momentText = (time: number): string => new Date(wallOf(time)).toISOString().slice(0, 16)
/** Back from it. A moment that clocks skip is the one by which they were put forward. */
export function timeOfMoment(text: string): number {
  const wall = Date.parse(`${text}Z`)
  const near = wall - (wallOf(wall) - wall)
  return near - (wallOf(near) - wall)
}
/** The last millisecond of the day that is so many days after this time's. */
export function endOfDay(time: number, days = 0): number {
  const day = new Date(wallOf(time) + days * 86_400_000).toISOString().slice(0, 10)
  return timeOfMoment(`${day}T23:59`) + 59_999
}
export const showClock = (time: number): string => format('clock', clock).format(time)
/** The time of day, or the day if that is not today. */
export const showClockOrDay = (time: number): string =>
  showDay(time) === showDay(serverNow()) ? showClock(time) : showDay(time)
