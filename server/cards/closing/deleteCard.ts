import type * as contract from '#contract/cards/cards.ts'
import { show, type Cents } from '#contract/core/money.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { cardAccount, credit, debit, post, tenant, wallet, type Balance } from '#server/ledger/ledger.ts'
import { tellLater } from '../controls/tellIssuer.ts'
import { payDebts } from '../debts/coverDebts.ts'
import { lockCard, lockMoneyOf } from '../lockCard.ts'
import { logCards } from '../orders/log.ts'
import { insertOrder, updateOrder } from '../orders/queries.ts'
import { nameOf, addLoaded, maybeCard, updateCard, type CardRow } from '../queries.ts'

/**
 * Deletes a card permanently. The free balance returns to the wallet immediately. While purchases are held, the card is CLOSING: it approves no new ones, and
 * closes when the last hold is resolved.
 */
export const deleteCard: Answer<typeof contract.deleteCard> = async (actor, input, tx) => {
  const { card, walletBalance } = await lockCard(tx, actor, input.cardId, 'delete')
  const { status, returned, orderNo } = await startClosing(tx, card, walletBalance, { ...actor, reason: input.reason })
  await record(tx, actor, {
    type: 'CARD_DELETE',
    target: nameOf(card),
    content: { cn: `销卡，退回 ${show(returned)}`, en: `Deleted the card, ${show(returned)} returned` },
    before: { status: card.shown_status, balance: card.balance_cents, pending: card.pending_cents },
    after: { status, orderNo, reason: input.reason },
    amount: returned,
  })
  return { status, returned, pending: card.pending_cents }
}

/**
 * Starts the closing of a locked card. The free balance returns immediately; with nothing held the card is closed, otherwise it is CLOSING and approves no new
 * purchases.
 */
export async function startClosing(
  tx: Tx,
  card: CardRow,
  walletBalance: Balance,
  by: {
    loginId: string
    subUid?: string | undefined
    reason?: string | undefined
    /** The order that already exists: a row of a batch. */
    orderNo?: string
  },
): Promise<{ status: 'CLOSED' | 'CLOSING'; returned: Cents; orderNo: string }> {
  const { account_id: accountId, card_id: cardId } = card
  const orderNo = by.orderNo ?? newId('ord')
  const status = card.pending_cents > 0 ? 'CLOSING' : 'CLOSED'
  await logCards(tx, [
    {
      accountId,
      cardId,
      type: 'DELETE',
      loginId: by.loginId === SYSTEM ? undefined : by.loginId,
      subUid: by.subUid,
      before: card.shown_status,
      after: status,
      amount: card.available_cents,
      remark: by.reason,
    },
  ])
  const { returned, transferId } = await returnToWallet(
    tx,
    card,
    walletBalance,
    orderNo,
    status === 'CLOSING' ? 'first' : 'all',
  )
  const done = {
    amount_cents: returned,
    total_cents: returned,
    status: 'SUCCESS',
    transfer_id: transferId ?? null,
    ask_at: null,
  } as const
  if (by.orderNo) await updateOrder(tx, accountId, orderNo, done)
  else
    await insertOrder(tx, {
      account_id: accountId,
      order_no: orderNo,
      kind: 'CLOSE',
      card_id: cardId,
      login_id: by.loginId,
      sub_uid: by.subUid ?? null,
      ...done,
    })
  if (status === 'CLOSED') {
    await closeNow(tx, card, returned)
  } else {
    await updateCard(tx, card, { status })
    await tellLater(tx, accountId, cardId)
  }
  return { status, returned, orderNo }
}

/** The login of orders that no person has placed. */
export const SYSTEM = 'system'

/**
 * A hold of this card has been resolved, in this transaction. If the card waits to be closed and this was the last,
 * return what it freed and close it. Takes the wallet's lock: a caller that posts on the card before must have locked
 * the wallet first.
 */
export async function holdsResolved(tx: Tx, accountId: string, cardId: string): Promise<void> {
  if ((await maybeCard(tx, { accountId, subUid: undefined }, cardId))?.status !== 'CLOSING') return
  const { card, walletBalance } = await lockMoneyOf(tx, accountId, cardId)
  if (card.status !== 'CLOSING' || card.pending_cents > 0) return
  const { returned } = await returnToWallet(tx, card, walletBalance, newId('ord'), 'rest')
  await closeNow(tx, card, returned)
}

/** `first`: what is free now, while purchases are held. `rest`: what their resolution has freed. `all`: both together. */
type Part = 'first' | 'rest' | 'all'

/**
 * Returns the free balance to the wallet. If the card is overdrawn, the wallet pays for it instead; what the wallet cannot pay becomes a debt of the account,
 * which is restricted until it is covered. The returned money first pays debts that the account already had.
 */
async function returnToWallet(
  tx: Tx,
  card: CardRow,
  walletBalance: Balance,
  orderNo: string,
  part: Part,
): Promise<{ returned: Cents; transferId?: string }> {
  const { account_id: accountId, card_id: cardId, available_cents: free } = card
  const biz = { type: 'card_order', id: orderNo }
  const meta: FlowMeta = {
    bizNo: orderNo,
    cardId,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4!,
    ...(card.owner_sub_uid && { subUid: card.owner_sub_uid }),
  }
  if (free > 0) {
    const lines = [debit(cardAccount(accountId, cardId), free), credit(wallet(accountId), free)]
    const { transferId } = await post(tx, { kind: 'CARD_CLOSE_RETURN', accountId, biz, leg: part, lines, meta })
    await payDebts(tx, accountId)
    return { returned: free, transferId }
  }
  const owed = -card.balance_cents
  if (owed <= 0 || part === 'first') return { returned: 0 }
  const paid = Math.min(owed, Math.max(0, walletBalance.available))
  const lines = [
    debit(wallet(accountId), paid),
    debit(tenant('1310', accountId), owed - paid),
    credit(cardAccount(accountId, cardId), owed),
  ]
  const { transferId } = await post(tx, { kind: 'CARD_NEGATIVE_COVER', accountId, biz, leg: part, lines, meta })
  await addLoaded(tx, accountId, cardId, owed)
  await payDebts(tx, accountId)
  return { returned: 0, transferId }
}

/** Closes a card on which nothing is held and no balance is left. */
async function closeNow(tx: Tx, card: CardRow, returned: Cents): Promise<void> {
  const { account_id: accountId, card_id: cardId } = card
  await updateCard(tx, card, { status: 'CLOSED', closed_at: now() })
  await logCards(tx, [
    { accountId, cardId, type: 'CLOSED', before: card.shown_status, after: 'CLOSED', amount: returned },
  ])
  await notify(
    tx,
    { accountId },
    'card_close_done',
    { last4: card.last4!, amount: { cents: returned } },
    { type: 'card', id: cardId },
  )
  await tellLater(tx, accountId, cardId)
}
