/**
 * What is remembered of one card between its authorizations, so that no rule has to count rows. Lives in `card_usage`,
 * is read and written with the card's money under one lock, and is changed here in memory, request by request.
 */
import type { Cents } from '#contract/core/money.ts'
import { HOUR, dayOf } from '#server/core/clock.ts'
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
  /** `time:fingerprint:authorization` words of the last approvals. */
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

export function isRepeated(usage: Usage, print: string, now: number, withinMs: number): boolean {
  const same = `:${print}:`
  return (
    usage.recent.includes(same) &&
    usage.recent
      .split(' ')
      .some((word) => word.includes(same) && now - Number.parseInt(word.slice(0, word.indexOf(':')), 36) < withinMs)
  )
}

/** A purchase counts in its hour and in its day. */
export function approved(usage: Usage, amount: Cents, now: number): void {
  usage.hourCount = approvalsThisHour(usage, now) + 1
  usage.hour = Math.floor(now / HOUR)
  grown(usage, amount, now)
  usage.approved++
}

/** More of a purchase that was counted already. */
export function grown(usage: Usage, amount: Cents, now: number): void {
  usage.dayCents = spentToday(usage, now) + amount
  usage.day = dayOf(now)
}

/** The end of an authorization's id tells it from the other approvals that are remembered of its card. */
const endOf = (authId: string): string => authId.slice(-6)

export function remember(usage: Usage, print: string, authId: string, now: number): void {
  const kept = usage.recent === '' ? [] : usage.recent.split(' ')
  if (kept.length >= REMEMBERED) kept.shift()
  kept.push(`${now.toString(36)}:${print}:${endOf(authId)}`)
  usage.recent = kept.join(' ')
}

/** A full reversal means that the purchase did not happen, so the next try is no duplicate. */
export const forget = (recent: string, authId: string): string =>
  recent
    .split(' ')
    .filter((word) => !word.endsWith(`:${endOf(authId)}`))
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
