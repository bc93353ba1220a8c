import type * as contract from '#contract/cards/batches.ts'
import { mayMove } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { useTicket } from '#server/identity/identity.ts'
import { startClosing } from '../closing/deleteCard.ts'
import { stillActing, lockMoneyOf } from '../lockCard.ts'
import { finishBatches } from '../orders/finishBatches.ts'
import { insertOrders, type OrderRow } from '../orders/queries.ts'
import { firstTryAt } from '../orders/tries.ts'
import { cardsWithin, nameOf, stateOf } from '../queries.ts'
import { failRows, requesterOf, whyBarred } from './failRows.ts'
import { lockQueued, queuedRows, type BatchRow } from './queries.ts'
import { newBatch, type StartedBatch } from './startBatch.ts'

/** Delete several cards, after a step-up. Each is closed on its own, as a single deletion is; its balance returns to the wallet. */
export const deleteBatch: Answer<typeof contract.deleteBatch> = async (actor, input, tx) => {
  await useTicket(tx, actor, 'batchDelete', input.ticket)
  return startDeleting(tx, actor, [...new Set(input.cardIds)], input.reason)
}

export async function startDeleting(
  tx: Tx,
  actor: Actor,
  cardIds: readonly string[],
  reason?: string,
  retryOf?: string,
): Promise<StartedBatch> {
  const { accountId } = actor
  await stillActing(tx, actor)
  const cards = await cardsWithin(tx, actor, cardIds)
  if (cards.size < cardIds.length) throw refuse('not_found', { field: 'cardIds' })
  const batchNo = await newBatch(tx, actor, { kind: 'DELETE', total: cardIds.length, cost: 0, retryOf })
  await insertOrders(
    tx,
    cardIds.map((cardId, at) => ({
      account_id: accountId,
      order_no: newId('ord'),
      kind: 'CLOSE',
      card_id: cardId,
      login_id: actor.loginId,
      sub_uid: actor.subUid ?? null,
      amount_cents: 0,
      total_cents: 0,
      status: 'HELD',
      ask_at: firstTryAt(),
      batch_no: batchNo,
      row_no: at + 1,
    })),
  )
  await record(tx, actor, {
    type: 'CARD_DELETE',
    target: batchNo,
    content: { cn: `批量销卡 ${cardIds.length} 张`, en: `Batch deletion requested, cards: ${cardIds.length}` },
    after: { batchNo, num: cardIds.length, reason, retryOf },
  })
  return { batchNo, total: cardIds.length, status: 'RUNNING', totalCost: 0 }
}

/** Cards per job, each in its own transaction. */
const AT_ONCE = 20

/** Deletes the next cards of a batch. Returns true while more remain. */
export async function deleteRows(batch: BatchRow): Promise<boolean> {
  const queued = await queuedRows(db, batch.account_id, batch.batch_no, AT_ONCE)
  for (const order of queued) await deleteRow(batch, order)
  return queued.length > 0
}

const deleteRow = (batch: BatchRow, { order_no: orderNo, card_id: cardId }: OrderRow): Promise<void> =>
  transaction(async (tx) => {
    const { account_id: accountId } = batch
    const barred = await whyBarred(tx, batch)
    const { card, walletBalance } = await lockMoneyOf(tx, accountId, cardId)
    const [order] = await lockQueued(tx, accountId, [orderNo])
    if (!order) return // cancelled, or done by another worker
    if (barred) return failRows(tx, batch, [{ order, reason: barred }])
    if (!mayMove('delete', stateOf(card))) return failRows(tx, batch, [{ order, reason: 'card_not_active' }])
    const asker = requesterOf(batch)
    const { status, returned } = await startClosing(tx, card, walletBalance, { ...asker, orderNo })
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
