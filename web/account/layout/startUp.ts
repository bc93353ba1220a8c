/** What the console loads about its user: once after sign-in, and again whenever it starts (spec §4). */
import { userInfo } from '../../../contract/identity.ts'
import { wallet } from '../../../contract/notices.ts'
import { privilege } from '../../../contract/plans.ts'
import { infoForSub, permissions } from '../../../contract/roles.ts'
import { ask } from '../../parts/client.ts'
import { remember, session } from '../../parts/session.ts'

const quiet = { quiet: true } as const

export async function loadUserInfo(): Promise<void> {
  const info = await ask(userInfo, {}, quiet)
  remember({ UserInfo: info, subAccount: info.subAccount === 1 })
  // A sub-account is shown as itself, not as its parent.
  if (info.subAccount !== 1) return
  const sub = await ask(infoForSub, {}, quiet)
  remember({ UserInfo: { ...info, nickname: sub.nickname, userId: sub.subUid, mobile: sub.mobile } })
}

export async function loadPermissions(): Promise<void> {
  const { auths, subPermission } = await ask(permissions, {}, quiet)
  remember({ Auths: auths, subPermission })
}

export async function loadWallet(): Promise<void> {
  remember({ Wallet: await ask(wallet, {}, quiet) })
}

async function loadPrivilege(): Promise<void> {
  if (!session().UserPlan) remember({ UserPlan: await ask(privilege, {}, quiet) })
}

/** The header's sequence, in its order. It ignores refusals silently: each part shows itself when it is there. */
export async function startUp(): Promise<void> {
  if (!session().IsLogin) return
  await Promise.allSettled([loadUserInfo(), loadWallet(), loadPrivilege(), loadPermissions()])
}
