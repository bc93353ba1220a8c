import type { BatchKind } from '#contract/cards/batchStates.ts'
import { nowMs, MINUTE } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { deleteRows } from './deleteBatch.ts'
import { loadRows } from './loadRows.ts'
import { openRows } from './openRows.ts'
import { dueBatches, maybeBatch, nextDue, type BatchRow } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'cards.workBatch': { accountId: string; batchNo: string }
  }
}

/** How the next rows of each kind are processed. Returns true while there may be more to do immediately. */
const work: Record<BatchKind, (batch: BatchRow, step: number) => Promise<boolean>> = {
  OPEN: openRows,
  LOAD: loadRows,
  DELETE: deleteRows,
}

/** How long one batch runs before the next gets its turn: several hundred rows with a quick issuer, the rows of one step with a slow one. */
const TURN_MS = 500

/**
 * Processes the next rows of a batch and schedules a job for the rest, so that batches of several people alternate. May run any number of times and in several
 * processes concurrently: each row belongs to one worker, by its lock or its lease, and the rows of a worker that dies are due again within a minute.
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

/** The wait until the next row is due; rows due later than in a minute are found by the sweep. */
async function waitFor(accountId: string, batchNo: string): Promise<number> {
  const next = await nextDue(db, accountId, batchNo)
  return next ? Math.max(0, next.due_at.getTime() - nowMs()) : Infinity
}

/** Resumes batches whose worker has died, or whose rows are due after a long wait. */
export async function workDueBatches(): Promise<void> {
  for (const { account_id: accountId, batch_no: batchNo } of await dueBatches(db, 200))
    await transaction((tx) => later(tx, 'cards.workBatch', { accountId, batchNo }, { key: `batch ${batchNo}` }))
}
