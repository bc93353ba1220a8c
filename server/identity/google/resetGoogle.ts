import { refuse } from '#contract/core/refusals.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { loginById } from '../queries.ts'
import { coolDown } from '../security/coolDown.ts'
import { endSessionsOf, lockLogin, revokeRemembersOf } from '../sessionQueries.ts'
import { forgetSecret, markBound } from './googleQueries.ts'

/**
 * The app is lost and so are its codes: staff take it off, when two of them agree. Whoever is signed in is out, and money
 * stays in for a day, as if its owner had unbound it. Writing down who and why is the caller's.
 */
export async function resetGoogle(tx: Tx, accountId: string, loginId: string): Promise<void> {
  await lockLogin(tx, loginId)
  const login = await loginById(tx, loginId)
  if (login.account_id !== accountId) throw refuse('not_found')
  if (!login.google_bound_at) throw refuse('conflict')
  await forgetSecret(tx, loginId)
  await markBound(tx, loginId, null)
  await coolDown(tx, loginId)
  await endSessionsOf(tx, loginId, 'google')
  await revokeRemembersOf(tx, loginId)
  await notify(tx, { accountId, loginId }, 'google_changed', {
    what_cn: '已由客服重置',
    what_en: 'reset by customer service',
  })
}
