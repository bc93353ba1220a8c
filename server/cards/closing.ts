/** How the money of a deleted card goes home, and how the card ends. */
import type { FlowMeta } from '#contract/funding/funding.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { cardAccount, credit, debit, post, tenant, wallet, type Balance } from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { payDebts } from './coverDebts.ts'
import { lockMoneyOf } from './lockCard.ts'
import { insertOrder, logCards, updateOrder } from './orderQueries.ts'
import { addLoaded, maybeCard, updateCard, type CardRow } from './queries.ts'
import { tellLater } from './tellIssuer.ts'

/** `first`: what is free now, while purchases are held. `rest`: what their end has freed. `all`: both at once. */
type Part = 'first' | 'rest' | 'all'

/**
 * Return what is free to the wallet. A card that owes is paid up from the wallet instead; what the wallet cannot pay,
 * the account owes from now on, and is restricted until it is covered. What the account owed before, the returned money
 * pays first.
 */
async function bringHome(
  tx: Tx,
  card: CardRow,
  purse: Balance,
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
  const paid = Math.min(owed, Math.max(0, purse.available))
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

/**
 * Begin the end of a locked card. What is free returns at once; with nothing held that is also the end, else the card
 * is CLOSING and takes nothing new.
 */
export async function startClosing(
  tx: Tx,
  card: CardRow,
  purse: Balance,
  by: {
    loginId: string
    subUid?: string | undefined
    reason?: string | undefined
    /** The order that stands already: a row of a batch. */
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
  const { returned, transferId } = await bringHome(tx, card, purse, orderNo, status === 'CLOSING' ? 'first' : 'all')
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

/** Whose orders nobody asked for. */
export const SYSTEM = 'system'

/** The end of a card: nothing is held and nothing is on it. */
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
    { last4: card.last4!, amount: show(returned) },
    { type: 'card', id: cardId },
  )
  await tellLater(tx, accountId, cardId)
}

/**
 * A hold of this card has been resolved, in this transaction. If the card waits to be closed and this was the last,
 * return what it freed and close it. Takes the wallet's lock: whoever posts on the card before calling this must have
 * locked the wallet first.
 */
export async function holdsResolved(tx: Tx, accountId: string, cardId: string): Promise<void> {
  if ((await maybeCard(tx, { accountId, subUid: undefined }, cardId))?.status !== 'CLOSING') return
  const { card, purse } = await lockMoneyOf(tx, accountId, cardId)
  if (card.status !== 'CLOSING' || card.pending_cents > 0) return
  const { returned } = await bringHome(tx, card, purse, newId('ord'), 'rest')
  await closeNow(tx, card, returned)
}
