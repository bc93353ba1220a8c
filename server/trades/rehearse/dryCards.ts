import { DAY, nowMs } from '#server/core/clock.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { cardsBelow } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { isExpected, recognize } from '../recurring/recognize.ts'
import { habits } from './queries.ts'

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
  const dry = found.filter(({ card_id, charges }) =>
    recognize(charges, nowMs()).some(
      (charge) =>
        isExpected(charge) &&
        charge.nextTime! <= soon &&
        add(charge.last.amountCents, charge.last.feeCents) > available.get(card_id)!,
    ),
  )
  return new Set(dry.map(({ card_id }) => card_id)).size
}
