import type { LimitKey } from '#contract/accounts/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { dayLimits, termsOf } from '#server/funding/funding.ts'
import { accountOf } from '#server/identity/identity.ts'
import { entitlementsOf } from '#server/plans/plans.ts'

/** What everybody of this standing and plan has. */
export async function standardLimits(on: Tx | Database, accountId: string): Promise<Record<LimitKey, Cents | null>> {
  const { identity, identity_type } = await accountOf(on, accountId)
  const { perLoadMaxCents } = await entitlementsOf(on, accountId)
  const { max } = await termsOf('ONLINE_WECHAT', on)
  return {
    topupPerDay: dayLimits[identity === 'PASSED' ? (identity_type ?? 'PERSON') : 'NONE'],
    perLoad: perLoadMaxCents,
    yuanOnce: max ?? null,
  }
}
