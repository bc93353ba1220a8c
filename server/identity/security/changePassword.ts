import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction } from '#server/core/db.ts'
import { askCode, judgeCode, useCode } from '../codes.ts'
import { isBound, needGoogle } from '../google/checkGoogle.ts'
import { judgeGoogle } from '../google/judgeGoogle.ts'
import { unsealMobile } from '../mobiles.ts'
import { hashPassword, passwordFits } from '../passwords.ts'
import { loginById } from '../queries.ts'
import { knownOf, refuseWeakPassword, refuseWeakPasswordOf } from '../weakPasswords.ts'
import { setPassword } from './newPassword.ts'

export const passwordCode: Answer<typeof contract.passwordCode> = (actor) => askCode(actor, 'password')

/** By a code to the own mobile; where Google verification is bound, by its ticket as well. */
export const changePassword: Answer<typeof contract.changePassword> = async (actor, wish) => {
  const login = await loginById(db, actor.loginId)
  await refuseWeakPassword(wish.password, actor.from, knownOf(login))
  const codeId = await judgeCode('password', unsealMobile(login.login_id, login.mobile_enc), wish.code)
  if (wish.oldPassword !== undefined && !(await passwordFits(login.password_hash, wish.oldPassword)))
    throw refuse('credentials_wrong', { field: 'oldPassword' })
  const passwordHash = await hashPassword(wish.password)
  return transaction(async (tx) => {
    await needGoogle(tx, actor, 'password', wish.ticket)
    await useCode(tx, codeId)
    await setPassword(tx, actor, passwordHash, actor.sessionId)
    return { ok: 1 as const }
  })
}

/** The app alone proves it. */
export const changePasswordByGoogle: Answer<typeof contract.changePasswordByGoogle> = async (actor, wish) => {
  await refuseWeakPasswordOf(actor.loginId, wish.password, actor.from)
  if (!(await isBound(db, actor.loginId))) throw refuse('conflict', { msg: unbound[actor.from.lang] })
  await judgeGoogle(actor.loginId, wish.googleCode)
  const passwordHash = await hashPassword(wish.password)
  await transaction((tx) => setPassword(tx, actor, passwordHash, actor.sessionId))
  return { ok: 1 }
}

const unbound = { cn: '尚未绑定谷歌验证', en: 'Google verification isn’t set up' }
