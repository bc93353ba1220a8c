/** On which days monthly fees are due: each month on the card's day of opening, on the last day of a month that is too short for it. Days as in `dayOf`. */
import { dateOf, dayOf, startOf } from '#server/core/clock.ts'

const LONGEST_MONTH = 31

/** The month of a day, `2026-12`. */
export const monthOfDay = (day: number): string => dateOf(startOf(day)).slice(0, 7)
const numberInMonth = (day: number): number => Number(dateOf(startOf(day)).slice(8))

/** Days of the month: cards that were opened on one of them have a fee on this day. */
export function openedOnFor(day: number): number[] {
  const number = numberInMonth(day)
  const isLast = numberInMonth(day + 1) === 1
  return isLast ? Array.from({ length: LONGEST_MONTH - number + 1 }, (_, more) => number + more) : [number]
}

/** The first such day of a card from a given day on. The month of opening has none: it is part of the opening. */
export function nextDueDay(openedMs: number, from: number): number {
  const opened = dayOf(openedMs)
  const number = numberInMonth(opened)
  let day = Math.max(from, opened + 1)
  while (monthOfDay(day) === monthOfDay(opened) || !openedOnFor(day).includes(number)) day++
  return day
}
