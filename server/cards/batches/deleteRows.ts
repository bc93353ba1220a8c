import { mayMove } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { record } from '#server/audit/audit.ts'
import { db, transaction } from '#server/core/db.ts'
import { startClosing } from '../closing.ts'
import { lockMoneyOf } from '../lockCard.ts'
import type { OrderRow } from '../orderQueries.ts'
import { nameOf, stateOf } from '../shown.ts'
import { askerOf, whyBarred } from './barred.ts'
import { lockQueued, queuedRows, type BatchRow } from './batchQueries.ts'
import { failRows } from './failRows.ts'
import { finishBatches } from './finishBatches.ts'

/** So many cards in one job; each in a transaction of its own. */
const AT_ONCE = 20

/** Delete the next cards of a batch. True while there is more to do. */
export async function deleteRows(batch: BatchRow): Promise<boolean> {
  const queued = await queuedRows(db, batch.account_id, batch.batch_no, AT_ONCE)
  for (const order of queued) await deleteRow(batch, order)
  return queued.length > 0
}

const deleteRow = (batch: BatchRow, { order_no: orderNo, card_id: cardId }: OrderRow): Promise<void> =>
  transaction(async (tx) => {
    const { account_id: accountId } = batch
    const barred = await whyBarred(tx, batch)
    const { card, purse } = await lockMoneyOf(tx, accountId, cardId)
    const [order] = await lockQueued(tx, accountId, [orderNo])
    if (!order) return // cancelled, or done by another worker
    if (barred) return failRows(tx, batch, [{ order, reason: barred }])
    if (!mayMove('delete', stateOf(card))) return failRows(tx, batch, [{ order, reason: 'card_not_active' }])
    const asker = askerOf(batch)
    const { status, returned } = await startClosing(tx, card, purse, { ...asker, orderNo })
    await record(tx, asker, {
      type: 'CARD_DELETE',
      target: nameOf(card),
      content: { cn: `销卡，退回 ${show(returned)}`, en: `Deleted the card, ${show(returned)} returned` },
      before: { status: card.shown_status, balance: card.balance_cents, pending: card.pending_cents },
      after: { status, orderNo, batchNo: batch.batch_no },
      amount: returned,
    })
    await finishBatches(tx, accountId, [{ order }])
  })
