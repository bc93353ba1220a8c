/** The decline rate of an account: what weighs in it, now and on each of the days before. */
import { bpsOf, termsOf, type LadderTerms, type Weight } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { cardIdsOfSub } from '#server/cards/cards.ts'
import { nowMs, dayOf } from '#server/core/clock.ts'
import type { Reader } from '../queries.ts'
import { maybeWatch, type WatchRow } from './ladderQueries.ts'
import { weightByDay, type DayWeight } from './weightQueries.ts'

export type Rate = { readonly attempts: number; readonly declined: number; readonly bps: number }

/** Counted declines among all attempts that weigh, over the window. Increments and verifications are no attempts. */
export async function declineRate(reader: Reader, accountId: string): Promise<Rate> {
  return rateOf(await weightNow(reader, accountId, await maybeWatch(reader, accountId)))
}

/** The rate above which the account's cards stop: lower for a while after a restoration. */
export const declineLimit = async (reader: Reader, accountId: string): Promise<number> =>
  termsNow(await maybeWatch(reader, accountId)).stopAboveBps

const rateOf = (weight: Weight): Rate => ({
  attempts: weight.approved + weight.declined,
  declined: weight.declined,
  bps: bpsOf(weight),
})

/** The part of the cards that one sub-account has, or all sub-accounts have. A restoration is the account's and takes nothing off. */
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

/** The terms that hold for the account today. */
export const termsNow = (watch: Pick<WatchRow, 'probation_until'> | undefined): LadderTerms =>
  termsOf((watch?.probation_until?.getTime() ?? 0) > nowMs())

/** A restoration begins the window anew. */
type Restored = Pick<WatchRow, 'from_day' | 'past_approved' | 'past_declined'>
export const windowFrom = (day: number, watch: Pick<Restored, 'from_day'> | undefined): number =>
  Math.max(day - declineRisk.windowDays + 1, watch && watch.from_day <= day ? watch.from_day : 0)

/** What weighed on a day: the window that ended with it, less what was already there when the account was restored. */
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
  // A counter of before may be added to its day late; the rate never goes below nothing.
  return { approved: Math.max(0, sum.approved), declined: Math.max(0, sum.declined) }
}
