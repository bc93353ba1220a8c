import type { LoginType } from '#contract/audit/audit.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Caller } from '#server/core/actor.ts'
import { knowsDevice, logSignIn } from '#server/audit/audit.ts'
import { db } from '#server/core/db.ts'
import { referenceHash } from '#server/core/secrets.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { type LoginRow, loginByMobile, loginByName } from '../logins/queries.ts'
import { settings } from '../settings.ts'
import { hasFailed, takeTry, tryWasRight, tryWasWrong, type Try, originOf, type Origin } from '../attempts/throttle.ts'
import { needCaptcha } from '../codes/tickets.ts'
import { isFrozenOut } from '../sessions/authenticate.ts'
import { mobileHash, typedMobile } from '../logins/mobiles.ts'

/** One login counts as one name, however it is typed: with +86, without, or by its login name. */
export const passwordTry = (login: LoginRow | undefined, typed: string, origin: Origin): Try => ({
  subject: 'password',
  name: referenceHash('username', login?.login_id ?? typed.toLowerCase()).toString('hex'),
  owner: login?.login_id,
  origin,
})

/**
 * Returns the login of this name and password. A wrong password and an unknown name get the same refusal after the same work. Logged as an attempt of this
 * kind.
 */
export async function provePassword(
  { username, password, ticket }: { username: string; password: string; ticket: string | undefined },
  from: Caller,
  type: LoginType,
): Promise<{ login: LoginRow; known: boolean; origin: Origin }> {
  const login = await findLogin(username)
  const known = await knowsDevice(db, login && idsOf(login), from)
  const origin = await originOf(login && idsOf(login), from, known)
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
  originOf(login && idsOf(login), from, await knowsDevice(db, login && idsOf(login), from))

export async function refuseFrozen(login: LoginRow, from: Caller, type: LoginType): Promise<void> {
  if (!isFrozenOut(login)) return
  await logSignIn(db, { type, login: idsOf(login), from, failed: 'frozen' })
  throw refuse('login_frozen')
}

/** Finds the login of a typed name, if there is one. */
export const findLogin = (username: string): Promise<LoginRow | undefined> => {
  const mobile = typedMobile(username)
  return mobile ? loginByMobile(db, mobileHash(mobile)) : loginByName(db, username)
}

export const idsOf = ({ account_id, login_id }: LoginRow) => ({ accountId: account_id, loginId: login_id })
