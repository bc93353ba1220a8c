/** Leaving: what still stands in the way, and the last step. */
import * as z from 'zod'
import { call, nothing } from './call.ts'
import { Cents, requestNo, text, type Words } from './fields.ts'
import { CodeSent, SmsCode } from './identity.ts'

/** What must be settled first. Each module says how many it has. */
export const closingBlockers = {
  CARDS: { cn: '未销的卡片', en: 'Cards not yet deleted' },
  HOLDS: { cn: '处理中的资金', en: 'Money in flight' },
  TOPUPS: { cn: '未完成的充值订单', en: 'Top-ups under way' },
  FORECASTS: { cn: '未处理的汇款预报', en: 'Funding forecasts under way' },
  SUBS: { cn: '未到期的子账户', en: 'Sub-accounts still running' },
  PLAN: { cn: '未到期的付费套餐', en: 'A paid plan still running' },
  DEBT: { cn: '账户欠款', en: 'The account owes money' },
  REBATE: { cn: '未提现的佣金', en: 'Commission not yet withdrawn' },
  DISPUTES: { cn: '处理中的争议', en: 'Disputes under way' },
} as const satisfies Record<string, Words>
export type ClosingBlocker = keyof typeof closingBlockers

export const enums = { closingBlocker: closingBlockers }

const Blocker = z.object({
  type: z.enum(Object.keys(closingBlockers) as [ClosingBlocker, ...ClosingBlocker[]]),
  typeText: z.string(),
  count: z.int(),
})

export const closingState = call({
  on: 'GET /api/user/cancel/info',
  title: '注销前检查 What stands in the way of closing',
  who: 'parent',
  input: nothing,
  output: z.object({
    blockers: z.array(Blocker),
    /** What would be paid out. */
    amount: Cents,
    /** To be typed as `confirmText`. */
    userNo: z.string(),
    caseId: z.string().nullable(),
  }),
  refusals: [],
})

export const closingCode = call({
  on: 'GET /api/user/cancel/getCode',
  title: '注销验证码 Code for closing the account',
  who: 'parent',
  changes: true,
  perMinute: 20,
  input: nothing,
  /** With blockers no code is sent, and `codeId` is empty. */
  output: CodeSent.extend({ blockers: z.array(Blocker) }),
  refusals: ['code_locked'],
})

export const closeAccount = call({
  on: 'POST /api/user/cancel/submit',
  title: '注销账户 Close the account',
  who: 'parent',
  action: 'close',
  once: true,
  perMinute: 20,
  input: z.object({
    code: SmsCode,
    reason: text(200, 1),
    payoutBankCardId: text(40).optional(),
    confirmText: text(40, 1),
    ticket: z.string().max(100).optional(),
    requestNo,
  }),
  output: z.object({ caseId: z.string(), status: z.literal('CLOSING') }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'closing_blocked', 'step_up'],
})
