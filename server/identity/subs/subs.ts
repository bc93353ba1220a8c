/** Sub-accounts as their parent manages them. */
import { refuse } from '#contract/core/refusals.ts'
import type { SubStatus } from '#contract/identity/identity.ts'
import { ago, MINUTE } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { updatePassword } from '../loginQueries.ts'
import { masked, mobileHash, typedMobile, unsealMobile } from '../mobiles.ts'
import type { SubRow } from '../queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessionQueries.ts'
import { countSubs, lockSubs, subPage, type ListedSub } from './subQueries.ts'

export { addKey, seatsOf, takeEndingSubs, updateSeats, updateSub } from './subQueries.ts'

export type ShownSub = Omit<ListedSub, 'mobile_enc'> & { mobile: string }

/** Online: used within five minutes. */
export async function pageOfSubs(
  accountId: string,
  filter: { keyword?: string | undefined; status?: SubStatus | undefined; roleId?: string | undefined },
  page: { pageNo: number; pageSize: number },
): Promise<{ rows: ShownSub[]; total: number }> {
  const typed = filter.keyword === undefined ? undefined : typedMobile(filter.keyword)
  const mobile = typed && mobileHash(typed)
  const [rows, { total }] = await Promise.all([
    subPage(db, accountId, filter, { mobile, onlineSince: ago(5 * MINUTE), ...page }),
    countSubs(db, accountId, filter, mobile),
  ])
  return {
    rows: rows.map(({ mobile_enc, ...sub }) => ({ ...sub, mobile: masked(unsealMobile(sub.login_id, mobile_enc)) })),
    total,
  }
}

/** All of them, locked in one order, or "not found" for the first that is not there. Before the wallet. */
export async function lockOwnSubs(tx: Tx, accountId: string, subUids: readonly string[]): Promise<SubRow[]> {
  const subs = await lockSubs(tx, accountId, subUids)
  if (subs.length < new Set(subUids).size) throw refuse('not_found', { field: 'subUid' })
  return subs
}

/** Set by its parent: whoever is signed in with the old one is out. */
export async function setSubPassword(tx: Tx, { login_id }: Pick<SubRow, 'login_id'>, hash: string): Promise<void> {
  await updatePassword(tx, login_id, hash)
  await endSessionsOf(tx, login_id, 'password')
  await revokeRemembersOf(tx, login_id)
}
