import type { LoginType } from '../../contract/audit.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Caller } from '../actor.ts'
import { knowsDevice, logSignIn } from '../audit/audit.ts'
import { db } from '../db.ts'
import { lookupHash } from '../secrets.ts'
import { findLogin, idsOf } from './findLogin.ts'
import { passwordFits } from './passwords.ts'
import type { LoginRow } from './queries.ts'
import { settings } from './settings.ts'
import { isFrozenOut } from './standing.ts'
import { hasFailed, passwordWasRight, passwordWasWrong, takePasswordTry } from './throttle.ts'
import { needCaptcha } from './tickets.ts'

/** One login is one name, however it is typed: with +86, without, or by its login name. */
export const tryKeyOf = (login: LoginRow | undefined, typed: string): string =>
  lookupHash('username', login?.login_id ?? typed.toLowerCase()).toString('hex')

/**
 * Whose name and password these are, or the same refusal after the same work for a wrong password and for a name that
 * nobody has. Written into the history as a try of this kind.
 */
export async function provePassword(
  { username, password, ticket }: { username: string; password: string; ticket: string | undefined },
  from: Caller,
  type: LoginType,
): Promise<{ login: LoginRow; known: boolean }> {
  const login = await findLogin(username)
  const name = tryKeyOf(login, username)
  const known = login ? await knowsDevice(db, login.login_id, from) : false
  if (settings.captcha && (!known || (await hasFailed(name)))) await needCaptcha(ticket)
  await takePasswordTry(name)
  if (!(await passwordFits(login?.password_hash, password)) || !login) {
    await passwordWasWrong(name)
    await logSignIn(db, { type, login: login && idsOf(login), from, failed: 'password' })
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await passwordWasRight(name)
  await refuseFrozen(login, from, type)
  return { login, known }
}

export async function refuseFrozen(login: LoginRow, from: Caller, type: LoginType): Promise<void> {
  if (!isFrozenOut(login)) return
  await logSignIn(db, { type, login: idsOf(login), from, failed: 'frozen' })
  throw refuse('login_frozen')
}
