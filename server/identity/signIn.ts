import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { isGoogleAsked } from './google/judgeGoogle.ts'
import { provePassword } from './provePassword.ts'
import { findLogin } from './findLogin.ts'
import type { LoginRow } from './queries.ts'
import { newLine, useRemembered } from './remember.ts'
import { isRemember } from './tokens.ts'
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
