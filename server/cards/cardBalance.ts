import type * as contract from '#contract/cards/cards.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { nowMs } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { maybeCard } from './queries.ts'

/** The balance from the books, now. */
export const cardBalance: Answer<typeof contract.cardBalance> = async (actor, { cardId }) => {
  const card = await maybeCard(db, actor, cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  return {
    cardId,
    balance: card.balance_cents,
    available: card.available_cents,
    pending: card.pending_cents,
    unit: card.currency,
    asOf: nowMs(),
  }
}
