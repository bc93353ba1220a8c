/** What the header loads about its user at every start (docs/reference/console.md#layout). */
import { wallet } from '#contract/notices/notices.ts'
import { privilege } from '#contract/plans/plans.ts'
import { ask } from './client.ts'
import { rememberInSession, session } from './session.ts'
import { loadPermissions, loadUserInfo, permissionsJustLoaded } from './whoAmI.ts'

const quiet = { quiet: true } as const

/** `background`: not requested by a person, so it does not keep the session alive. */
export async function loadWallet({ background = false } = {}): Promise<void> {
  const remember = rememberInSession()
  remember({ Wallet: await ask(wallet, {}, { ...quiet, background }) })
}

async function loadPrivilege(): Promise<void> {
  if (session().UserPlan) return
  const remember = rememberInSession()
  remember({ UserPlan: await ask(privilege, {}, quiet) })
}

/** Loads the header's data, but the permissions only if the guard has not just done so. Refusals are ignored silently: each part appears when its data arrives. */
export async function startUp(): Promise<void> {
  if (!session().IsLogin) return
  await Promise.allSettled([
    loadUserInfo(),
    loadWallet(),
    loadPrivilege(),
    permissionsJustLoaded() || loadPermissions(),
  ])
}
