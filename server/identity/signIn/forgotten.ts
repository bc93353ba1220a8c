import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, transaction } from '#server/core/db.ts'
import { judgeCode, sendCode, useCode } from '../codes/codes.ts'
import { mobileHash, mobileOf } from '../logins/mobiles.ts'
import { hashPassword, knownOf, refuseWeakPassword } from '../passwords/passwords.ts'
import { loginByMobile } from '../logins/queries.ts'
import { forget } from '../attempts/tallies.ts'
import { rememberBrowser, tryWasRight } from '../attempts/throttle.ts'
import { needWork } from '../codes/tickets.ts'
import { setPassword } from '../passwords/changePassword.ts'
import { originOfLogin, passwordTry } from './provePassword.ts'
import { noAccount } from './signIn.ts'

/** The answer is the same for every number; only its phone learns whether there is an account. */
export const forgottenCode: Answer<typeof contract.forgottenCode> = async (
  { from },
  { mobile: typed, area, ticket },
) => {
  const mobile = mobileOf(typed, area)
  await needWork(ticket, 'forget', mobile)
  const login = await loginByMobile(db, mobileHash(mobile))
  const origin = await originOfLogin(login, from)
  return sendCode({ purpose: 'forgotten', mobile, from, origin, ...(!login && { instead: noAccount }) })
}

/** With the phone proved: sets a new password, ends every session and unlocks the name. */
export const resetForgotten: Answer<typeof contract.resetForgotten> = async ({ from }, input) => {
  await refuseWeakPassword(input.password, from, input)
  const mobile = mobileOf(input.mobile, input.area)
  const login = await loginByMobile(db, mobileHash(mobile))
  const origin = await originOfLogin(login, from)
  const codeId = await judgeCode('forgotten', mobile, input.code, { origin })
  if (!login) throw refuse('code_wrong', { field: 'code' })
  // The login name may be disclosed only to the owner of its phone.
  await refuseWeakPassword(input.password, from, knownOf(login))
  const passwordHash = await hashPassword(input.password)
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
    await rememberBrowser(tx, by, from)
  })
  const one = passwordTry(login, input.mobile, origin)
  await tryWasRight(one)
  await forget('password.name', one.name)
  return { ok: 1 }
}
