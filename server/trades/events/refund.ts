/** Money given back by a merchant, and refunds that are taken back. */
import { add, show } from '../../../contract/money.ts'
import { coverNegative, spent } from '../../cards/cards.ts'
import type { Tx } from '../../db.ts'
import { newId } from '../../ids.ts'
import { later } from '../../jobs.ts'
import { cardAccount, credit, debit, platform, post } from '../../ledger/ledger.ts'
import { notify } from '../../news.ts'
import type { RefundPosted, RefundReversed } from '../../outside/outside.ts'
import { findAuth, findTrade, insertTrade, purchaseToRefund, updateTrade } from '../queries.ts'
import type { Known } from './apply.ts'
import { rowOf } from './clearing.ts'
import { flowMeta, home, lockCardOf, NotYet, reachWallet } from './eventCard.ts'

/** To the card, also a frozen one; for a card that is no more, to the wallet. */
export async function refundPosted(tx: Tx, event: RefundPosted, known: Known): Promise<void> {
  const { merchantNo } = known
  const card = await lockCardOf(tx, event, known)
  if (await findTrade(tx, event.issuer, event.clearingRef)) return
  const auth = event.authRef === undefined ? undefined : await findAuth(tx, event.issuer, event.authRef)
  const row = rowOf(card, event, merchantNo)
  const purchase = await purchaseToRefund(tx, {
    accountId: card.accountId,
    cardId: card.cardId,
    authId: auth?.auth_id,
    merchantNo,
    atLeast: event.amount,
  })
  const tradeId = newId('trd')
  const { to, onCard } = home(card)
  await post(tx, {
    kind: onCard ? 'CARD_REFUND' : 'CARD_REFUND_RETURN',
    accountId: card.accountId,
    biz: { type: 'trade', id: tradeId },
    lines: [debit(platform('2110', event.issuer), event.amount), credit(to, event.amount)],
    effectiveAt: new Date(event.occurredAt),
    meta: flowMeta(card, event, tradeId),
  })
  if (onCard) await spent(tx, card.accountId, card.cardId, -event.amount)
  await insertTrade(tx, {
    ...row,
    trade_id: tradeId,
    clearing_ref: event.clearingRef,
    auth_id: auth?.auth_id ?? purchase?.auth_id ?? null,
    type: 'REFUND',
    status: 'POSTED',
    amount_cents: event.amount,
    biz_code: card.status === 'CLOSED' ? 1014 : null,
  })
  if (purchase) {
    const refunded = add(purchase.refunded_cents, event.amount)
    await updateTrade(tx, purchase, {
      refunded_cents: refunded,
      status: refunded >= -purchase.amount_cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    })
  }
  await notify(
    tx,
    { accountId: card.accountId },
    'refund_posted',
    { last4: card.last4, merchant: event.merchant.name, amount: show(event.amount) },
    { type: 'card', id: card.cardId },
  )
  // The card, or the account, may have owed this money.
  if (card.balance < 0 || !onCard) await later(tx, 'cards.coverDebts', { accountId: card.accountId })
}

/** Taken back from the card even if it has been spent meanwhile; the wallet covers what is missing. */
export async function refundReversed(tx: Tx, event: RefundReversed, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const refund = await findTrade(tx, event.issuer, event.clearingRef)
  if (!refund) throw new NotYet(`refund ${event.clearingRef} has not come`)
  if (refund.status === 'REVERSED') return
  const amount = refund.amount_cents
  reachWallet(card, amount, known)
  await post(tx, {
    kind: 'REFUND_REVERSED',
    accountId: card.accountId,
    biz: { type: 'trade', id: refund.trade_id },
    lines: [debit(cardAccount(card.accountId, card.cardId), amount), credit(platform('2110', event.issuer), amount)],
    effectiveAt: new Date(event.occurredAt),
    meta: flowMeta(card, event, refund.trade_id),
  })
  await spent(tx, card.accountId, card.cardId, amount)
  await updateTrade(tx, refund, { status: 'REVERSED', biz_code: 1012 })
  if (card.balance < amount) await coverNegative(tx, card.accountId, card.cardId)
}
