/** From an answer with tokens to the first page. */
import type { Output } from '../../../contract/call.ts'
import type { signIn } from '../../../contract/identity.ts'
import { wasActive } from '../../parts/idle.ts'
import { clearSession, forget, keepTokens, remember, store, stored } from '../../parts/session.ts'
import { langNow } from '../../text/i18n.ts'
import { loadPermissions, loadUserInfo } from '../layout/whoAmI.ts'

type Tokens = Pick<Output<typeof signIn>, 'access_token' | 'access_overtime' | 'refresh_token'>

export async function enter(tokens: Tokens): Promise<void> {
  const theme = stored('theme')
  clearSession()
  // What was chosen on the sign-in page goes along.
  store('lang', langNow())
  if (theme) store('theme', theme)
  keepTokens(tokens)
  wasActive()
  await loadUserInfo()
  await loadPermissions()
}

export function rememberLogin(username: string, answer: Output<typeof signIn>, autoLogin: boolean): void {
  store('username', username)
  store('autoLogin', autoLogin ? '1' : '0')
  if (answer.password !== undefined && autoLogin) store('password', answer.password)
  else forget('password')
  remember({ subAccount: answer.subAccount === 1 })
}
