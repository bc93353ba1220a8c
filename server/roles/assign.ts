import { pagesOfKeys } from '#contract/core/permissions.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Tx } from '../core/db.ts'
import { grantSub } from '../identity/identity.ts'
import { givenBy } from './permissions.ts'
import { lockRole } from './queries.ts'

/**
 * Give a sub-account what its role holds. Written down beside the sub-account, where every call reads it, so it holds
 * from the next call on, on every server. Lock the sub-account before this, if at all: a role is locked after those who
 * have it (changePermissions.ts), and the other way round the two would wait for each other.
 */
export async function assignRole(tx: Tx, sub: { accountId: string; subUid: string }, roleId: string): Promise<void> {
  const role = await lockRole(tx, sub.accountId, roleId, 'SHARE')
  if (!role) throw refuse('not_found', { field: 'roleId' })
  const { keys, pageIds } = givenBy(role)
  await grantSub(tx, sub.subUid, { roleId, keys, pages: pagesOfKeys(keys, pageIds) })
}
