import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Tx } from '#server/core/db.ts'
import { lockOwnSubs } from '#server/identity/identity.ts'

export type NewOwner = { readonly ownerSubUid?: string; readonly ownerName?: string }

/**
 * The sub-account that a parent opens cards for. Its row is locked before the wallet, in the common order, so that it cannot be removed in between. For a
 * sub-account that names one, even itself, there is none.
 */
export async function ownerOf(tx: Tx, actor: Actor, subUid: string | undefined): Promise<NewOwner> {
  if (subUid === undefined) return {}
  if (actor.subUid) throw refuse('not_found', { field: 'subUid' })
  const [sub] = await lockOwnSubs(tx, actor.accountId, [subUid])
  return { ownerSubUid: subUid, ownerName: sub!.nickname }
}
