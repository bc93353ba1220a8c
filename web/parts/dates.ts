/** Times for people, in the account's time zone (Shanghai by default). */
import { serverNow } from './client/serverClock.ts'
import { session } from './client/session.ts'
import { endOfDayIn, momentIn, timeIn } from './moments.ts'
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

/** In English the month is a word of three letters, September too: 05/11 means different days in Europe and America. */
const written = (text: string): string => text.replace('Sept', 'Sep')
const day = () => ({ year: 'numeric', month: langNow() === 'cn' ? '2-digit' : 'short', day: '2-digit' }) as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

export const showDay = (time: number | null | undefined): string =>
  time ? written(format('day', day()).format(time)) : '–'
export const showTime = (time: number | null | undefined): string =>
  time ? written(format('time', { ...day(), ...clock }).format(time)) : '–'
/** Without the year and the seconds, where a row has little room. */
export const showShortTime = (time: number): string =>
  written(format('short', { month: day().month, day: '2-digit', hour: '2-digit', minute: '2-digit' }).format(time))
/** Month and day, for a chart's axis; from `2026-11-21`. */
export const showAxisDay = (date: string): string =>
  written(
    format('axis', { month: langNow() === 'cn' ? 'numeric' : 'short', day: 'numeric' }).format(
      Date.parse(`${date}T04:00:00Z`),
    ),
  )
/** A month; from `2026-11`. */
export const showMonth = (month: string): string =>
  written(
    format('month', { year: 'numeric', month: langNow() === 'cn' ? '2-digit' : 'short', timeZone: 'UTC' }).format(
      Date.parse(`${month}-01`),
    ),
  )
/** A date without a time zone, such as a bank's value date; from `2026-11-21`. */
export const showDate = (date: string): string =>
  written(format('date', { ...day(), timeZone: 'UTC' }).format(Date.parse(date)))
/** A moment as the date field has it, such as `2026-11-23T14:02`. */
export const momentText = (time: number): string => momentIn(zone(), time)
export const timeOfMoment = (text: string): number => timeIn(zone(), text)
/** The last millisecond of the day that is so many days after this time's. */
export const endOfDay = (time: number, days = 0): number => endOfDayIn(zone(), time, days)
export const showClock = (time: number): string => format('clock', clock).format(time)
/** The time of day, or the day if that is not today. */
export const showClockOrDay = (time: number): string =>
  showDay(time) === showDay(serverNow()) ? showClock(time) : showDay(time)
