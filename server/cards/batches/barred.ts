import { availability, type Availability, type Standing } from '#contract/core/permissions.ts'
import { Refusal, type RefusalName } from '#contract/core/refusals.ts'
import type { By } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { stillActing } from '../lockCard.ts'
import type { BatchKind, BatchRow } from './batchQueries.ts'

const actions = { OPEN: 'open', LOAD: 'load', DELETE: 'delete' } as const satisfies Record<BatchKind, Availability>

/**
 * Why nothing of this batch may go on, if so: whoever asked for it was frozen since, or the account was stopped. Before
 * any money row, as the freeze takes the same sub-account's.
 */
export async function whyBarred(tx: Tx, batch: BatchRow): Promise<RefusalName | undefined> {
  try {
    await stillActing(tx, { accountId: batch.account_id, subUid: batch.sub_uid ?? undefined })
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  }
  const { status, risk_state, restricted, held } = await accountOf(tx, batch.account_id)
  const standing: Standing =
    risk_state === 'SHUTDOWN'
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
    ({ SHUTDOWN: 'account_shutdown', CLOSING: 'account_closing', HELD: 'account_held' } as const)[standing as string] ??
    'account_restricted'
  )
}

/** Whoever asked for a batch, for the operation log. */
export const askerOf = (batch: BatchRow): By & { loginId: string } => ({
  accountId: batch.account_id,
  loginId: batch.login_id,
  subUid: batch.sub_uid ?? undefined,
  name: batch.by_name,
  from: { ip: batch.by_ip, device: batch.by_device },
})
