import type * as contract from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { startClosing } from './closing.ts'
import { lockCard } from './lockCard.ts'
import { nameOf } from './shown.ts'

/**
 * Delete a card for good. What is free returns to the wallet at once. While purchases are still held, the card is
 * CLOSING: it takes no new ones, and closes when the last hold is resolved (closing.ts).
 */
export const deleteCard: Answer<typeof contract.deleteCard> = async (actor, wish, tx) => {
  const { card, purse } = await lockCard(tx, actor, wish.cardId, 'delete')
  const { status, returned, orderNo } = await startClosing(tx, card, purse, { ...actor, reason: wish.reason })
  await record(tx, actor, {
    type: 'CARD_DELETE',
    target: nameOf(card),
    content: { cn: `销卡，退回 ${show(returned)}`, en: `Deleted the card, ${show(returned)} returned` },
    before: { status: card.shown_status, balance: card.balance_cents, pending: card.pending_cents },
    after: { status, orderNo, reason: wish.reason },
    amount: returned,
  })
  return { status, returned, pending: card.pending_cents }
}
