/**
 * A clearing that the network takes back: the money returns to the card, or to the wallet if the card is deleted, together with
 * the fee that this clearing took. If other clearings of the authorization then lack part of the fee, the next one takes it. A refund of this purchase has no
 * purchase any more.
 */
import { add } from '#contract/core/money.ts'
import { spent, WalletToo } from '#server/cards/cards.ts'
import { port } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, platform, post } from '#server/ledger/ledger.ts'
import type { ClearingReversed } from '#server/outside/outside.ts'
import { authById, updateAuth } from '../auths.ts'
import { awaitAuth, findTrade, insertTrade, updateTrade, type TradeRow } from '../queries.ts'
import { checkAuthOf, checkNotWon, checkReversal } from './checkEvent.ts'
import { flowMeta, refundTarget, lockCardOf, NotYet, type Known } from './eventCard.ts'
import { recountAuth, recountForced, recountRefund } from './recount.ts'
import { giveBackUsage } from '../rules/usageBack.ts'
import { live } from './releaseHold.ts'
import { reviewRefundsOf } from './refundReview.ts'
import { now } from '#server/core/clock.ts'

export async function clearingReversed(tx: Tx, event: ClearingReversed, known: Known): Promise<void> {
  const card = await lockCardOf(tx, event, known)
  const trade = await findTrade(tx, card, event.issuer, event.clearingRef)
  // A zero clearing was not posted, so there is nothing to reverse.
  if (!trade && event.amount === 0) return
  if (!trade) throw new NotYet(`clearing ${event.clearingRef} has not come`)
  await checkReversal(tx, card, event, trade, ['PURCHASE', 'FORCED'])
  await checkAuthOf(tx, event, trade)
  if (trade.status === 'REVERSED') return
  checkNotWon(trade)
  if (trade.status === 'DISPUTED' && !known.withWallet) throw new WalletToo()
  const total = add(-trade.amount_cents, trade.cross_fee_cents)
  const { to, onCard } = refundTarget(card)
  const tradeId = newId('trd')
  // A reversal counts for the sub-account that the purchase counted for, even if the card has another owner now.
  const meta = flowMeta({ ...card, ownerSubUid: trade.owner_sub_uid }, event, tradeId)
  await post(tx, {
    kind: 'CLEARING_REVERSED',
    accountId: card.accountId,
    biz: { type: 'trade', id: trade.trade_id },
    lines: [
      debit(platform('2110', event.issuer), -trade.amount_cents),
      debit(platform('4070'), trade.cross_fee_cents),
      credit(to, total),
    ],
    effectiveAt: new Date(event.occurredAt),
    meta,
  })
  if (onCard) await spent(tx, card.accountId, card.cardId, -total)
  await insertReversal(tx, trade, { tradeId, occurredAt: new Date(event.occurredAt) })
  await reviewRefundsOf(tx, trade, { card, to, meta })
  if (trade.status === 'DISPUTED')
    await port('trades.purchaseReturned')(
      tx,
      card,
      { accountId: card.accountId, tradeId: trade.trade_id },
      -trade.amount_cents,
      'REVERSED',
    )
  // What refunds gave back of it is part of what is now taken from the limits.
  await recountRefund(tx, trade, -trade.refunded_cents)
  const auth = trade.auth_id === null ? undefined : await authById(tx, trade.account_id, trade.auth_id)
  const back = { clearedCents: trade.amount_cents, feeCents: -trade.cross_fee_cents }
  if (!auth) await recountForced(tx, card, trade, -total, trade.posted_at.getTime())
  if (auth) {
    const change = {
      cleared_cents: Math.max(0, auth.cleared_cents + back.clearedCents),
      fee_taken_cents: Math.max(0, auth.fee_taken_cents + back.feeCents),
    }
    await updateAuth(tx, auth, change)
    await recountAuth(tx, auth, change)
    // What is still held may be cleared again.
    if (!live(auth)) await giveBackUsage(tx, { ...auth, ...change }, 'all')
  } else if (trade.awaited_ref !== null) await awaitAuth(tx, card, trade.awaited_ref, back)
}

/** A reversal is a separate row, with the amount and the fee of what it reverses; the reversed row is only marked. */
export async function insertReversal(
  tx: Tx,
  trade: TradeRow,
  { tradeId, occurredAt }: { tradeId: string; occurredAt: Date },
): Promise<void> {
  await updateTrade(tx, trade, { status: 'REVERSED' })
  await insertTrade(tx, {
    account_id: trade.account_id,
    trade_id: tradeId,
    card_id: trade.card_id,
    owner_sub_uid: trade.owner_sub_uid,
    auth_id: trade.auth_id,
    issuer_id: trade.issuer_id,
    // The network has no reference of its own for it, and the column is unique.
    clearing_ref: `reversal:${trade.clearing_ref}`,
    type: 'REVERSAL',
    status: 'POSTED',
    merchant_no: trade.merchant_no,
    descriptor: trade.descriptor,
    amount_cents: -trade.amount_cents,
    cross_fee_cents: -trade.cross_fee_cents,
    merchant_amount: trade.merchant_amount,
    merchant_currency: trade.merchant_currency,
    rate: trade.rate,
    biz_code: 1012,
    arn: trade.arn,
    occurred_at: occurredAt,
    posted_at: now(),
    reverses_trade_id: trade.trade_id,
  })
}
