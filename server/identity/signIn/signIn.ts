import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as securityContract from '#contract/identity/security.ts'
import type { Answer } from '#server/core/answer.ts'
import { logSignIn } from '#server/audit/audit.ts'
import { db } from '#server/core/db.ts'
import { isGoogleAsked, judgeGoogle } from '../google/judgeGoogle.ts'
import type { LoginRow } from '../queries.ts'
import { isRemember } from '../sessions/tokens.ts'
import type { Origin } from '../attempts/origin.ts'
import { provePassword, originOfLogin } from './provePassword.ts'
import { findLogin, idsOf } from './findLogin.ts'
import { newLine, useRemembered } from './remember.ts'
import { welcome } from './welcome.ts'

/** Sign in with a password, or with what an earlier sign-in left in its place. Nothing here tells whether a name exists. */
export const signIn: Answer<typeof contract.signIn> = async ({ from }, wish) => {
  const { username, password, ticket, autoLogin, rememberKey } = wish
  if (isRemember(password)) {
    const kept = await useRemembered(await findLogin(username), password, wish, from, refuseWithoutGoogle)
    return welcome(kept, from, { type: 'PWD', autoLogin })
  }
  const { login, known } = await provePassword({ username, password, ticket }, from, 'PWD')
  refuseWithoutGoogle(login)
  return welcome({ login, line: newLine(rememberKey) }, from, { type: 'PWD', autoLogin, newDevice: !known })
}

/** Only somebody with the password learns that the app is asked for: `user/loginByGoogle` takes both. */
function refuseWithoutGoogle(login: LoginRow): void {
  if (isGoogleAsked(login)) throw refuse('google_required', { field: 'googleCode' })
}

/** Name, password (or what stands in its place) and the digits of the app, or a recovery code where the phone is gone. The password is judged first. */
export const signInByGoogle: Answer<typeof securityContract.signInByGoogle> = async ({ from }, wish) => {
  const { username, password, googleCode, ticket, autoLogin, rememberKey } = wish
  const judge = (login: LoginRow, origin: Origin): Promise<void> =>
    judgeGoogle(login.login_id, googleCode, { orRecovery: true, origin }).catch(async (error: unknown) => {
      await logSignIn(db, { type: 'GOOGLE', login: idsOf(login), from, failed: 'google' })
      throw error
    })
  if (isRemember(password)) {
    const kept = await useRemembered(await findLogin(username), password, wish, from, async (login) =>
      judge(login, await originOfLogin(login, from)),
    )
    return welcome(kept, from, { type: 'GOOGLE', autoLogin })
  }
  const { login, known, origin } = await provePassword({ username, password, ticket }, from, 'GOOGLE')
  await judge(login, origin)
  return welcome({ login, line: newLine(rememberKey) }, from, { type: 'GOOGLE', autoLogin, newDevice: !known })
}
