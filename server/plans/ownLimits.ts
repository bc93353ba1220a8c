import type { LimitKey } from '#contract/accounts/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Database, Tx } from '../core/db.ts'
import { limitsInForce } from './ownLimitQueries.ts'

/** What two of the staff have agreed on for this account, in the place of everybody's limits. Most accounts have none. */
export async function ownLimitsOf(on: Tx | Database, accountId: string): Promise<Partial<Record<LimitKey, Cents>>> {
  const rows = await limitsInForce(on, accountId)
  return Object.fromEntries(
    rows.flatMap(({ key, amount_cents }) => (amount_cents === null ? [] : [[key, amount_cents]])),
  )
}
