/**
 * What is remembered of one card between its authorizations, so that no rule has to count rows. Lives in `card_usage`,
 * is read and written with the card's money under one lock, and is changed here in memory, request by request.
 */
import type { Cents } from '../../../contract/money.ts'
import { dayOf } from '../../calendar.ts'
import { HOUR } from '../../clock.ts'
import type { Limits } from './limits.ts'

export type Usage = {
  wrongCvc: number
  wrongCvcSince: number
  blockedUntil: number
  short: number
  shortSince: number
  hour: number
  hourCount: number
  day: number
  dayCents: Cents
  /** `time:fingerprint` words of the last approvals. */
  recent: string
  rateDay: number
  approved: number
  declined: number
}

export const unused = (): Usage => ({
  wrongCvc: 0,
  wrongCvcSince: 0,
  blockedUntil: 0,
  short: 0,
  shortSince: 0,
  hour: 0,
  hourCount: 0,
  day: 0,
  dayCents: 0,
  recent: '',
  rateDay: 0,
  approved: 0,
  declined: 0,
})

export const approvalsThisHour = (usage: Usage, now: number): number =>
  usage.hour === Math.floor(now / HOUR) ? usage.hourCount : 0
export const spentToday = (usage: Usage, now: number): Cents => (usage.day === dayOf(now) ? usage.dayCents : 0)

/** How many approvals are remembered: a burst of the same purchase is caught, a busy card costs no more than a quiet one. */
const REMEMBERED = 12

export const isRepeated = (usage: Usage, print: string, now: number, withinMs: number): boolean =>
  usage.recent.includes(`:${print}`) &&
  usage.recent.split(' ').some((word) => {
    const colon = word.indexOf(':')
    return word.slice(colon + 1) === print && now - Number.parseInt(word.slice(0, colon), 36) < withinMs
  })

export function approved(usage: Usage, amount: Cents, print: string, now: number): void {
  const [hour, day] = [Math.floor(now / HOUR), dayOf(now)]
  usage.hourCount = approvalsThisHour(usage, now) + 1
  usage.hour = hour
  usage.dayCents = spentToday(usage, now) + amount
  usage.day = day
  const kept = usage.recent === '' ? [] : usage.recent.split(' ')
  if (kept.length >= REMEMBERED) kept.shift()
  kept.push(`${now.toString(36)}:${print}`)
  usage.recent = kept.join(' ')
  usage.approved++
}

/** A full reversal means that the purchase did not happen, so the next try is no duplicate. */
export const forget = (recent: string, print: string): string =>
  recent
    .split(' ')
    .filter((word) => !word.endsWith(`:${print}`))
    .join(' ')

/** The third within the window blocks the card. */
export function wrongCvc(usage: Usage, now: number, { wrongCvcMax, wrongCvcWithinMs, wrongCvcBlockMs }: Limits): void {
  if (now - usage.wrongCvcSince >= wrongCvcWithinMs) [usage.wrongCvc, usage.wrongCvcSince] = [0, now]
  if (++usage.wrongCvc < wrongCvcMax) return
  usage.blockedUntil = now + wrongCvcBlockMs
  ;[usage.wrongCvc, usage.wrongCvcSince] = [0, 0]
}

/** True at the last straw: the owner should have a look before the merchant tries again and ruins the decline rate. */
export function ranShort(usage: Usage, now: number, { shortMax, shortWithinMs }: Limits): boolean {
  if (now - usage.shortSince >= shortWithinMs) [usage.short, usage.shortSince] = [0, now]
  if (++usage.short < shortMax) return false
  ;[usage.short, usage.shortSince] = [0, 0]
  return true
}
