import { checks } from '#contract/core/checks.ts'
import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { logSignIn, record } from '#server/audit/audit.ts'
import { db, isTaken, transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { judgeCode, useCode, sendCode } from '../codes/codes.ts'
import { mobileOf, mobileHash } from '../logins/mobiles.ts'
import { hashPassword, refuseWeakPassword } from '../passwords/passwords.ts'
import { loginByMobile } from '../logins/queries.ts'
import { accountByInvite } from '../queries.ts'
import { openSession } from '../sessions/sessions.ts'
import { needWork } from '../codes/tickets.ts'
import { originOf } from '../attempts/throttle.ts'
import { openAccount } from '../people/people.ts'

/** Creates an account, its wallet and a first session, in one step. The code is checked first: it alone proves the number. */
export const signUp: Answer<typeof contract.signUp> = async ({ from }, input) => {
  const lang = input.lang ?? from.lang
  await refuseWeakPassword(input.password, { lang }, input)
  const referrer = input.invite === undefined ? undefined : await accountByInvite(db, input.invite)
  if (input.invite !== undefined && !referrer)
    throw refuse('invalid', { field: 'invite', msg: checks.invite_unknown[lang] })

  const mobile = mobileOf(input.mobile, input.area)
  const codeId = await judgeCode('signUp', mobile, input.code, { origin: await originOf(undefined, from, false) })
  const passwordHash = await hashPassword(input.password)
  try {
    return await transaction(async (tx) => {
      await useCode(tx, codeId)
      const account = await openAccount(tx, {
        mobile,
        passwordHash,
        nickname: input.nickname,
        referrer: referrer?.account_id,
        lang,
      })
      const login = { login_id: account.loginId, account_id: account.accountId }
      const { sessionId: _, ...tokens } = await openSession(tx, login, from)
      await logSignIn(tx, { type: 'CODE', login: account, from })
      await record(
        tx,
        { ...account, name: account.nickname, from },
        { type: 'SIGNUP', target: account.userNo, content: { cn: '注册账户', en: 'Account created' } },
      )
      await notify(tx, account, 'welcome')
      return { userId: account.userNo, ...tokens }
    })
  } catch (error) {
    // Taken by a sub-account or by a concurrent request; saying so would reveal who is registered.
    if (isTaken(error, 'login_by_mobile_pkey')) throw refuse('code_wrong', { field: 'code' })
    throw error
  }
}

/** The number's owner learns by SMS that there is an account; someone who only typed it learns nothing. */
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
