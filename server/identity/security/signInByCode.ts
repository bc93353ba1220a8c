import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { knowsDevice, logSignIn } from '#server/audit/audit.ts'
import { db } from '#server/core/db.ts'
import { judgeCode, sendCode, useCode } from '../codes.ts'
import { idsOf } from '../findLogin.ts'
import { isGoogleAsked, judgeGoogle } from '../google/judgeGoogle.ts'
import { mobileHash, mobileOf } from '../mobiles.ts'
import { originOfLogin, refuseFrozen } from '../provePassword.ts'
import { loginByMobile } from '../queries.ts'
import { newLine } from '../remember.ts'
import { needWork } from '../tickets.ts'
import { welcome } from '../welcome.ts'

/** Who has the number but no account learns so by SMS; who only typed it learns nothing. */
export const signInCode: Answer<typeof contract.signInCode> = async ({ from }, { mobile: typed, area, ticket }) => {
  const mobile = mobileOf(typed, area)
  await needWork(ticket, 'sms', mobile)
  const login = await loginByMobile(db, mobileHash(mobile))
  const origin = await originOfLogin(login, from)
  return sendCode({ purpose: 'signIn', mobile, from, origin, ...(!login && { instead: noAccount }) })
}

export const noAccount = {
  cn: '【Kaika】该手机号尚未注册账户。如需使用，请先注册；如非本人操作，请忽略。',
  en: "[Kaika] There's no account with this number. Sign up to create one, or ignore this message if it wasn't you.",
}

/**
 * The code proves the phone. For a number that nobody has there is a code that nothing fits, so both are refused in the
 * same words after the same work.
 */
export const signInByCode: Answer<typeof contract.signInByCode> = async ({ from }, wish) => {
  const mobile = mobileOf(wish.mobile, wish.area)
  const login = await loginByMobile(db, mobileHash(mobile))
  const failed = (why: string) => logSignIn(db, { type: 'CODE', login: login && idsOf(login), from, failed: why })
  const origin = await originOfLogin(login, from)
  const codeId = await judgeCode('signIn', mobile, wish.code, { origin }).catch(async (error: unknown) => {
    await failed('code')
    throw error
  })
  if (!login) throw refuse('code_wrong', { field: 'code' })
  await refuseFrozen(login, from, 'CODE')
  if (isGoogleAsked(login)) {
    // The code stays good for the request that brings the app's digits as well.
    if (wish.googleCode === undefined) throw refuse('google_required', { field: 'googleCode' })
    await judgeGoogle(login.login_id, wish.googleCode, { orRecovery: true, origin }).catch(async (error: unknown) => {
      await failed('google')
      throw error
    })
  }
  const newDevice = !(await knowsDevice(db, login.login_id, from))
  const first = (tx: Parameters<typeof useCode>[0]) => useCode(tx, codeId)
  return welcome({ login, line: newLine(wish.rememberKey) }, from, {
    type: 'CODE',
    autoLogin: wish.autoLogin,
    newDevice,
    first,
  })
}
