/** Sub-accounts, managed by their parent. */
import { refuse } from '#contract/core/refusals.ts'
import type { SubStatus } from '#contract/identity/identity.ts'
import type { LoginKey } from '#server/core/actor.ts'
import { ago, MINUTE } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { masked, mobileHashes, typedMobile, unsealMobile } from '../logins/mobiles.ts'
import { updatePassword } from '../logins/queries.ts'
import { type SubRow } from '../queries.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessions/queries.ts'
import { countSubs, lockSubs, subPage, type ListedSub } from './queries.ts'

export { addKey, removeKey, seatsOf, subsByNumber, takeEndingSubs, updateSeats, updateSub } from './queries.ts'

export type ShownSub = Omit<ListedSub, 'mobile_enc'> & { mobile: string }

/** Online: used within five minutes. */
export async function pageOfSubs(
  accountId: string,
  filter: { keyword?: string | undefined; status?: SubStatus | undefined; roleId?: string | undefined },
  page: { pageNo: number; pageSize: number },
): Promise<{ rows: ShownSub[]; total: number }> {
  const typed = filter.keyword === undefined ? undefined : typedMobile(filter.keyword)
  const mobile = typed && mobileHashes(typed).map(({ hash }) => hash)
  const [rows, { total }] = await Promise.all([
    subPage(db, accountId, filter, { mobile, onlineSince: ago(5 * MINUTE), ...page }),
    countSubs(db, accountId, filter, mobile),
  ])
  return {
    rows: rows.map(({ mobile_enc, ...sub }) => ({ ...sub, mobile: masked(unsealMobile(sub.login_id, mobile_enc)) })),
    total,
  }
}

/** Returns all of them, locked in a fixed order, or "not found" for the first missing one. Before the wallet. */
export async function lockOwnSubs(tx: Tx, accountId: string, subUids: readonly string[]): Promise<SubRow[]> {
  const subs = await lockSubs(tx, accountId, subUids)
  if (subs.length < new Set(subUids).size) throw refuse('not_found', { field: 'subUid' })
  return subs
}

/** Set by the parent: sessions under the old password end, and the devices of whoever had the login before can no longer sign in. */
export async function setSubPassword(tx: Tx, login: LoginKey, hash: string): Promise<void> {
  await updatePassword(tx, login, hash)
  await endSessionsOf(tx, login, 'password')
  await revokeRemembersOf(tx, login)
  await deletePasskeysOf(tx, login)
}
