import { checks } from '#contract/core/checks.ts'
import type * as contract from '#contract/identity/identity.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { logSignIn, record } from '../audit/audit.ts'
import { db, isTaken, transaction } from '../core/db.ts'
import { notify } from '../core/news.ts'
import { openAccount } from './accounts.ts'
import { judgeCode, useCode } from './codes.ts'
import { mobileOf } from './mobiles.ts'
import { originOf } from './origin.ts'
import { hashPassword } from './passwords.ts'
import { accountByInvite } from './queries.ts'
import { openSession } from './sessions.ts'
import { refuseWeakPassword } from './weakPasswords.ts'

/** An account, its wallet and a first session, in one step. The code is judged first: it alone proves the number. */
export const signUp: Answer<typeof contract.signUp> = async ({ from }, wish) => {
  const lang = wish.lang ?? from.lang
  await refuseWeakPassword(wish.password, { lang }, wish)
  const referrer = wish.invite === undefined ? undefined : await accountByInvite(db, wish.invite)
  if (wish.invite !== undefined && !referrer)
    throw refuse('invalid', { field: 'invite', msg: checks.invite_unknown[lang] })

  const mobile = mobileOf(wish.mobile, wish.area)
  const codeId = await judgeCode('signUp', mobile, wish.code, { origin: await originOf(undefined, from, false) })
  const passwordHash = await hashPassword(wish.password)
  try {
    return await transaction(async (tx) => {
      await useCode(tx, codeId)
      const account = await openAccount(tx, {
        mobile,
        passwordHash,
        nickname: wish.nickname,
        referrer: referrer?.account_id,
        lang,
      })
      const login = { login_id: account.loginId, account_id: account.accountId }
      const { sessionId: _, ...tokens } = await openSession(tx, login, from)
      await logSignIn(tx, { type: 'CODE', login: account, from })
      await record(
        tx,
        { ...account, name: account.nickname, from },
        {
          type: 'SIGNUP',
          target: account.userNo,
          content: { cn: '注册账户', en: 'Account created' },
        },
      )
      await notify(tx, account, 'welcome')
      return { userId: account.userNo, ...tokens }
    })
  } catch (error) {
    // Taken by a sub-account or by a rival of this very moment; saying so would tell who is registered.
    if (isTaken(error, 'login_mobile_hash_key')) throw refuse('code_wrong', { field: 'code' })
    throw error
  }
}
