/** A reversal is a row of its own, with the sum and the fee of what it takes back; the reversed row says so and is otherwise as it was. */
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { insertTrade, updateTrade, type TradeRow } from '../queries.ts'

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
    // The network has no name of its own for it, and a row has one that is unique.
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
