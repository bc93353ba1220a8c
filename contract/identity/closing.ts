/** Leaving: what still stands in the way, and the last step. */
import * as z from 'zod'
import { call, nothing } from '../core/call.ts'
import { Cents, requestNo, text, Time, type Words } from '../core/fields.ts'
import { CodeSent, SmsCode } from './identity.ts'

/** What must be settled first. Each module says how many it has. */
export const closingBlockers = {
  CARDS: { cn: '未销的卡片', en: 'Cards not yet deleted' },
  HOLDS: { cn: '处理中的资金', en: 'Money in flight' },
  TOPUPS: { cn: '未完成的充值订单', en: 'Top-ups under way' },
  FORECASTS: { cn: '未处理的汇款预报', en: 'Funding forecasts under way' },
  SUBS: { cn: '未到期的子账户', en: 'Active sub-accounts' },
  PLAN: { cn: '未到期的付费套餐', en: 'Active paid plan' },
  DEBT: { cn: '账户欠款', en: 'Amount owed' },
  REBATE: { cn: '未提现的佣金', en: 'Commission not withdrawn' },
  DISPUTES: { cn: '处理中的争议', en: 'Open disputes' },
} as const satisfies Record<string, Words>
export type ClosingBlocker = keyof typeof closingBlockers

/** Within how many days what is left is usually paid out. */
export const PAYOUT_DAYS = 5

/** A payout of what an account leaves behind. */
export const closingPayoutStates = {
  SENT: { cn: '打款中', en: 'Being paid' },
  PAID: { cn: '已打款', en: 'Paid' },
  RETURNED: { cn: '已退回', en: 'Returned by the bank' },
} as const satisfies Record<string, Words>
export type ClosingPayoutState = keyof typeof closingPayoutStates
export const ClosingPayoutStateName = z.enum(
  Object.keys(closingPayoutStates) as [ClosingPayoutState, ...ClosingPayoutState[]],
)

export const enums = { closingBlocker: closingBlockers, closingPayoutState: closingPayoutStates }

const Blocker = z.object({
  type: z.enum(Object.keys(closingBlockers) as [ClosingBlocker, ...ClosingBlocker[]]),
  typeText: z.string(),
  count: z.int(),
})

export const closingState = call({
  on: 'GET /api/user/cancel/info',
  title: '注销前检查 Check whether the account can be closed',
  who: 'parent',
  input: nothing,
  output: z.object({
    blockers: z.array(Blocker),
    /** What would be paid out; while the account is closing, what is still to be paid out. */
    amount: Cents,
    /** To be typed as `confirmText`. */
    userNo: z.string(),
    caseId: z.string().nullable(),
    /** Once closing has begun: what waits to be paid out now, and what has been. */
    payout: z
      .object({
        waiting: Cents,
        waitingSince: Time.nullable(),
        expectTime: Time.nullable(),
        expectDays: z.int(),
        payouts: z.array(
          z.object({
            payoutNo: z.string(),
            amount: Cents,
            payee: z.string(),
            state: ClosingPayoutStateName,
            stateText: z.string(),
            reference: z.string().nullable(),
            time: Time,
          }),
        ),
      })
      .nullable(),
  }),
  refusals: [],
})

export const closingCode = call({
  on: 'GET /api/user/cancel/getCode',
  title: '注销验证码 Send a code to close the account',
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
    /** One of the holder's payout cards; without one staff pay back to where the money came from, or ask. */
    payoutBankCardId: text(40).optional(),
    confirmText: text(40, 1),
    ticket: z.string().max(100).optional(),
    requestNo,
  }),
  output: z.object({ caseId: z.string(), status: z.literal('CLOSING') }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'closing_blocked', 'step_up', 'not_found'],
})
