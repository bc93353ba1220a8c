/** Rate plans: what an account may have and what it pays. */
import type { PlanCode } from '#contract/plans/plans.ts'
import type { Tx } from '../core/db.ts'
import { insertSubscription, planByCode } from './queries.ts'

export { entitlementsOf, type Entitlements } from './entitlements.ts'
export { ownLimitsOf } from './ownLimits.ts'
export { insertLimit, limitHistory, limitsInForce } from './ownLimitQueries.ts'
export { seatLots } from './lotBooks.ts'
export { lotsAgree } from './proof.ts'
export { recogniseAll } from './recognise.ts'
export { allPlans } from './queries.ts'
export { plansToPrice } from './planDesk/planDeskQueries.ts'
export type { PastUse } from './comparePlans.ts'

/** Put an account on a plan that nobody paid for: by staff, as a gift, or in the demo world. */
export async function giveSubscription(
  tx: Tx,
  accountId: string,
  {
    code,
    source,
    startsAt,
    expiresAt,
  }: { code: PlanCode; source: 'GIFT' | 'STAFF' | 'BUY'; startsAt: Date; expiresAt: Date },
): Promise<void> {
  const { group_id: groupId } = await planByCode(tx, code)
  await insertSubscription(tx, { accountId, groupId, source, startsAt, expiresAt })
}
export { privilege } from './privilege.ts'
