import type * as contract from '../../../contract/security.ts'
import type { Answer } from '../../answer.ts'
import { logSignIn } from '../../audit/audit.ts'
import { db } from '../../db.ts'
import { idsOf } from '../findLogin.ts'
import { judgeGoogle } from '../google/judgeGoogle.ts'
import { provePassword } from '../provePassword.ts'
import { welcome } from '../welcome.ts'

/** Name, password and the digits of the app, or a recovery code where the phone is gone. The password is judged first. */
export const signInByGoogle: Answer<typeof contract.signInByGoogle> = async (
  { from },
  { username, password, googleCode, ticket, autoLogin },
) => {
  const { login, known, origin } = await provePassword({ username, password, ticket }, from, 'GOOGLE')
  await judgeGoogle(login.login_id, googleCode, { orRecovery: true, origin }).catch(async (error: unknown) => {
    await logSignIn(db, { type: 'GOOGLE', login: idsOf(login), from, failed: 'google' })
    throw error
  })
  return welcome({ login }, from, { type: 'GOOGLE', autoLogin, newDevice: !known })
}
