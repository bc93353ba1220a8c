import { DAY, nowMs } from '#server/core/clock.ts'
import type { Cents } from '#contract/core/money.ts'
import { cardsBelow } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { habits } from './queries.ts'

export type Charges = { readonly times: readonly number[]; readonly nowMs: number }

const SHORTEST_DAYS = 5
const LONGEST_DAYS = 35
/** Months have 28 to 31 days, and merchants do not charge at night. */
const SPREAD = 0.25

/**
 * Detects recurring charges: at least three at regular intervals of about a week to about a month, the last not long ago. Returns the interval and the next due
 * date. Two purchases a minute apart count once; they are not a subscription.
 */
export function recurring({ times, nowMs }: Charges): { everyDays: number; nextTime: number } | undefined {
  const sorted = times.toSorted((a, b) => a - b)
  if (sorted.length < 3) return undefined
  const steps = sorted.slice(1).map((time, at) => time - sorted[at]!)
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)]!
  if (middle < SHORTEST_DAYS * DAY || middle > LONGEST_DAYS * DAY) return undefined
  if (steps.some((step) => Math.abs(step - middle) > middle * SPREAD)) return undefined
  const last = sorted.at(-1)!
  if (nowMs - last > middle * (1 + 2 * SPREAD)) return undefined
  return { everyDays: Math.round(middle / DAY), nextTime: Math.max(nowMs, last + middle) }
}

/** A subscription above this is not paid from a card with a low balance. */
const DEAREST: Cents = 100_000
const LOOK_BACK_DAYS = 100
const SOON_DAYS = 7
/** The lowest balances: enough for a warning. */
const MOST_CARDS = 100

/** Counts cards whose balance is below a recurring charge due within a week. */
export async function countDryCards(accountId: string): Promise<number> {
  const low = (await cardsBelow(db, accountId, DEAREST)).slice(0, MOST_CARDS)
  if (low.length === 0) return 0
  const available = new Map(low.map((card) => [card.card_id, card.available_cents]))
  const found = await habits(db, { accountId, cardIds: [...available.keys()] }, nowMs() - LOOK_BACK_DAYS * DAY)
  const soon = nowMs() + SOON_DAYS * DAY
  const dry = found.filter(({ card_id, times, amount_cents }) => {
    const next = recurring({ times, nowMs: nowMs() })
    return next !== undefined && next.nextTime <= soon && amount_cents > available.get(card_id)!
  })
  return new Set(dry.map(({ card_id }) => card_id)).size
}
