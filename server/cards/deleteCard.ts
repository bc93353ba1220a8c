import type * as contract from '../../contract/cards.ts'
import { show } from '../../contract/money.ts'
import type { Answer } from '../answer.ts'
import { record } from '../audit/audit.ts'
import { newId } from '../ids.ts'
import { bringHome, closeNow } from './closing.ts'
import { lockCard } from './lockCard.ts'
import { insertOrder, logCards } from './orderQueries.ts'
import { updateCard } from './queries.ts'
import { nameOf } from './shown.ts'
import { tellLater } from './tellIssuer.ts'

/**
 * Delete a card for good. What is free returns to the wallet at once. While purchases are still held, the card is
 * CLOSING: it takes no new ones, and closes when the last hold is resolved (closing.ts).
 */
export const deleteCard: Answer<typeof contract.deleteCard> = async (actor, wish, tx) => {
  const { card, purse } = await lockCard(tx, actor, wish.cardId, 'delete')
  const { accountId } = actor
  const { cardId } = wish
  const orderNo = newId('ord')
  const closing = card.pending_cents > 0

  await logCards(tx, [
    {
      ...actor,
      cardId,
      type: 'DELETE',
      before: card.shown_status,
      after: closing ? 'CLOSING' : 'CLOSED',
      amount: card.available_cents,
      remark: wish.reason,
    },
  ])
  const { returned, transferId } = await bringHome(tx, card, purse, orderNo, closing ? 'first' : 'all')
  await insertOrder(tx, {
    account_id: accountId,
    order_no: orderNo,
    kind: 'CLOSE',
    card_id: cardId,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    amount_cents: returned,
    total_cents: returned,
    status: 'SUCCESS',
    transfer_id: transferId ?? null,
  })
  if (closing) {
    await updateCard(tx, card, { status: 'CLOSING' })
    await tellLater(tx, accountId, cardId)
  } else {
    await closeNow(tx, card, returned)
  }
  await record(tx, actor, {
    type: 'CARD_DELETE',
    target: nameOf(card),
    content: { cn: `销卡，退回 ${show(returned)}`, en: `Deleted the card, ${show(returned)} returned` },
    before: { status: card.shown_status, balance: card.balance_cents, pending: card.pending_cents },
    after: { status: closing ? 'CLOSING' : 'CLOSED', orderNo, reason: wish.reason },
    amount: returned,
  })
  return { status: closing ? 'CLOSING' : 'CLOSED', returned, pending: card.pending_cents }
}
