import type * as contract from '../../../contract/security.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Answer } from '../../answer.ts'
import { db, transaction } from '../../db.ts'
import { judgeCode, sendCode, useCode } from '../codes.ts'
import { mobileHash, mobileOf } from '../mobiles.ts'
import { hashPassword } from '../passwords.ts'
import { tryKeyOf } from '../provePassword.ts'
import { loginByMobile } from '../queries.ts'
import { passwordWasRight } from '../throttle.ts'
import { needCaptcha } from '../tickets.ts'
import { refuseKnownPassword, setPassword } from './newPassword.ts'
import { noAccount } from './signInByCode.ts'

/** The same answer whoever has that number; only its phone learns whether there is an account. */
export const forgottenCode: Answer<typeof contract.forgottenCode> = async (
  { from },
  { mobile: typed, area, ticket },
) => {
  const mobile = mobileOf(typed, area)
  await needCaptcha(ticket)
  const login = await loginByMobile(db, mobileHash(mobile))
  return sendCode({ purpose: 'forgotten', mobile, from, ...(!login && { instead: noAccount }) })
}

/** The phone is proved: a new password, every session ends, and a name that was locked is free again. */
export const resetForgotten: Answer<typeof contract.resetForgotten> = async ({ from }, wish) => {
  refuseKnownPassword(wish.password, from)
  const mobile = mobileOf(wish.mobile, wish.area)
  const login = await loginByMobile(db, mobileHash(mobile))
  const codeId = await judgeCode('forgotten', mobile, wish.code)
  if (!login) throw refuse('code_wrong', { field: 'code' })
  const passwordHash = await hashPassword(wish.password)
  const by = {
    accountId: login.account_id,
    loginId: login.login_id,
    subUid: login.sub_uid ?? undefined,
    name: login.nickname,
    from,
  }
  await transaction(async (tx) => {
    await useCode(tx, codeId)
    await setPassword(tx, by, passwordHash)
  })
  await passwordWasRight(tryKeyOf(login, wish.mobile))
  return { ok: 1 }
}
