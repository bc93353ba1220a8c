import { dayBegan } from '../calendar.ts'
import type { Database, Tx } from '../db.ts'
import { accountOf } from '../identity/identity.ts'
import { ownLimitsOf } from '../plans/plans.ts'
import { orderedSince } from './queries.ts'
import { dayLimits, type Known } from './rails.ts'

/** What the account may top up today in US cents: as it is known to us, or as staff have agreed for it. Open orders count in full, so that ten at once are no way round it. */
export async function todayOf(within: Tx | Database, accountId: string) {
  const { identity, identity_type } = await accountOf(within, accountId)
  const known: Known = identity === 'PASSED' ? (identity_type ?? 'PERSON') : 'NONE'
  const limit = (await ownLimitsOf(within, accountId)).topupPerDay ?? dayLimits[known]
  const { valueCents: used, open } = await orderedSince(within, accountId, dayBegan())
  return { limit, used, left: Math.max(0, limit - used), open }
}
