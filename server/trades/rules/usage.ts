/**
 * The usage of one card between authorizations, so that no rule has to count rows. Stored in `card_usage`, read and written with the card's money under one
 * lock, and changed here in memory, request by request.
 */
import type { Cents } from '#contract/core/money.ts'
import type { Counters } from '#server/controls/controls.ts'
import { HOUR, dayOf } from '#server/core/clock.ts'

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
  /** The last approvals, in a ring of slots: {@link remember}. */
  recent: Buffer
  rateDay: number
  approved: number
  declined: number
  /** What the limits of the owner's controls have counted. */
  counters: Counters
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
  recent: Buffer.alloc(REMEMBERED * SLOT),
  rateDay: 0,
  approved: 0,
  declined: 0,
  counters: [],
})

export const approvalsThisHour = (usage: Usage, now: number): number =>
  usage.hour === Math.floor(now / HOUR) ? usage.hourCount : 0
export const spentToday = (usage: Usage, now: number): Cents => (usage.day === dayOf(now) ? usage.dayCents : 0)

/** How many approvals are remembered: enough to catch repeated purchases, while a busy card costs no more than a quiet one. */
const REMEMBERED = 12
/** Of each: when it was made, and its fingerprint, four bytes each. */
const SLOT = 8
/** An authorization is made a moment after its set has begun, so what is remembered can be a little later than now. */
const AHEAD_MS = 60_000

/** Times are stored modulo 2³² milliseconds, which is 49 days: an age is right for everything that a rule still asks about. */
const ageOf = (recent: Buffer, at: number, now: number): number =>
  ((now + AHEAD_MS - recent.readUInt32BE(at)) >>> 0) - AHEAD_MS
const printAt = (recent: Buffer, at: number): number => recent.readUInt32BE(at + 4)

/** `print`: never 0, which is an empty slot. */
export function isRepeated({ recent }: Usage, print: number, now: number, withinMs: number): boolean {
  for (let at = 0; at < recent.length; at += SLOT)
    if (printAt(recent, at) === print && ageOf(recent, at, now) < withinMs) return true
  return false
}

/** Counts a purchase in its hour and in its day. */
export function approved(usage: Usage, amount: Cents, now: number): void {
  usage.hourCount = approvalsThisHour(usage, now) + 1
  usage.hour = Math.floor(now / HOUR)
  grown(usage, amount, now)
  usage.approved++
}

/** Adds to a purchase that was already counted. */
export function grown(usage: Usage, amount: Cents, now: number): void {
  usage.dayCents = spentToday(usage, now) + amount
  usage.day = dayOf(now)
}

/**
 * Takes the slot of the oldest. Nothing else moves, so an approval changes eight bytes of the row, and the database logs little more. `madeMs`: when the
 * authorization was made, by its id.
 */
export function remember({ recent }: Usage, print: number, madeMs: number): void {
  let [oldest, age] = [0, -Infinity]
  for (let at = 0; at < recent.length; at += SLOT) {
    const its = printAt(recent, at) === 0 ? Infinity : ageOf(recent, at, madeMs)
    if (its > age) [oldest, age] = [at, its]
  }
  recent.writeUInt32BE(madeMs % 2 ** 32, oldest)
  recent.writeUInt32BE(print, oldest + 4)
}

/** A full reversal means that the purchase did not happen, so the next attempt is not a duplicate. */
export function forget(recent: Buffer, madeMs: number): Buffer {
  const left = Buffer.from(recent)
  for (let at = 0; at < left.length; at += SLOT)
    if (left.readUInt32BE(at) === madeMs % 2 ** 32) left.fill(0, at, at + SLOT)
  return left
}

/** The third wrong code within the window blocks the card. */
export function wrongCvc(
  usage: Usage,
  now: number,
  {
    wrongCvcMax,
    wrongCvcWithinMs,
    wrongCvcBlockMs,
  }: Record<'wrongCvcMax' | 'wrongCvcWithinMs' | 'wrongCvcBlockMs', number>,
): void {
  if (now - usage.wrongCvcSince >= wrongCvcWithinMs) [usage.wrongCvc, usage.wrongCvcSince] = [0, now]
  if (++usage.wrongCvc < wrongCvcMax) return
  usage.blockedUntil = now + wrongCvcBlockMs
  ;[usage.wrongCvc, usage.wrongCvcSince] = [0, 0]
}

/** Returns true when the limit is reached: the owner should look before the merchant tries again and worsens the decline rate. */
export function ranShort(
  usage: Usage,
  now: number,
  { shortMax, shortWithinMs }: Record<'shortMax' | 'shortWithinMs', number>,
): boolean {
  if (now - usage.shortSince >= shortWithinMs) [usage.short, usage.shortSince] = [0, now]
  if (++usage.short < shortMax) return false
  ;[usage.short, usage.shortSince] = [0, 0]
  return true
}
