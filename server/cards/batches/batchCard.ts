import { reasonOfRow } from '#contract/cards/batchStates.ts'
import type * as contract from '#contract/cards/batches.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { TOTAL_CAP } from '../lists/queries.ts'
import {
  countBatches,
  maybeSummed,
  pageOfBatches,
  countItems,
  itemsOfBatch,
  type SummedBatch,
  type ItemRow,
} from './queries.ts'
import { resolveCards } from './resolveCards.ts'

/** Returns the progress of a batch, or the cards that a pasted list refers to, depending on the input. */
export const batchCard: Answer<typeof contract.batchCard> = async (actor, input) =>
  input.batchNo === undefined ? resolveCards(actor, input) : progressOf(actor, input.batchNo, input)

async function progressOf(actor: Actor, batchNo: string, input: Checked<typeof contract.batchCard>) {
  const batch = await maybeSummed(db, actor, batchNo)
  if (!batch) throw refuse('not_found', { field: 'batchNo' })
  const { accountId, from } = actor
  const { pageNo, pageSize, rowStatus: states } = input
  const skip = (pageNo - 1) * pageSize
  const [rows, total] = await Promise.all([
    itemsOfBatch(db, accountId, batchNo, { states, skip, limit: pageSize }),
    countItems(db, accountId, batchNo, states),
  ])
  return {
    ...shownBatch(actor, batch),
    items: {
      data: rows.map((row) => shownItem(row, from.lang)),
      total,
      pageNo,
      pageSize,
      haveNext: skip + rows.length < total,
      summary: {},
    },
  }
}

/** Returns all batches that the caller may see, newest first. */
export const listBatches: Answer<typeof contract.listBatches> = async (actor, input) => {
  const { pageNo, pageSize } = input
  const skip = (pageNo - 1) * pageSize
  const [rows, count] = await Promise.all([
    pageOfBatches(db, actor, input, { skip, limit: pageSize }),
    countBatches(db, actor, input, TOTAL_CAP + 1),
  ])
  return {
    data: rows.map((row) => shownBatch(actor, row)),
    total: Math.min(count, TOTAL_CAP),
    ...(count > TOTAL_CAP && { totalCapped: true }),
    pageNo,
    pageSize,
    haveNext: skip + rows.length < count,
    summary: {},
  }
}

const shownBatch = ({ subUid }: Actor, batch: SummedBatch) => ({
  batchNo: batch.batch_no,
  kind: batch.kind,
  status: batch.status,
  total: batch.total,
  success: batch.success,
  failed: batch.failed,
  cancelled: batch.cancelled,
  queued: batch.queued,
  cost: batch.cost_cents,
  charged: batch.charged,
  released: batch.released,
  returned: batch.returned,
  // Cards belong to the login that opens them, so only that login can retry.
  retryable: batch.sub_uid === (subUid ?? null) ? batch.retryable : 0,
  retryOf: batch.retry_of,
  by: batch.by_name,
  createTime: batch.created_at.getTime(),
  finishTime: batch.finished_at?.getTime() ?? null,
})

const shownItem = (row: ItemRow, lang: Lang) => ({
  row: row.row_no!,
  cardId: row.card_id,
  cardSeqNo: row.card_seq_no,
  lastFour: row.last4,
  holder: `${row.first_name} ${row.last_name}`,
  segment: row.bin,
  status: row.state,
  msg: row.state === 'FAILED' || row.state === 'CANCELLED' ? reasonOfRow(row.error, lang) : '',
  amount: row.amount_cents,
  total: row.total_cents,
  retriedIn: row.retried_in,
  subUid: row.owner_sub_uid,
})
