import type * as contract from '#contract/identity/security.ts'
import type { Answer } from '#server/core/answer.ts'
import { logSignIn } from '#server/audit/audit.ts'
import { db } from '#server/core/db.ts'
import { findLogin, idsOf } from '../findLogin.ts'
import { judgeGoogle } from '../google/judgeGoogle.ts'
import type { Origin } from '../origin.ts'
import { originOfLogin, provePassword } from '../provePassword.ts'
import type { LoginRow } from '../queries.ts'
import { newLine, useRemembered } from '../remember.ts'
import { isRemember } from '../tokens.ts'
import { welcome } from '../welcome.ts'

/** Name, password (or what stands in its place) and the digits of the app, or a recovery code where the phone is gone. The password is judged first. */
export const signInByGoogle: Answer<typeof contract.signInByGoogle> = async ({ from }, wish) => {
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
