/** Rate plans: what an account may have and what it pays. */
import type { PlanCode } from '#contract/plans/plans.ts'
import type { Tx } from '../core/db.ts'
import { insertSubscription, planByCode } from './queries.ts'

export { entitlementsOf, type Entitlements } from './entitlements/entitlements.ts'
export { ownLimitsOf } from './entitlements/ownLimits.ts'
export { insertLimit, limitHistory, limitsInForce } from './entitlements/queries.ts'
export { seatLots } from './lots/lotBooks.ts'
export { lotsAgree } from './lots/proof.ts'
export { recogniseAll } from './lots/recognise.ts'
export { allPlans } from './queries.ts'
export { plansToPrice } from './desk/queries.ts'
export type { PastUse } from './buying/comparePlans.ts'

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
export { privilege } from './entitlements/privilege.ts'
