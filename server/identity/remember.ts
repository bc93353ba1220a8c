import { refuse } from '../../contract/refusals.ts'
import type { Caller } from '../actor.ts'
import { logSignIn } from '../audit/audit.ts'
import { ahead, DAY } from '../clock.ts'
import { db, transaction, type Tx } from '../db.ts'
import { newId } from '../ids.ts'
import type { LoginRow } from './queries.ts'
import { insertRemember, isRememberUsable, revokeRememberFamilyOf, useRemember } from './sessionQueries.ts'
import { isFrozenOut } from './standing.ts'
import { hashToken, newToken } from './tokens.ts'

/**
 * What the browser keeps under `password` when somebody ticks "sign me in automatically": never the password, but a
 * credential that is good for one sign-in from the same browser, and is replaced by the next at that sign-in.
 */
export async function newRemember(
  tx: Tx,
  loginId: string,
  { device }: Caller,
  familyId = newId('rmb'),
): Promise<string> {
  const token = newToken('remember')
  await insertRemember(tx, { hash: hashToken(token), familyId, loginId, device, expiresAt: ahead(30 * DAY) })
  return token
}

/**
 * Takes the place of the password alone, so the second factor is proved before it is used up: a request that still lacks the
 * digits of the app, or has wrong ones, leaves it as it was.
 */
export async function useRemembered(
  login: LoginRow | undefined,
  token: string,
  from: Caller,
  proveSecondFactor: (login: LoginRow) => void | Promise<void>,
): Promise<{ login: LoginRow; familyId: string }> {
  const hash = hashToken(token)
  if (login && !isFrozenOut(login) && (await isRememberUsable(db, hash, login.login_id, from.device)))
    await proveSecondFactor(login)
  const used = login && (await transaction((tx) => useRemember(tx, hash, login.login_id, from.device)))
  if (used && !isFrozenOut(login)) return { login, familyId: used.family_id }
  // Used before, or used elsewhere: it has been copied.
  await revokeRememberFamilyOf(db, hash)
  const ids = login && { accountId: login.account_id, loginId: login.login_id }
  await logSignIn(db, { type: 'PWD', login: ids, from, failed: used ? 'frozen' : 'remembered' })
  throw refuse(used ? 'login_frozen' : 'credentials_wrong', { field: 'password' })
}
