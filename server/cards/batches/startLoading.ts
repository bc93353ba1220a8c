import type { FlowMeta } from '#contract/funding/funding.ts'
import { add, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { holdMany, lockAccounts, wallet } from '#server/ledger/ledger.ts'
import { firstTryAt } from '../askIssuer.ts'
import { withinBudget } from '../budget.ts'
import { fromWallet, stillActing } from '../lockCard.ts'
import { insertOrders } from '../openingQueries.ts'
import type { LoadLine } from './loadBatch.ts'
import { newBatch, spendInRow, type StartedBatch } from './startBatch.ts'

/** Hold the price of all cards that can be loaded, and leave the rest to the job. All of it or nothing. */
export async function startLoading(
  tx: Tx,
  actor: Actor,
  lines: readonly LoadLine[],
  {
    quoteId,
    retryOf,
    couponId,
  }: { quoteId?: string | undefined; retryOf?: string; couponId?: string | undefined } = {},
): Promise<StartedBatch> {
  const { accountId } = actor
  const able = lines.filter((line) => line.price !== undefined)
  if (!able.length) throw refuse(lines[0]!.refusal ?? 'card_not_active', { field: 'cardIds' })
  const sub = await stillActing(tx, actor)
  const [purse] = await lockAccounts(tx, [wallet(accountId)])
  const totalCost = add(...able.map(({ price }) => price.total))
  await withinBudget(tx, sub, totalCost)
  if (totalCost > purse!.available) throw refuse('insufficient_wallet', { shortCents: totalCost - purse!.available })

  const batchNo = await newBatch(tx, actor, { kind: 'LOAD', total: lines.length, cost: totalCost, retryOf })
  const orders = lines.map((line) => ({ line, orderNo: newId('ord') }))
  const held = orders.filter(({ line }) => line.price)
  const holds = await fromWallet(
    holdMany(
      tx,
      held.map(({ line: { card, price }, orderNo }) => ({
        on: wallet(accountId),
        amount: price!.total,
        biz: { type: 'card_order', id: orderNo },
        meta: { kind: 'CARD_LOAD', ...loadMeta(orderNo, card, price!, actor.subUid, actor.name) },
      })),
    ),
  )
  const holdOf = new Map(held.map(({ orderNo }, at) => [orderNo, holds[at]!.holdId]))
  await insertOrders(
    tx,
    orders.map(({ line: { card, amount, price, refusal }, orderNo }, at) => ({
      account_id: accountId,
      order_no: orderNo,
      kind: 'LOAD',
      card_id: card.card_id,
      login_id: actor.loginId,
      sub_uid: actor.subUid ?? null,
      quote_id: quoteId ?? null,
      amount_cents: amount,
      fee_cents: price?.serviceFee ?? 0,
      coupon_off_cents: price?.couponOff ?? 0,
      total_cents: price?.total ?? 0,
      status: price ? 'HELD' : 'FAILED',
      hold_id: holdOf.get(orderNo) ?? null,
      error: refusal ?? null,
      ask_at: price ? firstTryAt() : null,
      batch_no: batchNo,
      row_no: at + 1,
    })),
  )
  await spendInRow(
    tx,
    actor,
    couponId,
    orders.map(({ line: { price }, orderNo }) => ({ orderNo, price })),
  )
  await record(tx, actor, {
    type: 'CARD_RECHARGE',
    target: batchNo,
    content: {
      cn: `批量充值 ${able.length} 张，共冻结 ${show(totalCost)}`,
      en: `Batch load requested, cards: ${able.length}, ${show(totalCost)} held`,
    },
    after: { batchNo, num: lines.length, retryOf },
  })
  return { batchNo, total: lines.length, status: 'RUNNING', totalCost }
}

/** What the wallet's statement says of a load, in flight and done. */
export const loadMeta = (
  orderNo: string,
  card: { card_id: string; card_seq_no: string; last4: string | null },
  { amount, serviceFee, couponOff }: { amount: number; serviceFee: number; couponOff: number },
  subUid: string | undefined,
  name: string,
): FlowMeta => ({
  bizNo: orderNo,
  cardId: card.card_id,
  cardSeqNo: card.card_seq_no,
  ...(card.last4 && { lastFour: card.last4 }),
  fee: serviceFee - couponOff,
  parts: { load: amount, serviceFee, discount: couponOff },
  ...(subUid && { subUid, subNickname: name }),
})
