/** What the header loads about its user, whenever the console starts (docs/reference/console.md#layout). */
import { wallet } from '#contract/notices/notices.ts'
import { privilege } from '#contract/plans/plans.ts'
import { ask } from './client.ts'
import { remember, session } from './session.ts'
import { loadPermissions, loadUserInfo } from './whoAmI.ts'

const quiet = { quiet: true } as const

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
