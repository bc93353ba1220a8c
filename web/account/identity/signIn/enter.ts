/** From an answer with tokens to the first page. */
import type { Output } from '#contract/core/call.ts'
import type { signIn } from '#contract/identity/identity.ts'
import { wasActive } from '#web/parts/client/idle.ts'
import { clearSession, forget, keepTokens, ofThisTab, remember, store, stored } from '#web/parts/client/session.ts'
import { langNow } from '#web/text.ts'

type Tokens = Pick<Output<typeof signIn>, 'access_token' | 'access_overtime' | 'refresh_token'>

export async function enter(tokens: Tokens): Promise<void> {
  const theme = ofThisTab('theme')
  clearSession()
  // The choices on the sign-in page are kept.
  store('lang', langNow())
  if (theme) store('theme', theme)
  keepTokens(tokens)
  wasActive()
  // Not on the sign-in page itself: it comes with the menu and its permissions.
  const { loadPermissions, loadUserInfo } = await import('#web/parts/client/whoAmI.ts')
  await loadUserInfo()
  await loadPermissions()
}

/** Without it there is no key to bind a credential to, and automatic sign-in is not offered. */
export const canRemember = Boolean(globalThis.crypto?.subtle && globalThis.indexedDB)

export async function rememberLogin(
  username: string,
  answer: Output<typeof signIn>,
  autoLogin: boolean,
): Promise<void> {
  const credential = autoLogin ? answer.password : undefined
  const { keepKey, forgetKey } = credential || stored('password') ? await import('./rememberKey.ts') : {}
  const kept = credential !== undefined && Boolean(await keepKey?.(credential))
  store('username', username)
  store('autoLogin', kept ? '1' : '0')
  if (kept) store('password', credential)
  else {
    forget('password')
    await forgetKey?.()
  }
  rememberView(answer)
}

/** Which of the two views the login has. After a passkey, that is all there is to remember. */
export const rememberView = ({ subAccount }: Pick<Output<typeof signIn>, 'subAccount'>): void =>
  remember({ subAccount: subAccount === 1 })
