import { refuse } from '#contract/core/refusals.ts'
import type { Database, Tx } from '../core/db.ts'
import { accountsOfNo, type FoundAccount } from '../identity/identity.ts'

/** Whom staff mean by a user number. Refuses with `not_found` beside the field. */
export async function accountByNo(on: Tx | Database, userNo: string): Promise<FoundAccount> {
  const [found] = await accountsOfNo(userNo, on)
  if (!found) throw refuse('not_found', { field: 'userNo' })
  return found
}
