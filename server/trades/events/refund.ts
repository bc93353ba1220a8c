/** Refunds from merchants, and their reversals. */
import { add } from '#contract/core/money.ts'
import { coverNegative, holdsResolved, spent, WalletToo } from '#server/cards/cards.ts'
import { port } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { cardAccount, credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import type { RefundPosted, RefundReversed } from '#server/outside/outside.ts'
import { findAuth } from '../auths.ts'
import {
  findTrade,
  insertTrade,
  leftOf,
  purchaseToRefund,
  refundStatus,
  tradeById,
  updateTrade,
  type TradeRow,
} from '../queries.ts'
import { recountRefund } from './recount.ts'
import { checkCard, checkRepeat, checkReversal } from './checkEvent.ts'
import { rowOf } from './clearing.ts'
import { flowMeta, refundTarget, lockCardOf, NotYet, reachWallet, type EventCard, type Known } from './eventCard.ts'
import { endReview, holdForReview, needsReview, openReview, type Review } from './refundReview.ts'
import { insertReversal } from './clearingReversed.ts'

/** Credits the card, even if frozen; for a closed card, the wallet. A refund that no purchase explains is reviewed first. */
export async function refundPosted(tx: Tx, event: RefundPosted, known: Known): Promise<void> {
  const { merchantNo } = known
  const card = await lockCardOf(tx, event, known)
  const before = await findTrade(tx, card, event.issuer, event.clearingRef)
  const auth = event.authRef === undefined ? undefined : await findAuth(tx, card, event.issuer, event.authRef)
  await checkCard(tx, card, auth)
  if (before) return checkRepeat(tx, card, event, before, ['REFUND'])
  if (event.amount === 0) return
  const row = rowOf(card, event, merchantNo)
  const purchase = await purchaseToRefund(tx, {
    accountId: card.accountId,
    cardId: card.cardId,
    authId: auth?.auth_id,
    merchantNo,
    amount: event.amount,
  })
  // It ends a dispute, and with it a fee and a credit that the wallet has to do with.
  if (purchase?.status === 'DISPUTED' && !known.withWallet) throw new WalletToo()
  const given = Math.min(event.amount, purchase ? leftOf(purchase) : 0)
  const excess = event.amount - given
  const tradeId = newId('trd')
  const { to, onCard } = refundTarget(card)
  const meta = flowMeta(card, event, tradeId)
  const reviewed = await needsReview(tx, card.accountId, excess, to)
  await post(tx, {
    kind: onCard ? 'CARD_REFUND' : 'CARD_REFUND_RETURN',
    accountId: card.accountId,
    biz: { type: 'trade', id: tradeId },
    lines: [debit(platform('2110', event.issuer), event.amount), credit(to, event.amount)],
    effectiveAt: new Date(event.occurredAt),
    meta,
  })
  const held = reviewed && (await holdForReview(tx, { card, tradeId, to, amount: event.amount, meta }))
  if (onCard) await spent(tx, card.accountId, card.cardId, -event.amount)
  await insertTrade(tx, {
    ...row,
    trade_id: tradeId,
    clearing_ref: event.clearingRef,
    auth_id: auth?.auth_id ?? purchase?.auth_id ?? null,
    type: 'REFUND',
    status: held ? 'UNDER_REVIEW' : 'POSTED',
    amount_cents: event.amount,
    biz_code: card.status === 'CLOSED' ? 1014 : null,
    refunds_trade_id: purchase?.trade_id ?? null,
    excess_cents: excess,
  })
  if (purchase) await giveBack(tx, purchase, given)
  if (purchase?.status === 'DISPUTED')
    await port('trades.purchaseReturned')(
      tx,
      card,
      { accountId: card.accountId, tradeId: purchase.trade_id },
      given,
      'REFUNDED',
    )
  await notify(
    tx,
    { accountId: card.accountId },
    held ? 'refund_under_review' : 'refund_posted',
    { last4: card.last4, merchant: event.merchant.name, amount: { cents: event.amount } },
    { type: 'card', id: card.cardId },
  )
  // The card or the account may have owed this money.
  if (card.balance < 0 || !onCard) await later(tx, 'cards.coverDebts', { accountId: card.accountId })
}

/** Takes a refund back from the card even if it has been spent; the wallet covers the shortfall. */
export async function refundReversed(tx: Tx, event: RefundReversed, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const refund = await findTrade(tx, card, event.issuer, event.clearingRef)
  if (!refund && event.amount === 0) return
  if (!refund) throw new NotYet(`refund ${event.clearingRef} has not come`)
  await checkReversal(tx, card, event, refund, ['REFUND'])
  if (event.authRef !== undefined) await checkCard(tx, card, await findAuth(tx, card, event.issuer, event.authRef))
  if (refund.status === 'REVERSED') return
  const review = await openReview(tx, refund)
  if (!review) reachWallet(card, refund.amount_cents, known)
  const tradeId = newId('trd')
  await takeRefundBack(tx, card, refund, {
    tradeId,
    review,
    occurredAt: new Date(event.occurredAt),
    // A reversal counts for the sub-account that the refund counted for.
    meta: flowMeta({ ...card, ownerSubUid: refund.owner_sub_uid }, event, tradeId),
  })
  if (review) await endReview(tx, review, 'REVERSED', null)
}

/** Posts the reversal and inserts its rows, also when staff return a refund to the merchant. */
export async function takeRefundBack(
  tx: Tx,
  card: EventCard,
  refund: TradeRow,
  how: { tradeId: string; review: Review | undefined; occurredAt: Date; meta: ReturnType<typeof flowMeta> },
): Promise<void> {
  const { accountId, cardId } = card
  const { review, tradeId, occurredAt, meta } = how
  const amount = refund.amount_cents
  // A refund under review is still where it was credited; any other was spendable, and the card has to cover it.
  const onCard = !review || card.status !== 'CLOSED'
  await post(tx, {
    kind: 'REFUND_REVERSED',
    accountId,
    biz: { type: 'trade', id: refund.trade_id },
    resolves: review ? [{ hold: review.hold_id, amount: review.remaining, rest: 'void' }] : [],
    lines: [
      debit(onCard ? cardAccount(accountId, cardId) : wallet(accountId), amount),
      credit(platform('2110', refund.issuer_id), amount),
    ],
    effectiveAt: occurredAt,
    meta,
  })
  if (onCard) await spent(tx, accountId, cardId, amount)
  await insertReversal(tx, refund, { tradeId, occurredAt })
  const purchase =
    refund.refunds_trade_id === null ? undefined : await tradeById(tx, accountId, refund.refunds_trade_id)
  if (purchase) await giveBack(tx, purchase, -(amount - refund.excess_cents))
  if (onCard && card.balance < amount) await coverNegative(tx, accountId, cardId)
  if (review) await holdsResolved(tx, accountId, cardId)
}

/** Changes how much of a purchase has been refunded; negative when the refund is reversed. */
async function giveBack(tx: Tx, purchase: TradeRow, given: number): Promise<void> {
  const refunded = Math.max(0, add(purchase.refunded_cents, given))
  if (purchase.status !== 'REVERSED') await recountRefund(tx, purchase, add(refunded, -purchase.refunded_cents))
  const status = refundStatus({ ...purchase, refunded_cents: refunded })
  await updateTrade(tx, purchase, {
    refunded_cents: refunded,
    ...(['POSTED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'LOST'].includes(purchase.status) && { status }),
  })
}
