import { approvalKinds, type ApprovalKind, type ApprovalKindRow } from '#contract/staff/approvals.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Tx } from '#server/core/db.ts'
import { lockStaff } from '../queries.ts'
import { agreedSince, madeSince } from './queries.ts'
import { dayBegan } from '#server/core/clock.ts'

/** What one person may make, and may check, of one kind in a day. */
export async function keepWithinCaps(
  tx: Tx,
  { staffId }: Staff,
  kind: ApprovalKind,
  as: 'make' | 'check',
  amountCents: Cents = 0,
): Promise<void> {
  const { perDay }: ApprovalKindRow = approvalKinds[kind]
  if (!perDay) return
  await lockStaff(tx, staffId) // two requests of one person at once would each see room for one more
  const used = await (as === 'make' ? madeSince : agreedSince)(tx, staffId, kind, dayBegan())
  if (perDay.count !== undefined && used.count + 1 > perDay.count) throw refuse('day_cap_reached')
  if (perDay.cents !== undefined && used.cents + Math.abs(amountCents) > perDay.cents) throw refuse('day_cap_reached')
}
