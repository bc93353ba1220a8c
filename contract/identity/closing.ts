/** Closing an account: what still blocks it, and the last step. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Cents, requestNo, text, Time, type Words } from '../core/fields.ts'
import { CodeSent, SmsCode } from './identity.ts'

/** What must be settled first. Each module reports how many it has. */
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

/** How many days a closing payout usually takes. */
export const PAYOUT_DAYS = 5

/** States of a closing payout. */
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
    /** The amount that would be paid out; during closing, the amount not yet paid out. */
    amount: Cents,
    /** Must be typed as `confirmText`. */
    userNo: z.string(),
    caseId: z.nullable(z.string()),
    /** Once closing has begun: the amount pending and the amount paid out. */
    payout: z.nullable(
      z.object({
        waiting: Cents,
        waitingSince: z.nullable(Time),
        expectTime: z.nullable(Time),
        expectDays: z.int(),
        payouts: z.array(
          z.object({
            payoutNo: z.string(),
            amount: Cents,
            payee: z.string(),
            state: ClosingPayoutStateName,
            stateText: z.string(),
            reference: z.nullable(z.string()),
            time: Time,
          }),
        ),
      }),
    ),
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
  /** If there are blockers, no code is sent and `codeId` is empty. */
  output: z.extend(CodeSent, { blockers: z.array(Blocker) }),
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
    /** One of the holder's payout cards. Without one, staff pay the money back to its source or ask the holder. */
    payoutBankCardId: z.optional(text(40)),
    confirmText: text(40, 1),
    ticket: z.optional(z.string().check(z.maxLength(100))),
    requestNo,
  }),
  output: z.object({ caseId: z.string(), status: z.literal('CLOSING') }),
  refusals: ['code_wrong', 'code_expired', 'code_locked', 'closing_blocked', 'step_up', 'not_found'],
})
