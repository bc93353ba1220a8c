import type * as contract from '#contract/cards/batches.ts'
import { add, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { maybeSummed } from './batchQueries.ts'
import { failQueued } from './failRows.ts'

/** Cancel what nobody has begun. Rows that the issuer has been asked for go on: their cards may exist already. */
export const cancelBatch: Answer<typeof contract.cancelBatch> = async (actor, { batchNo }, tx) => {
  const batch = await maybeSummed(tx, actor, batchNo)
  if (!batch) throw refuse('not_found', { field: 'batchNo' })
  const cancelled = await failQueued(tx, batch, 'CANCELLED')
  if (!cancelled.length) throw refuse('conflict')
  const released = add(...cancelled.map(({ hold_id, total_cents }) => (hold_id ? total_cents : 0)))
  await record(tx, actor, {
    type: ({ OPEN: 'CARD_BATCH', LOAD: 'CARD_RECHARGE', DELETE: 'CARD_DELETE' } as const)[batch.kind],
    target: batchNo,
    content: {
      cn: `取消排队中的 ${cancelled.length} 行，退回 ${show(released)}`,
      en: `Cancelled queued rows: ${cancelled.length}, ${show(released)} released`,
    },
    after: { batchNo, cancelled: cancelled.length },
    amount: released,
  })
  return { cancelled: cancelled.length, released }
}
