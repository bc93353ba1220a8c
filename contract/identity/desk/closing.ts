/** Staff calls: closing accounts, what they are owed, and the payout by two people. */
import * as z from 'zod/mini'
import { call } from '#contract/core/call.ts'
import { ClosingPayoutStateName } from '../closing.ts'
import { Cents, Flag, id, pageInput, pageOf, requestNo, text, Time, withDefault } from '#contract/core/fields.ts'

const CaseId = id('cls')
const PayoutNo = id('cpo')

const LeavingRow = z.object({
  caseId: z.string(),
  accountId: z.string(),
  userNo: z.string(),
  nickname: z.string(),
  accountStatus: z.enum(['ACTIVE', 'CLOSING', 'CLOSED', 'DEACTIVATED']),
  accountStatusText: z.string(),
  /** The current balance of 2410. */
  waiting: Cents,
  waitingSince: z.nullable(Time),
  /** A payout that the bank has not confirmed yet. */
  sent: Flag,
  createTime: Time,
})

export const leavingFilters = ['WAITING', 'SENT', 'ALL'] as const

export const listLeaving = call({
  on: 'GET /api/operator/leaving/page',
  title: '注销退款 Closing accounts',
  who: 'staff:money.view',
  input: z.object({ ...pageInput, show: withDefault(z.enum(leavingFilters), 'WAITING') }),
  output: pageOf(LeavingRow),
  refusals: [],
})

export const showLeaving = call({
  on: 'GET /api/operator/leaving/info',
  title: '注销退款详情 Closing account',
  who: 'staff:money.view',
  input: z.object({ caseId: CaseId }),
  output: z.extend(LeavingRow, {
    reason: z.string(),
    /** The wallet balance when closing began. */
    firstAmount: Cents,
    /** What the account owes; deducted from its money before any payout. */
    owed: Cents,
    /** Payout cards of the holder; the one chosen at closing comes first. */
    cards: z.array(
      z.object({ bankCardId: z.string(), bankName: z.string(), cardNo: z.string(), holder: z.string(), chosen: Flag }),
    ),
    /** Top-ups that it can be paid back to, with the amount of each not yet paid back. */
    sources: z.array(
      z.object({
        transferId: z.string(),
        typeText: z.string(),
        bizNo: z.string(),
        time: Time,
        credited: Cents,
        left: Cents,
        currency: z.string(),
      }),
    ),
    payouts: z.array(
      z.object({
        payoutNo: z.string(),
        amount: Cents,
        /** In the payout currency: `100.50 USDT`. */
        pay: z.string(),
        target: z.enum(['CARD', 'BANK', 'SOURCE']),
        payee: z.string(),
        state: ClosingPayoutStateName,
        stateText: z.string(),
        reference: z.nullable(z.string()),
        reason: z.string(),
        maker: z.string(),
        checker: z.string(),
        approvalId: z.string(),
        createTime: Time,
        settleTime: z.nullable(Time),
      }),
    ),
    /** The pending approval, if there is one. */
    approvalId: z.nullable(z.string()),
    /** Nothing is left to pay, and the account owes nothing: closing can finish without a payout. */
    mayFinish: Flag,
  }),
  refusals: ['not_found'],
})

/**
 * Requests a payout. Once a second approver confirms it, the balance of 2410 at that time is paid out: to a payout card, another bank account, or back to a
 * top-up.
 */
export const askClosingPayout = call({
  on: 'POST /api/operator/leaving/payout',
  title: '申请注销退款 Request a payout',
  who: 'staff:money.make',
  once: true,
  input: z
    .object({
      caseId: CaseId,
      bankCardId: z.optional(id('bkc')),
      transferId: z.optional(id('trf')),
      bankName: z.optional(text(60, 2)),
      accountNo: z.optional(text(40, 4)),
      holder: z.optional(text(80, 2)),
      reason: text(500, 2),
      requestNo,
    })
    .check(
      z.superRefine(({ bankCardId, transferId, bankName, accountNo, holder }, found) => {
        const typed = [bankName, accountNo, holder].filter((one) => one !== undefined).length
        const ways = [bankCardId, transferId, typed || undefined].filter((one) => one !== undefined).length
        if (ways !== 1) found.addIssue({ code: 'custom', path: ['bankCardId'], message: 'required' })
        if (typed > 0 && typed < 3)
          found.addIssue({
            code: 'custom',
            path: [bankName ? (accountNo ? 'holder' : 'accountNo') : 'bankName'],
            message: 'required',
          })
      }),
    ),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached', 'quote_expired'],
})

/** Records the payment reference of the bank, the provider or the chain. When nothing is left, the account is closed. */
export const recordClosingPayout = call({
  on: 'POST /api/operator/leaving/paid',
  title: '登记打款流水号 Record the bank reference',
  who: 'staff:money.make',
  once: true,
  input: z.object({ payoutNo: PayoutNo, reference: text(80, 4), requestNo }),
  output: z.object({ state: ClosingPayoutStateName }),
  refusals: ['not_found', 'conflict'],
})

/** The bank could not pay it: the amount is pending again. */
export const returnClosingPayout = call({
  on: 'POST /api/operator/leaving/return',
  title: '注销退款退回 Return a payout',
  who: 'staff:money.make',
  once: true,
  input: z.object({ payoutNo: PayoutNo, reason: text(200, 2), requestNo }),
  output: z.object({ state: ClosingPayoutStateName }),
  refusals: ['not_found', 'conflict'],
})

/** Not `once`: a stored answer would keep the clear number. Each view is a row in both logs. */
export const revealClosingPayee = call({
  on: 'POST /api/operator/leaving/reveal',
  title: '查看收款账号 Reveal the payout account',
  who: 'staff:money.make',
  perMinute: 10,
  input: z.object({ payoutNo: PayoutNo, reason: text(200, 4) }),
  output: z.object({ accountNo: z.string(), holder: z.string() }),
  refusals: ['not_found', 'conflict', 'reveal_cap_reached'],
})

/** Closes an account that owes its holder nothing before the 30 days are over. */
export const finishClosing = call({
  on: 'POST /api/operator/leaving/finish',
  title: '完成注销 Finish closing an account',
  who: 'staff:money.make',
  once: true,
  input: z.object({ caseId: CaseId, reason: text(200, 2), requestNo }),
  output: z.object({ closed: Flag }),
  refusals: ['not_found', 'conflict'],
})
