import { reasonOfRow } from '#contract/cards/batchStates.ts'
import { recordMany } from '#server/audit/audit.ts'
import { freeCoupon } from '#server/coupons/coupons.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { releaseMany } from '#server/ledger/ledger.ts'
import { lockMoneyOfMany } from '../lockCard.ts'
import { endOrders } from '../openingQueries.ts'
import type { OrderRow } from '../orderQueries.ts'
import { failOpenings } from '../settleOpening.ts'
import { askerOf } from './barred.ts'
import { lockQueued, queuedRows, type BatchRow } from './batchQueries.ts'
import { finishBatches } from './finishBatches.ts'

/** Rows that will not be done: what each of them held is let go, and nothing else. Their money is locked. */
export async function failRows(
  tx: Tx,
  batch: BatchRow,
  failed: readonly { order: OrderRow; reason: string }[],
): Promise<void> {
  if (!failed.length) return
  const { account_id: accountId, kind } = batch
  if (kind === 'OPEN') return failOpenings(tx, accountId, failed)
  const held = failed.flatMap(({ order }) => (order.hold_id ? [{ hold: order.hold_id, amount: 'all' as const }] : []))
  await releaseMany(tx, held)
  for (const { order } of failed) if (order.coupon_off_cents > 0) await freeCoupon(tx, accountId, order.order_no)
  await endOrders(
    tx,
    accountId,
    failed.map(({ order, reason }) => ({
      order_no: order.order_no,
      status: 'FAILED',
      transfer_id: null,
      error: reason,
    })),
  )
  await recordMany(
    tx,
    askerOf(batch),
    failed.map(({ order, reason }) => ({
      type: kind === 'LOAD' ? ('CARD_RECHARGE' as const) : ('CARD_DELETE' as const),
      target: batch.batch_no,
      content: {
        cn: `第 ${order.row_no} 行失败：${reasonOfRow(reason, 'cn')}`,
        en: `Row ${order.row_no} failed: ${reasonOfRow(reason, 'en')}`,
      },
      after: { cardId: order.card_id },
      amount: order.total_cents,
      result: 'FAIL' as const,
    })),
  )
  await finishBatches(tx, accountId, failed)
}

/**
 * End all rows that nobody has begun. They are locked as queued after their money: a worker that takes one at the same
 * time keeps it, because a card that the issuer has been asked for cannot be called back.
 */
export async function failQueued(tx: Tx, batch: BatchRow, reason: string): Promise<OrderRow[]> {
  const { account_id: accountId, batch_no: batchNo } = batch
  const queued = await queuedRows(tx, accountId, batchNo, 1000)
  if (!queued.length) return []
  await lockMoneyOfMany(
    tx,
    accountId,
    queued.map(({ card_id }) => card_id),
  )
  const orders = await lockQueued(
    tx,
    accountId,
    queued.map(({ order_no }) => order_no),
  )
  await failRows(
    tx,
    batch,
    orders.map((order) => ({ order, reason })),
  )
  return orders
}

/** The same in a transaction of its own. */
export const endQueued = (batch: BatchRow, reason: string): Promise<OrderRow[]> =>
  transaction((tx) => failQueued(tx, batch, reason))
