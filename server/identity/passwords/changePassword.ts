import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { record, type By } from '#server/audit/audit.ts'
import { notify } from '#server/core/news.ts'
import { askCode, judgeCode, useCode } from '../codes/codes.ts'
import { isBound, needGoogle } from '../google/checkGoogle.ts'
import { judgeGoogle } from '../google/judgeGoogle.ts'
import { unsealMobile } from '../logins/mobiles.ts'
import { loginById, updatePassword } from '../logins/queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessions/queries.ts'
import { coolDown } from '../coolDown.ts'
import { hashPassword, passwordFits, knownOf, refuseWeakPassword, refuseWeakPasswordOf } from './passwords.ts'

export const passwordCode: Answer<typeof contract.passwordCode> = (actor) => askCode(actor, 'password')

/** With a code to the own mobile; where Google verification is bound, with its ticket as well. */
export const changePassword: Answer<typeof contract.changePassword> = async (actor, input) => {
  const login = await loginById(db, actor)
  await refuseWeakPassword(input.password, actor.from, knownOf(login))
  const codeId = await judgeCode('password', unsealMobile(login.login_id, login.mobile_enc), input.code)
  if (input.oldPassword !== undefined && !(await passwordFits(login.password_hash, input.oldPassword)))
    throw refuse('credentials_wrong', { field: 'oldPassword' })
  const passwordHash = await hashPassword(input.password)
  return transaction(async (tx) => {
    await needGoogle(tx, actor, 'password', input.ticket)
    await useCode(tx, codeId)
    await setPassword(tx, actor, passwordHash, actor.sessionId)
    return { ok: 1 as const }
  })
}

/** The app alone is sufficient. */
export const changePasswordByGoogle: Answer<typeof contract.changePasswordByGoogle> = async (actor, input) => {
  await refuseWeakPasswordOf(actor, input.password, actor.from)
  if (!(await isBound(db, actor))) throw refuse('conflict', { msg: unbound[actor.from.lang] })
  await judgeGoogle(actor, input.googleCode)
  const passwordHash = await hashPassword(input.password)
  await transaction((tx) => setPassword(tx, actor, passwordHash, actor.sessionId))
  return { ok: 1 }
}

const unbound = { cn: '尚未绑定谷歌验证', en: 'Google verification isn’t set up' }

/** A new password ends all sessions except the one that changes it, and money cannot leave for a day. */
export async function setPassword(
  tx: Tx,
  by: By & { readonly loginId: string },
  passwordHash: string,
  keepSession?: string,
): Promise<void> {
  await updatePassword(tx, by, passwordHash)
  await endSessionsOf(tx, by, 'password', keepSession)
  await revokeRemembersOf(tx, by)
  await coolDown(tx, by)
  await record(tx, by, { type: 'PWD', target: by.name, content: { cn: '修改登录密码', en: 'Password changed' } })
  await notify(tx, by, 'password_changed')
}
