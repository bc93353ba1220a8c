/** The decline rate of an account: what counts in it, now and on each past day. */
import { bpsOf, termsOf, type LadderTerms, type Weight } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { cardIdsOfSub } from '#server/cards/cards.ts'
import { nowMs, dayOf } from '#server/core/clock.ts'
import type { Reader } from '../queries.ts'
import { maybeWatch, type WatchRow, weightByDay, type DayWeight } from './queries.ts'

export type Rate = { readonly attempts: number; readonly declined: number; readonly bps: number }

/** Counted declines among all counted attempts in the window. Increments and verifications are not attempts. */
export async function declineRate(reader: Reader, accountId: string): Promise<Rate> {
  return rateOf(await weightNow(reader, accountId, await maybeWatch(reader, accountId)))
}

/** The rate above which the account's cards stop: lower for a time after a restoration. */
export const declineLimit = async (reader: Reader, accountId: string): Promise<number> =>
  termsNow(await maybeWatch(reader, accountId)).stopAboveBps

const rateOf = (weight: Weight): Rate => ({
  attempts: weight.approved + weight.declined,
  declined: weight.declined,
  bps: bpsOf(weight),
})

/** The share of the cards of one sub-account or of all. A restoration applies to the account and deducts nothing here. */
export async function declineRateOfSubs(
  reader: Reader,
  { accountId, subUid }: { accountId: string; subUid?: string | undefined },
): Promise<Rate> {
  return rateOfCards(reader, accountId, await cardIdsOfSub(reader, accountId, subUid))
}
export const declineRateOfCard = (reader: Reader, accountId: string, cardId: string): Promise<Rate> =>
  rateOfCards(reader, accountId, [cardId])

async function rateOfCards(reader: Reader, accountId: string, cardIds: readonly string[]): Promise<Rate> {
  const today = dayOf(nowMs())
  return rateOf(
    weightOn(today, await weightByDay(reader, { accountId, cardIds }, windowFrom(today, undefined)), undefined),
  )
}

export async function weightNow(reader: Reader, accountId: string, watch: WatchRow | undefined): Promise<Weight> {
  const today = dayOf(nowMs())
  const days = await weightByDay(reader, { accountId }, windowFrom(today, watch))
  return weightOn(today, days, watch)
}

/** The terms that currently apply to the account. */
export const termsNow = (watch: Pick<WatchRow, 'probation_until'> | undefined): LadderTerms =>
  termsOf((watch?.probation_until?.getTime() ?? 0) > nowMs())

/** A restoration starts a new window. */
type Restored = Pick<WatchRow, 'from_day' | 'past_approved' | 'past_declined'>
export const windowFrom = (day: number, watch: Pick<Restored, 'from_day'> | undefined): number =>
  Math.max(day - declineRisk.windowDays + 1, watch && watch.from_day <= day ? watch.from_day : 0)

/** The counts of a day: of the window that ended with it, less what was counted before the account was restored. */
export function weightOn(day: number, days: readonly DayWeight[], watch: Restored | undefined): Weight {
  const from = windowFrom(day, watch)
  const sum = { approved: 0, declined: 0 }
  for (const one of days) {
    if (one.day < from || one.day > day) continue
    sum.approved += one.approved
    sum.declined += one.declined
  }
  if (watch && watch.from_day === from && watch.from_day > 0) {
    sum.approved -= watch.past_approved
    sum.declined -= watch.past_declined
  }
  // An earlier counter may be added to its day late; the rate is never negative.
  return { approved: Math.max(0, sum.approved), declined: Math.max(0, sum.declined) }
}
