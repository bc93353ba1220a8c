import { mayMove } from '#contract/disputes/disputes.ts'
import { nowMs } from '../core/clock.ts'
import { db, transaction } from '../core/db.ts'
import { eachAlone } from '../core/worker/eachAlone.ts'
import { endUndecided, lockWithMoney } from './closing.ts'
import { overdue } from './queries.ts'

/** Drafts that were not submitted in time, and submitted disputes that nobody filed: the fee is given back. */
export async function expireOverdue(): Promise<void> {
  await eachAlone(await overdue(db), (late) =>
    transaction(async (tx) => {
      const locked = await lockWithMoney(tx, late)
      const dispute = locked?.dispute
      if (!dispute || !mayMove('expire', dispute.state) || dispute.filing_at !== null) return
      if (dispute.file_by.getTime() >= nowMs()) return
      await endUndecided(tx, locked, {
        ...{ state: 'EXPIRED', why: 'TOO_LATE', by: 'SYSTEM' },
        // A draft that was left lying is no news.
        quiet: dispute.state === 'DRAFT',
      })
    }),
  )
}
