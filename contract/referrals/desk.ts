/** Staff calls: commission payouts to bank cards from review to payment, and referrals by account. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { Cents, id, pageInput, pageOf, pattern, requestNo, text, Time } from '../core/fields.ts'
import { withdrawalStatuses, type WithdrawalStatus } from './referrals.ts'

const Status = z.enum(Object.keys(withdrawalStatuses) as [WithdrawalStatus, ...WithdrawalStatus[]])
const WithdrawalNo = pattern(/^W\d{11}$/)
const AccountId = id('usr')

const PayoutRow = z.object({
  withdrawalNo: z.string(),
  accountId: z.string(),
  userNo: z.string(),
  nickname: z.string(),
  createTime: Time,
  amount: Cents,
  fee: Cents,
  receive: Cents,
  receiveUnit: z.string(),
  rate: z.string(),
  bankName: z.string(),
  bankTail: z.string(),
  status: Status,
  statusText: z.string(),
  reason: z.string(),
  bank: z.nullable(z.string()),
  bankRef: z.nullable(z.string()),
  payTime: z.nullable(Time),
})

export const listPayouts = call({
  on: 'GET /api/operator/rebate/page',
  title: '返佣提现 Commission payouts',
  who: 'staff:money.view',
  input: z.object({ ...pageInput, status: z.optional(Status), open: z.optional(z.literal('1')) }),
  output: pageOf(PayoutRow),
  refusals: [],
})

export const showPayout = call({
  on: 'GET /api/operator/rebate/info',
  title: '返佣提现详情 Commission payout',
  who: 'staff:money.view',
  input: z.object({ withdrawalNo: WithdrawalNo }),
  output: z.extend(PayoutRow, {
    branch: z.string(),
    holder: z.string(),
    mid: z.string(),
    /** The pending approval, if there is one. */
    approvalId: z.nullable(z.string()),
    steps: z.array(z.object({ status: Status, statusText: z.string(), time: Time })),
    /** The source: the accounts that this one invited, largest commission first. */
    invited: z.array(
      z.object({
        accountId: z.string(),
        userNo: z.string(),
        registerTime: Time,
        base: Cents,
        commission: Cents,
        ring: z.nullable(z.string()),
        ringText: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: ['not_found'],
})

/** Requests a payout, which a second approver confirms. */
export const approvePayout = call({
  on: 'POST /api/operator/rebate/approve',
  title: '审核通过返佣提现 Approve a commission payout',
  who: 'staff:money.make',
  once: true,
  input: z.object({ withdrawalNo: WithdrawalNo, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/** Hands the order to the bank. From here on it is never sent again until its outcome is known. */
export const sendPayout = call({
  on: 'POST /api/operator/rebate/pay',
  title: '提交打款 Send a payout to the bank',
  who: 'staff:money.make',
  once: true,
  input: z.object({ withdrawalNo: WithdrawalNo, bank: text(40, 2), requestNo }),
  output: z.object({ status: Status }),
  refusals: ['not_found', 'conflict'],
})

export const confirmPayout = call({
  on: 'POST /api/operator/rebate/paid',
  title: '确认已打款 Confirm a payout as paid',
  who: 'staff:money.make',
  once: true,
  input: z.object({ withdrawalNo: WithdrawalNo, bankRef: text(60, 4), requestNo }),
  output: z.object({ status: Status }),
  refusals: ['not_found', 'conflict'],
})

export const returnPayout = call({
  on: 'POST /api/operator/rebate/return',
  title: '退回返佣提现 Return a commission payout',
  who: 'staff:money.make',
  once: true,
  input: z.object({ withdrawalNo: WithdrawalNo, reason: text(200, 2), requestNo }),
  output: z.object({ status: Status }),
  refusals: ['not_found', 'conflict'],
})

/** Not `once`: a stored answer would keep the clear number. Each reveal is a row in both logs. */
export const revealPayoutCard = call({
  on: 'POST /api/operator/rebate/reveal',
  title: '查看收款卡号 Reveal the payout card',
  who: 'staff:money.make',
  perMinute: 10,
  input: z.object({ withdrawalNo: WithdrawalNo, reason: text(200, 4) }),
  output: z.object({ cardNo: z.string(), holder: z.string(), mobile: z.string() }),
  refusals: ['not_found', 'conflict', 'reveal_cap_reached'],
})

export const listSelfReferrals = call({
  on: 'GET /api/operator/rebate/rings',
  title: '疑似自邀 Suspected self-referrals',
  who: 'staff:money.view',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        accountId: z.string(),
        userNo: z.string(),
        inviteeAccountId: z.string(),
        inviteeUserNo: z.string(),
        why: z.string(),
        whyText: z.string(),
        foundTime: Time,
        commission: Cents,
      }),
    ),
  }),
  refusals: [],
})

/** Requests a clawback, which a second approver confirms: everything that one invited account has earned its inviter. */
export const clawBack = call({
  on: 'POST /api/operator/rebate/clawBack',
  title: '扣回返佣 Claw back commission',
  who: 'staff:money.make',
  once: true,
  input: z.object({ inviteeAccountId: AccountId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
