import { show } from '#contract/core/money.ts'
import type { RefusalName } from '#contract/core/refusals.ts'
import { recordMany } from '#server/audit/audit.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { finishCoupon } from '#server/coupons/coupons.ts'
import { feesPaid } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, platform, postMany, wallet, type Transfer } from '#server/ledger/ledger.ts'
import { lockMoneyOfMany } from '../lockCard.ts'
import { finishBatches } from '../orders/finishBatches.ts'
import { logCards } from '../orders/log.ts'
import { endOrders, type OrderRow } from '../orders/queries.ts'
import { addLoadedMany, nameOf, type CardRow } from '../queries.ts'
import { termsOf } from '../ranges/terms.ts'
import { failRows, requesterOf, whyBarred } from './failRows.ts'
import { whyNotLoad, loadMeta } from './loadBatch.ts'
import { lockQueued, queuedRows, type BatchRow } from './queries.ts'

/** Cards loaded in one transaction. */
const AT_ONCE = 50

type Loading = { readonly order: OrderRow; readonly card: CardRow }

/** Loads the next cards of a batch, each from its own hold, or releases the hold. Returns true while more remain. */
export async function loadRows(batch: BatchRow): Promise<boolean> {
  const { account_id: accountId, batch_no: batchNo } = batch
  const queued = await queuedRows(db, accountId, batchNo, AT_ONCE)
  if (!queued.length) return false
  await transaction(async (tx) => {
    const barred = await whyBarred(tx, batch)
    const { cards } = await lockMoneyOfMany(
      tx,
      accountId,
      queued.map(({ card_id }) => card_id),
    )
    const orders = await lockQueued(
      tx,
      accountId,
      queued.map(({ order_no }) => order_no),
    )
    const able: Loading[] = []
    const unable: { order: OrderRow; reason: RefusalName }[] = []
    for (const order of orders) {
      const card = cards.get(order.card_id)!
      const reason = barred ?? whyNotLoad(card, await termsOf(tx, accountId, card.vid), order.amount_cents)
      if (reason) unable.push({ order, reason })
      else able.push({ order, card })
    }
    if (able.length) await load(tx, batch, able)
    await failRows(tx, batch, unable)
  })
  return true
}

async function load(tx: Tx, batch: BatchRow, able: readonly Loading[]): Promise<void> {
  const { account_id: accountId } = batch
  const posted = await postMany(
    tx,
    able.map((one) => transferOf(batch, one)),
  )
  await addLoadedMany(
    tx,
    accountId,
    able.map(({ order }) => order),
  )
  await endOrders(
    tx,
    accountId,
    able.map(({ order }, at) => ({
      order_no: order.order_no,
      status: 'SUCCESS',
      transfer_id: posted[at]!.transferId,
      error: null,
    })),
  )
  await feesPaid(
    tx,
    accountId,
    able.map(({ order }) => ({ type: 'LOAD', id: order.order_no, base: order.fee_cents - order.coupon_off_cents })),
  )
  const asker = requesterOf(batch)
  await logCards(
    tx,
    able.map(({ order, card }) => ({
      ...asker,
      cardId: card.card_id,
      type: 'LOAD' as const,
      before: show(card.balance_cents),
      after: show(card.balance_cents + order.amount_cents),
      amount: order.amount_cents,
    })),
  )
  await recordMany(
    tx,
    asker,
    able.map(({ order, card }) => ({
      type: 'CARD_RECHARGE' as const,
      target: nameOf(card),
      content: {
        cn: `充值 ${show(order.amount_cents)}，手续费 ${show(order.fee_cents)}`,
        en: `Loaded ${show(order.amount_cents)}, fee ${show(order.fee_cents)}`,
      },
      before: { balance: card.balance_cents },
      after: { balance: card.balance_cents + order.amount_cents, orderNo: order.order_no, batchNo: batch.batch_no },
      amount: order.total_cents,
    })),
  )
  for (const { order } of able) if (order.coupon_off_cents > 0) await finishCoupon(tx, accountId, order.order_no)
  await finishBatches(tx, accountId, able)
}

function transferOf({ account_id: accountId, by_name, sub_uid }: BatchRow, { order, card }: Loading): Transfer {
  const { order_no: orderNo, total_cents: total, amount_cents: amount } = order
  const price = { amount, serviceFee: order.fee_cents, couponOff: order.coupon_off_cents }
  return {
    kind: 'CARD_LOAD',
    accountId,
    biz: { type: 'card_order', id: orderNo },
    actor: order.login_id,
    lines: [
      debit(wallet(accountId), total),
      debit(platform('4015'), order.coupon_off_cents),
      credit(cardAccount(accountId, card.card_id), amount),
      credit(platform('4020'), order.fee_cents),
    ],
    resolves: [{ hold: order.hold_id!, amount: total, rest: 'void' }],
    meta: loadMeta(orderNo, card, price, sub_uid ?? undefined, by_name),
  }
}
