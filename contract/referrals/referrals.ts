/** Referrals: the commission on invited accounts, and its payout. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import {
  Cents,
  cents,
  Flag,
  id,
  pageInput,
  pageOf,
  requestNo,
  text,
  Time,
  time,
  withDefault,
  type Words,
} from '../core/fields.ts'
import { CodeSent, SmsCode } from '../identity/identity.ts'
import { passesLuhn } from '../core/luhn.ts'

export const feeKinds = {
  OPEN: { cn: '开卡', en: 'Card opening' },
  LOAD: { cn: '卡充值', en: 'Card load' },
  PLAN: { cn: '套餐', en: 'Rate plan' },
} as const satisfies Record<string, Words>
export type FeeKind = keyof typeof feeKinds

export const commissionTypes = {
  ACCRUE: { cn: '返佣计提', en: 'Earned' },
  MATURE: { cn: '转为可提现', en: 'Became available' },
  CLAWBACK: { cn: '扣回', en: 'Reversed' },
  WITHDRAW: { cn: '提现', en: 'Withdrawn' },
  RETURN: { cn: '提现退回', en: 'Withdrawal returned' },
} as const satisfies Record<string, Words>
export type CommissionType = keyof typeof commissionTypes

export const commissionStates = {
  PENDING: { cn: '待结算', en: 'Pending' },
  AVAILABLE: { cn: '可提现', en: 'Available' },
  CLAWED_BACK: { cn: '已扣回', en: 'Reversed' },
} as const satisfies Record<string, Words>
export type CommissionState = keyof typeof commissionStates

export const payoutTargets = {
  WALLET: { cn: '账户余额', en: 'Wallet' },
  BANK: { cn: '银行卡', en: 'Bank card' },
} as const satisfies Record<string, Words>
export type PayoutTarget = keyof typeof payoutTargets

export const withdrawalStatuses = {
  REVIEWING: { cn: '审核中', en: 'Under review' },
  APPROVED: { cn: '已通过', en: 'Approved' },
  PAYING: { cn: '打款中', en: 'Being paid' },
  PAID: { cn: '已打款', en: 'Paid' },
  DONE: { cn: '已到账', en: 'In wallet' },
  REJECTED: { cn: '已驳回', en: 'Returned' },
  FAILED: { cn: '打款失败', en: 'Payment failed' },
} as const satisfies Record<string, Words>
export type WithdrawalStatus = keyof typeof withdrawalStatuses

/** Statuses of an invited account, as its inviter sees them. */
export const inviteeStates = {
  EARNING: { cn: '返佣中', en: 'Earning' },
  ENDED: { cn: '已满 12 个月', en: '12 months ended' },
  EXCLUDED: { cn: '不计返佣', en: 'Not eligible' },
} as const satisfies Record<string, Words>
export type InviteeState = keyof typeof inviteeStates

export const banks = {
  ICBC: { cn: '工商银行', en: 'Industrial and Commercial Bank of China' },
  ABC: { cn: '农业银行', en: 'Agricultural Bank of China' },
  BOC: { cn: '中国银行', en: 'Bank of China' },
  CCB: { cn: '建设银行', en: 'China Construction Bank' },
  BOCOM: { cn: '交通银行', en: 'Bank of Communications' },
  CMB: { cn: '招商银行', en: 'China Merchants Bank' },
  PSBC: { cn: '邮储银行', en: 'Postal Savings Bank of China' },
  CITIC: { cn: '中信银行', en: 'China CITIC Bank' },
  SPDB: { cn: '浦发银行', en: 'Shanghai Pudong Development Bank' },
  CIB: { cn: '兴业银行', en: 'Industrial Bank' },
  CEB: { cn: '光大银行', en: 'China Everbright Bank' },
  CMBC: { cn: '民生银行', en: 'China Minsheng Bank' },
  PAB: { cn: '平安银行', en: 'Ping An Bank' },
  OTHER: { cn: '其他银行', en: 'Other bank' },
} as const satisfies Record<string, Words>
export type BankCode = keyof typeof banks

export const enums = {
  withdrawalStatus: withdrawalStatuses,
  commissionType: commissionTypes,
  commissionState: commissionStates,
  payoutTarget: payoutTargets,
  payoutBank: banks,
}

const namesOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const period = { startTime: z.optional(time), endTime: z.optional(time) }

export const referralHome = call({
  on: 'GET /api/agent/info',
  title: '邀请返佣 Referral overview',
  who: 'parent',
  input: nothing,
  output: z.object({
    enabled: Flag,
    inviteCode: z.string(),
    inviteUrl: z.string(),
    level: z.int(),
    levelText: z.string(),
    rateBps: z.object({ open: z.int(), load: z.int(), plan: z.int() }),
    /** The plan's bonus on each rate; already included in them. */
    bonusBps: z.int(),
    months: z.int(),
    matureDays: z.int(),
    invited: z.int(),
    active: z.int(),
    totalRebate: Cents,
    pending: Cents,
    available: Cents,
    withdrawn: Cents,
    /** Being paid to a bank card. */
    paying: Cents,
    /** A clawback that the balance did not cover; deducted from the next commission. */
    owed: Cents,
    nextMatureTime: z.nullable(Time),
    rulesHtml: z.string(),
    minWithdraw: Cents,
    minWithdrawBank: Cents,
    payoutFeeBps: z.int(),
    /** Whether the account is verified, which a payout to a bank card requires. */
    verified: Flag,
  }),
  refusals: [],
})

export const listInvited = call({
  on: 'GET /api/agent/pageOfInvitations',
  title: '邀请用户 Invited accounts',
  who: 'parent',
  input: z.object({ ...pageInput, ...period, keyword: z.optional(text(40)) }),
  output: pageOf(
    z.object({
      id: z.string(),
      userNo: z.string(),
      mobile: z.string(),
      registerTime: Time,
      endTime: Time,
      status: namesOf(inviteeStates),
      statusText: z.string(),
      cards: z.int(),
      contributed: Cents,
      rebate: Cents,
    }),
  ),
  refusals: [],
})

export const listCommission = call({
  on: 'GET /api/agent/pageFlow',
  title: '返佣明细 Commission history',
  who: 'parent',
  input: z.object({
    ...pageInput,
    type: z.optional(namesOf(commissionTypes)),
    status: z.optional(namesOf(commissionStates)),
  }),
  output: pageOf(
    z.object({
      id: z.string(),
      time: Time,
      type: namesOf(commissionTypes),
      typeText: z.string(),
      fromUser: z.nullable(z.string()),
      bizType: z.nullable(namesOf(feeKinds)),
      bizText: z.nullable(z.string()),
      withdrawalNo: z.nullable(z.string()),
      base: z.nullable(Cents),
      rateBps: z.nullable(z.int()),
      amount: Cents,
      /** The balance available after this line, and the amount still pending. */
      balanceAfter: Cents,
      pendingAfter: Cents,
      matureTime: z.nullable(Time),
      status: z.nullable(namesOf(commissionStates)),
      statusText: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

export const listWithdrawals = call({
  on: 'GET /api/agent/pageWithdrawal',
  title: '提现记录 Commission payouts',
  who: 'parent',
  input: z.object({
    ...pageInput,
    status: z.optional(namesOf(withdrawalStatuses)),
    target: z.optional(namesOf(payoutTargets)),
  }),
  output: pageOf(
    z.object({
      withdrawalNo: z.string(),
      createTime: Time,
      target: namesOf(payoutTargets),
      targetText: z.string(),
      amount: Cents,
      fee: Cents,
      receive: Cents,
      receiveUnit: z.string(),
      rate: z.nullable(z.string()),
      bankName: z.nullable(z.string()),
      bankTail: z.nullable(z.string()),
      status: namesOf(withdrawalStatuses),
      statusText: z.string(),
      reason: z.string(),
      payTime: z.nullable(Time),
      steps: z.array(z.object({ status: namesOf(withdrawalStatuses), statusText: z.string(), time: Time })),
    }),
  ),
  refusals: [],
})

export const withdrawalTerms = call({
  on: 'GET /api/agent/withdrawalsInfo',
  title: '提现限额与试算 Payout limits and quote',
  who: 'parent',
  input: z.object({ target: withDefault(namesOf(payoutTargets), 'WALLET'), amount: z.optional(cents()) }),
  output: z.object({
    target: namesOf(payoutTargets),
    available: Cents,
    min: Cents,
    max: Cents,
    /** How many payouts are left today. */
    dayLeft: z.int(),
    feeBps: z.int(),
    fee: Cents,
    rate: z.nullable(z.string()),
    receive: Cents,
    receiveUnit: z.enum(['USD', 'CNY']),
    arrival: z.string(),
    /** Whether an authenticator is bound and this amount requires its code. */
    needGoogle: Flag,
    quoteId: z.nullable(z.string()),
    expireTime: z.nullable(Time),
  }),
  refusals: [],
})

const payoutScenes = ['WITHDRAW', 'ADD_CARD', 'REMOVE_CARD'] as const

export const payoutCode = call({
  on: 'GET /api/agent/getCode',
  title: '提现验证码 Send a payout code',
  who: 'parent',
  changes: true,
  perMinute: 20,
  input: z.object({ scene: z.enum(payoutScenes) }),
  output: CodeSent,
  refusals: ['code_locked', 'too_fast'],
})

export const listPayoutCards = call({
  on: 'GET /api/agent/bankCardList',
  title: '收款银行卡 Payout cards',
  who: 'parent',
  input: nothing,
  output: z.array(
    z.object({
      bankCardId: z.string(),
      bankName: z.string(),
      bankCode: namesOf(banks),
      cardNo: z.string(),
      holder: z.string(),
      branch: z.string(),
      default: Flag,
      createTime: Time,
      /** No payouts to it before this time. */
      usableTime: Time,
      status: z.enum(['COOLING', 'READY']),
    }),
  ),
  refusals: [],
})

export const toWallet = call({
  on: 'POST /api/agent/withdrawalsToWallet',
  title: '佣金转入余额 Transfer commission to the wallet',
  who: 'parent',
  action: 'rebateWithdraw',
  once: true,
  input: z.object({ amount: cents(), requestNo }),
  output: z.object({ withdrawalNo: z.string(), status: z.literal('DONE'), walletBalance: Cents, available: Cents }),
  refusals: ['insufficient_commission', 'amount_below_min', 'day_cap_reached'],
})

const BankCardId = id('bkc')

export const toBankCard = call({
  on: 'POST /api/agent/withdrawalsToBankCard',
  title: '佣金提现到银行卡 Pay out commission to a bank card',
  who: 'parent',
  action: 'payout',
  once: true,
  perMinute: 30,
  input: z.object({
    amount: cents(),
    bankCardId: BankCardId,
    code: SmsCode,
    quoteId: z.optional(text(40)),
    ticket: z.optional(z.string().check(z.maxLength(100))),
    requestNo,
  }),
  output: z.object({ withdrawalNo: z.string(), status: z.literal('REVIEWING'), available: Cents }),
  refusals: [
    'insufficient_commission',
    'amount_below_min',
    'amount_above_max',
    'day_cap_reached',
    'identity_required',
    'account_restricted',
    'not_found',
    'payout_card_new',
    'payout_holder',
    'rate_unavailable',
    'quote_expired',
    'quote_changed',
    'cooling_down',
    'step_up',
    'code_wrong',
    'code_expired',
    'code_locked',
  ],
})

const CardNo = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.refine(passesLuhn, 'bank_card_no')),
) as unknown as z.ZodMiniType<string, string>

export const addPayoutCard = call({
  on: 'POST /api/agent/addBankCard',
  title: '添加银行卡 Add a payout card',
  who: 'parent',
  once: true,
  perMinute: 20,
  input: z.object({
    bankCode: withDefault(namesOf(banks), 'OTHER'),
    bankName: z.optional(text(40)),
    cardNo: CardNo,
    holder: text(60, 2),
    branch: z.optional(text(80)),
    mobile: z.optional(text(20)),
    code: SmsCode,
    ticket: z.optional(z.string().check(z.maxLength(100))),
    requestNo,
  }),
  output: z.object({ bankCardId: z.string(), usableTime: Time }),
  refusals: [
    'identity_required',
    'payout_holder',
    'payout_card_limit',
    'payout_card_known',
    'step_up',
    'code_wrong',
    'code_expired',
    'code_locked',
  ],
})

export const removePayoutCard = call({
  on: 'POST /api/agent/removeBankCardNo',
  title: '移除银行卡 Remove a payout card',
  who: 'parent',
  once: true,
  perMinute: 20,
  input: z.object({ bankCardId: BankCardId, code: SmsCode, requestNo }),
  output: z.object({ ok: z.literal(1) }),
  refusals: ['not_found', 'payout_card_busy', 'code_wrong', 'code_expired', 'code_locked'],
})
