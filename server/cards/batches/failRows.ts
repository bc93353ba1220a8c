import { reasonOfRow, type BatchKind } from '#contract/cards/batchStates.ts'
import { availability, type Availability, type Standing } from '#contract/core/permissions.ts'
import { Refusal, type RefusalName } from '#contract/core/refusals.ts'
import { recordMany, type By } from '#server/audit/audit.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { freeCoupon } from '#server/coupons/coupons.ts'
import { accountOf } from '#server/identity/identity.ts'
import { releaseMany } from '#server/ledger/ledger.ts'
import { lockMoneyOfMany, stillActing } from '../lockCard.ts'
import { failOpenings } from '../opening/settleOpening.ts'
import { finishBatches } from '../orders/finishBatches.ts'
import { endOrders, type OrderRow } from '../orders/queries.ts'
import { lockQueued, queuedRows, type BatchRow } from './queries.ts'

/** Fails these rows and releases exactly what each of them held. Their money is locked. */
export async function failRows(
  tx: Tx,
  batch: BatchRow,
  failed: readonly { order: OrderRow; reason: string }[],
): Promise<void> {
  if (!failed.length) return
  const { account_id: accountId, kind } = batch
  if (kind === 'OPEN') return failOpenings(tx, accountId, failed)
  const held = failed.flatMap(({ order }) => (order.hold_id ? [{ hold: order.hold_id, amount: 'all' as const }] : []))
  await releaseMany(tx, accountId, held)
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
    requesterOf(batch),
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
 * Fails all rows that no worker has started. They are locked as queued after their money: a worker that takes a row concurrently keeps it, because a card
 * already requested from the issuer cannot be recalled.
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

/** Like `failQueued`, in a transaction of its own. */
export const endQueued = (batch: BatchRow, reason: string): Promise<OrderRow[]> =>
  transaction((tx) => failQueued(tx, batch, reason))

const actions = { OPEN: 'open', LOAD: 'load', DELETE: 'delete' } as const satisfies Record<BatchKind, Availability>

/**
 * Returns why this batch must stop, if it must: the sub-account that requested it was frozen in the meantime, or the account was shut down. Called before any
 * money row is locked, because a freeze locks the same sub-account row.
 */
export async function whyBarred(tx: Tx, batch: BatchRow): Promise<RefusalName | undefined> {
  try {
    await stillActing(tx, { accountId: batch.account_id, subUid: batch.sub_uid ?? undefined })
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  }
  const { status, risk_state, restricted, held, frozen } = await accountOf(tx, batch.account_id)
  const standing: Standing = frozen
    ? 'FROZEN'
    : risk_state === 'SHUTDOWN'
      ? 'SHUTDOWN'
      : status !== 'ACTIVE'
        ? 'CLOSING'
        : held
          ? 'HELD'
          : restricted
            ? 'RESTRICTED'
            : 'ACTIVE'
  if (availability[actions[batch.kind]][standing]) return undefined
  return (
    (
      {
        SHUTDOWN: 'account_shutdown',
        CLOSING: 'account_closing',
        HELD: 'account_held',
        FROZEN: 'funds_frozen',
      } as const
    )[standing as string] ?? 'account_restricted'
  )
}

/** The requester of a batch, for the operation log. */
export const requesterOf = (batch: BatchRow): By & { loginId: string } => ({
  accountId: batch.account_id,
  loginId: batch.login_id,
  subUid: batch.sub_uid ?? undefined,
  name: batch.by_name,
  from: { ip: batch.by_ip, device: batch.by_device },
})
