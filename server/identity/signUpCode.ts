import type * as contract from '#contract/identity/identity.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { sendCode } from './codes.ts'
import { mobileHash, mobileOf } from './mobiles.ts'
import { originOf } from './origin.ts'
import { loginByMobile } from './queries.ts'
import { needWork } from './tickets.ts'

/** Who has the number learns by SMS that there is an account; who only typed it learns nothing. */
export const signUpCode: Answer<typeof contract.signUpCode> = async ({ from }, { mobile: typed, area, ticket }) => {
  const mobile = mobileOf(typed, area)
  await needWork(ticket, 'signup', mobile)
  const taken = await loginByMobile(db, mobileHash(mobile))
  const origin = await originOf(undefined, from, false)
  return sendCode({ purpose: 'signUp', mobile, from, origin, ...(taken && { instead: alreadyHere }) })
}

const alreadyHere = {
  cn: '【Kaika】该手机号已注册，请直接登录。如忘记密码，可在登录页重置。',
  en: '[Kaika] This number already has an account. Sign in, or reset your password on the sign-in page.',
}
