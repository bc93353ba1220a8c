import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor, LoginKey } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction, type Database, type Tx } from '#server/core/db.ts'
import { judgeCode, useCode } from '../codes/codes.ts'
import { unsealMobile } from '../logins/mobiles.ts'
import { loginById } from '../logins/queries.ts'
import { coolDown } from '../coolDown.ts'
import { stepUpTicket, useTicket, type StepUp } from '../codes/tickets.ts'
import { forgetSecret, markBound } from './queries.ts'
import { googleChanged } from './bindGoogle.ts'
import { judgeGoogle } from './judgeGoogle.ts'

/** The scene as named by clients, and what its ticket is valid for. */
export const opens = {
  REVEAL: 'reveal',
  EXPORT: 'export',
  BATCH_DELETE: 'batchDelete',
  WITHDRAW: 'withdraw',
  BANK_CARD: 'bankCard',
  PASSWORD: 'password',
  MOBILE: 'mobile',
  CLOSE: 'close',
  LOAD: 'load',
  ROLE: 'role',
  PASSKEY: 'passkey',
} as const satisfies Record<contract.StepUpScene, StepUp>

export const isBound = async (on: Tx | Database, login: LoginKey): Promise<boolean> =>
  (await loginById(on, login)).google_bound_at !== null

async function refuseUnbound(actor: Actor): Promise<void> {
  if (!(await isBound(db, actor)))
    throw refuse('conflict', {
      msg: { cn: '尚未绑定谷歌验证', en: 'Google verification isn’t set up' }[actor.from.lang],
    })
}

/** Step-up: the app's digits become a single-use ticket for one action. */
export const checkGoogle: Answer<typeof contract.checkGoogle> = async (actor, { googleCode, scene }) => {
  await refuseUnbound(actor)
  await judgeGoogle(actor, googleCode)
  return stepUpTicket(actor, opens[scene])
}

/** Where the app is bound, an SMS code alone is not enough: it also needs the app's ticket (docs/reference/permissions.md#step-up). */
export async function needGoogle(tx: Tx, actor: Actor, scene: StepUp, ticket: string | undefined): Promise<void> {
  if (await isBound(tx, actor)) await useTicket(tx, actor, scene, ticket)
}

/** The weaker proof is refused where the stronger one is bound. */
export async function refuseSmsWhereGoogle(actor: Actor): Promise<void> {
  if (await isBound(db, actor)) throw refuse('google_required')
}

export const unbindGoogle: Answer<typeof contract.unbindGoogle> = async (actor, input) => {
  await refuseUnbound(actor)
  const login = await loginById(db, actor)
  const codeId = await judgeCode('password', unsealMobile(login.login_id, login.mobile_enc), input.code)
  await judgeGoogle(actor, input.googleCode ?? input.recoveryCode!, { orRecovery: true })
  return transaction(async (tx) => {
    await useCode(tx, codeId)
    await forgetSecret(tx, actor)
    await markBound(tx, actor, null)
    await coolDown(tx, actor)
    await googleChanged(tx, actor, { cn: '已解绑', en: 'turned off' })
    return { ok: 1 as const }
  })
}
