/** The user and their permissions: loaded before the first page is shown. */
import { userInfo } from '#contract/identity/userInfo.ts'
import { infoForSub, permissions } from '#contract/roles/roles.ts'
import { ask } from './client.ts'
import { rememberInSession, session, type State } from './session.ts'

const quiet = { quiet: true } as const

/** `background`: not requested by a person, so it does not keep the session alive. */
export async function loadUserInfo({ background = false } = {}): Promise<void> {
  const manner = { ...quiet, background }
  const remember = rememberInSession()
  const info = await ask(userInfo, {}, manner)
  remember({ UserInfo: info, subAccount: info.subAccount === 1 })
  // A sub-account is shown as itself, not as its parent.
  if (info.subAccount !== 1) return
  const sub = await ask(infoForSub, {}, manner)
  remember({ UserInfo: { ...info, nickname: sub.nickname, userId: sub.subUid, mobile: sub.mobile } })
}

let loaded: State['Auths']
/** Whether the guard or the sign-in has loaded them for this start: they are not loaded twice. */
export function permissionsJustLoaded(): boolean {
  const fresh = loaded !== undefined && loaded === session().Auths
  loaded = undefined
  return fresh
}

export async function loadPermissions({ background = false } = {}): Promise<void> {
  const remember = rememberInSession()
  const { auths, subPermission } = await ask(permissions, {}, { ...quiet, background })
  // Requested every few seconds: unchanged data causes no re-render.
  const { Auths, subPermission: held } = session()
  if (JSON.stringify([auths, subPermission]) !== JSON.stringify([Auths, held]))
    remember({ Auths: auths, subPermission })
  loaded = session().Auths
}
