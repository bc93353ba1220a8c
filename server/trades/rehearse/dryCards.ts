import type { Cents } from '#contract/core/money.ts'
import { cardsBelow } from '#server/cards/cards.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { recurring } from './recurring.ts'
import { habits } from './rehearseQueries.ts'

/** A subscription above this is nothing that a card with little money on it is used for. */
const DEAREST: Cents = 100_000
const LOOK_BACK_DAYS = 100
const SOON_DAYS = 7
/** The emptiest: enough to say that there are some. */
const MOST_CARDS = 200

/** How many cards hold less than a recurring charge that is due within a week. */
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
