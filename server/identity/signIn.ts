import { flag } from '../../contract/fields.ts'
import type * as contract from '../../contract/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Answer } from '../answer.ts'
import type { Caller } from '../actor.ts'
import { browserOf, knowsDevice, logSignIn } from '../audit/audit.ts'
import { db, transaction } from '../db.ts'
import { notify } from '../news.ts'
import { lookupHash } from '../secrets.ts'
import { mobileHash, typedMobile } from './mobiles.ts'
import { passwordFits } from './passwords.ts'
import { loginByMobile, loginByName, type LoginRow } from './queries.ts'
import { newRemember, useRemembered } from './remember.ts'
import { openSession } from './sessions.ts'
import { settings } from './settings.ts'
import { isFrozenOut } from './standing.ts'
import { hasFailed, passwordWasRight, passwordWasWrong, takePasswordTry } from './throttle.ts'
import { needCaptcha } from './tickets.ts'
import { isRemember } from './tokens.ts'

/** Sign in with a password, or with what an earlier sign-in left in its place. Nothing here tells whether a name exists. */
export const signIn: Answer<typeof contract.signIn> = async ({ from }, { username, password, ticket, autoLogin }) => {
  const login = await findLogin(username)
  if (isRemember(password)) return welcome(await useRemembered(login, password, from), from, { autoLogin })

  // One login is one name, however it is typed: with +86, without, or by its login name.
  const name = lookupHash('username', login?.login_id ?? username.toLowerCase()).toString('hex')
  const known = login ? await knowsDevice(db, login.login_id, from) : false
  if (settings.captcha && (!known || (await hasFailed(name)))) await needCaptcha(ticket)
  await takePasswordTry(name)
  if (!(await passwordFits(login?.password_hash, password)) || !login) {
    await passwordWasWrong(name)
    await logSignIn(db, { type: 'PWD', login: login && idsOf(login), from, failed: 'password' })
    throw refuse('credentials_wrong', { field: 'password' })
  }
  await passwordWasRight(name)
  if (isFrozenOut(login)) {
    await logSignIn(db, { type: 'PWD', login: idsOf(login), from, failed: 'frozen' })
    throw refuse('login_frozen')
  }
  return welcome({ login }, from, { autoLogin, newDevice: !known })
}

const idsOf = ({ account_id, login_id }: LoginRow) => ({ accountId: account_id, loginId: login_id })

const findLogin = (username: string): Promise<LoginRow | undefined> => {
  const mobile = typedMobile(username)
  return mobile ? loginByMobile(db, mobileHash(mobile)) : loginByName(db, username)
}

/** The session, its row in the log, and news of a device that was never seen. */
async function welcome(
  { login, familyId }: { login: LoginRow; familyId?: string },
  from: Caller,
  { autoLogin, newDevice = false }: { autoLogin: boolean; newDevice?: boolean },
) {
  return transaction(async (tx) => {
    const { sessionId: _, ...tokens } = await openSession(tx, login, from)
    await logSignIn(tx, { type: 'PWD', login: idsOf(login), from })
    if (newDevice) await notify(tx, idsOf(login), 'login_new_device', { device: browserOf(from.device), ip: from.ip })
    const remembered = autoLogin ? await newRemember(tx, login.login_id, from, familyId) : undefined
    return {
      ...tokens,
      userId: login.sub_uid ?? login.user_no,
      nickname: login.nickname,
      subAccount: flag(login.kind === 'SUB'),
      googleRequired: flag(false),
      ...(remembered && { password: remembered }),
    }
  })
}
