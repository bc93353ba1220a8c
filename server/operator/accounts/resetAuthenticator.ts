import * as z from 'zod'
import { idChecks, type IdCheck } from '#contract/accounts/desk.ts'
import type * as contract from '#contract/accounts/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { loginsAtDesk, maskedOf, resetGoogle } from '#server/identity/identity.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { accountAtDesk } from './show.ts'
import { writeToHolder } from './tellHolder.ts'

async function boundLogin(accountId: string, loginId: string) {
  const { user_no } = await accountAtDesk(accountId)
  const login = (await loginsAtDesk(accountId)).find(({ login_id }) => login_id === loginId)
  if (!login) throw refuse('not_found')
  if (!login.bound) throw refuse('conflict')
  return { userNo: user_no, name: login.name, mobile: maskedOf(login) }
}

/** Two people, and one of them has made sure who is asking: whoever takes an app off opens the account. */
export const authenticatorApproval = approvable('account.authenticator', {
  payload: z.object({
    accountId: z.string(),
    loginId: z.string(),
    checkedBy: z.enum(Object.keys(idChecks) as [IdCheck, ...IdCheck[]]),
  }),
  shows: async (_, { accountId, loginId, checkedBy }) => {
    const { userNo, name, mobile } = await boundLogin(accountId, loginId)
    return {
      target: userNo,
      accountId,
      onlyOne: loginId,
      lines: [
        { label: { cn: '登录', en: 'Login' }, before: null, after: `${name} ${mobile}` },
        { label: { cn: '身份核验', en: 'Caller verification' }, before: null, after: idChecks[checkedBy] },
        {
          label: { cn: '谷歌验证', en: 'Google verification' },
          before: { cn: '已绑定', en: 'on' },
          after: {
            cn: '解除，全部退出，24 小时内不能提现',
            en: 'removed; signed out; withdrawals blocked for 24 hours',
          },
        },
      ],
    }
  },
  apply: async (tx, { accountId, loginId, checkedBy }, { maker, checker, reason }) => {
    const { userNo, mobile } = await boundLogin(accountId, loginId)
    await resetGoogle(tx, accountId, loginId)
    const content = { cn: `重置谷歌验证 ${mobile}`, en: `Google verification of ${mobile} reset` }
    await writeToHolder(tx, maker, accountId, { target: mobile, content })
    const after = { loginId, checkedBy, maker: maker.staffId }
    await recordStaff(tx, checker, { action: 'ACCOUNT', target: userNo, accountId, reason, content, after })
  },
})

export const askAuthenticatorReset: Answer<typeof contract.askAuthenticatorReset> = async (
  staff,
  { accountId, loginId, checkedBy, reason },
  tx,
) => ({ approvalId: await authenticatorApproval.propose(tx, staff, { accountId, loginId, checkedBy }, reason) })
