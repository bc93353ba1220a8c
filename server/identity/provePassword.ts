import type { LoginType } from '#contract/audit/audit.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Caller } from '../core/actor.ts'
import { knowsDevice, logSignIn } from '../audit/audit.ts'
import { db } from '../core/db.ts'
import { lookupHash } from '../core/secrets.ts'
import { findLogin, idsOf } from './findLogin.ts'
import { passwordFits } from './passwords.ts'
import type { LoginRow } from './queries.ts'
import { settings } from './settings.ts'
import { isFrozenOut } from './standing.ts'
import { originOf, type Origin } from './origin.ts'
import { hasFailed, takeTry, tryWasRight, tryWasWrong, type Try } from './throttle.ts'
import { needCaptcha } from './tickets.ts'

/** One login is one name, however it is typed: with +86, without, or by its login name. */
export const passwordTry = (login: LoginRow | undefined, typed: string, origin: Origin): Try => ({
  subject: 'password',
  name: lookupHash('username', login?.login_id ?? typed.toLowerCase()).toString('hex'),
  owner: login?.login_id,
  origin,
})

/**
 * Whose name and password these are, or the same refusal after the same work for a wrong password and for a name that
 * nobody has. Written into the history as a try of this kind.
 */
export async function provePassword(
  { username, password, ticket }: { username: string; password: string; ticket: string | undefined },
  from: Caller,
  type: LoginType,
): Promise<{ login: LoginRow; known: boolean; origin: Origin }> {
  const login = await findLogin(username)
  const known = await knowsDevice(db, login?.login_id ?? '', from)
  const origin = await originOf(login?.login_id, from, known)
  const one = passwordTry(login, username, origin)
  if (settings.captcha && (!known || (await hasFailed(one)))) await needCaptcha(ticket)
  await takeTry(one)
  if (!(await passwordFits(login?.password_hash, password)) || !login) {
    await tryWasWrong(one)
    await logSignIn(db, { type, login: login && idsOf(login), from, failed: 'password' })
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await tryWasRight(one)
  await refuseFrozen(login, from, type)
  return { login, known, origin }
}

export const originOfLogin = async (login: LoginRow | undefined, from: Caller): Promise<Origin> =>
  originOf(login?.login_id, from, await knowsDevice(db, login?.login_id ?? '', from))

export async function refuseFrozen(login: LoginRow, from: Caller, type: LoginType): Promise<void> {
  if (!isFrozenOut(login)) return
  await logSignIn(db, { type, login: idsOf(login), from, failed: 'frozen' })
  throw refuse('login_frozen')
}
