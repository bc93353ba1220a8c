import { nowMs, MINUTE } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { dueBatches, maybeBatch, nextDue, type BatchKind, type BatchRow } from './batchQueries.ts'
import { deleteRows } from './deleteRows.ts'
import { loadRows } from './loadRows.ts'
import { openRows } from './openRows.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'cards.workBatch': { accountId: string; batchNo: string }
  }
}

/** How the next rows of each kind are done. True while there may be more to do at once. */
const work: Record<BatchKind, (batch: BatchRow, step: number) => Promise<boolean>> = {
  OPEN: openRows,
  LOAD: loadRows,
  DELETE: deleteRows,
}

/** So long one batch goes on before another has its turn: with a quick issuer several hundred rows, with a slow one those of one step. */
const TURN_MS = 500

/**
 * Do the next rows of a batch, and leave a job for those after them: so batches of several people take turns. May run
 * any number of times, and in several processes at once: each row is one worker's, by its lock or its lease, and what
 * a worker that dies leaves behind is due again within a minute.
 */
export async function workBatch({ accountId, batchNo }: { accountId: string; batchNo: string }): Promise<void> {
  const batch = await maybeBatch(db, accountId, batchNo)
  if (!batch || batch.status !== 'RUNNING') return
  const until = nowMs() + TURN_MS
  let more = true
  for (let step = 0; more && nowMs() < until; step++) more = await work[batch.kind](batch, step)
  const inMs = more ? 0 : await waitFor(accountId, batchNo)
  if (inMs < MINUTE)
    await transaction((tx) => later(tx, 'cards.workBatch', { accountId, batchNo }, { key: `batch ${batchNo}`, inMs }))
}

/** Until the next row is due; what is due later than in a minute is found by the sweep. */
async function waitFor(accountId: string, batchNo: string): Promise<number> {
  const next = await nextDue(db, accountId, batchNo)
  return next ? Math.max(0, next.due_at.getTime() - nowMs()) : Infinity
}

/** Batches whose worker has died, or whose rows are due after a long wait. */
export async function workDueBatches(): Promise<void> {
  for (const { account_id: accountId, batch_no: batchNo } of await dueBatches(db, 200))
    await transaction((tx) => later(tx, 'cards.workBatch', { accountId, batchNo }, { key: `batch ${batchNo}` }))
}
