/** Top-ups, and the wallet's statement. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import {
  cents,
  Cents,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  requestNo,
  text,
  Time,
  time,
  withDefault,
  type Words,
} from '../core/fields.ts'
import { passesLuhn } from '../core/luhn.ts'
import { flowTypes, type FlowType } from '../ledger/ledger.ts'
import { parse, plain } from '../core/money.ts'

export const rails = {
  ONLINE_WECHAT: { cn: '微信', en: 'WeChat Pay' },
  ONLINE_ALIPAY: { cn: '支付宝', en: 'Alipay' },
  UNIONPAY: { cn: '银联', en: 'UnionPay' },
  USDT_TRC20: { cn: 'USDT（TRC20）', en: 'USDT (TRC20)' },
  USD_WIRE: { cn: '美元电汇', en: 'USD bank transfer' },
} as const satisfies Record<string, Words>
export type Rail = keyof typeof rails
const Rail = z.enum(Object.keys(rails) as [Rail, ...Rail[]])

export const rechargeStatuses = {
  WAIT_PAY: { cn: '待支付', en: 'Waiting for payment' },
  WAIT_CODE: { cn: '待验证', en: 'Waiting for the code' },
  PAYING: { cn: '支付中', en: 'Paying' },
  DETECTED: { cn: '已检测到转账', en: 'Transfer detected' },
  CONFIRMED: { cn: '确认中', en: 'Confirming' },
  SUCCESS: { cn: '已到账', en: 'Credited' },
  FAILED: { cn: '失败', en: 'Failed' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
  MISMATCH: { cn: '金额不符', en: 'Amount doesn’t match' },
  REVERSED: { cn: '已退回', en: 'Returned' },
} as const satisfies Record<string, Words>
export type RechargeStatus = keyof typeof rechargeStatuses
const RechargeStatus = z.enum(Object.keys(rechargeStatuses) as [RechargeStatus, ...RechargeStatus[]])

/** Statuses that do not change again while someone watches: the page may stop polling. */
export const settledStatuses = [
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'MISMATCH',
  'REVERSED',
] as const satisfies RechargeStatus[]

/** USDT has six decimals. On the wire an amount is text, `110.000000`; on the server it is an integer in millionths. */
export const USDT_DIGITS = 6
/** Parses {@link UsdtText} into millionths of a USDT; `undefined` if it is not an amount. */
export const parseUsdt = (amount: string): number | undefined =>
  USDT.test(amount) ? parse(amount, USDT_DIGITS) : undefined
/** Formats millionths as text with all six decimals and no grouping. */
export const showUsdt = (units: number): string => plain(units, USDT_DIGITS).replaceAll(',', '')
const USDT = /^\d{1,9}(\.\d{1,6})?$/
/** No sign, no exponent, no grouping, ASCII digits only, at most six decimals. */
const UsdtText = z.string().check(z.regex(USDT, 'amount_shape'))

export const rechargeInfo = call({
  on: 'POST /api/account/rechargeInfo',
  title: '通道条件与报价 Terms of a rail, with a quote for an amount',
  who: 'parent',
  action: 'topUp',
  input: z.object({
    rail: Rail,
    /** Minor units of the pay currency (CNY or USD). */
    amount: z.optional(cents()),
    /** USDT only. */
    amountStr: z.optional(UsdtText),
  }),
  output: z.object({
    rail: Rail,
    /** False: there is no such rail here, and no page shows it. */
    offered: z.boolean(),
    enabled: z.boolean(),
    payUnit: z.string(),
    /** Hundredths of the pay currency, before the fee. */
    minAmount: Cents,
    /** The maximum for one order now: the rail's limit and the rest of today's limit of this account. */
    maxSelfService: Cents,
    /** The figure named in the texts of this language; `null` if no text names one. */
    displayMax: z.nullable(Cents),
    feeBps: z.int(),
    feeFixed: Cents,
    /** Units of the pay currency for one US dollar; `null` while the rail is closed. */
    rate: z.nullable(z.string()),
    /** The mid-market rate: the difference is part of the cost of the rail and is disclosed. */
    midRate: z.nullable(z.string()),
    rateTime: z.nullable(Time),
    arrival: z.string(),
    notes: z.array(z.string()),
    /** Top-ups of one day (Asia/Shanghai) in US cents; the limit depends on identity verification. */
    today: z.object({ limit: Cents, used: Cents, left: Cents }),
    quote: z.optional(
      z.object({
        quoteId: z.string(),
        /** Hundredths, truncated; `payAmountStr` is exact. */
        payAmount: Cents,
        payAmountStr: z.string(),
        fee: Cents,
        creditAmount: Cents,
        rate: z.string(),
        expireTime: Time,
      }),
    ),
    /** The amount is above the self-service limit: no quote, but whom to contact. */
    overLimit: z.optional(z.object({ contact: z.boolean(), msg: z.string() })),
  }),
  refusals: ['amount_below_min'],
})

export const createRecharge = call({
  on: 'POST /api/account/recharge/qrCreate',
  title:
    '发起充值：一小时专属地址或十五分钟付款码 Start a top-up: a dedicated address for one hour, or a QR code for fifteen minutes',
  who: 'parent',
  action: 'topUp',
  once: true,
  perMinute: 30,
  input: z.object({ quoteId: id('quo'), rail: Rail, requestNo }),
  output: z.object({
    orderNo: z.string(),
    /** USDT: the bare address, so that any wallet can read it. For WeChat and Alipay it arrives a moment later with the status. */
    qrContent: z.optional(z.string()),
    payAmount: Cents,
    payAmountStr: z.string(),
    payUnit: z.string(),
    address: z.optional(z.string()),
    network: z.optional(z.literal('TRC20')),
    /** Hundredths of the pay currency. */
    fee: Cents,
    creditAmount: Cents,
    createTime: Time,
    expireTime: Time,
    /** About 1 to 5 minutes; contact support after 30. */
    tips: z.object({ minutes: z.string(), contactAfterMin: z.int() }),
  }),
  refusals: ['quote_expired', 'quote_changed', 'amount_above_max', 'conflict'],
})

/** Digits, optionally separated by spaces, that pass the Luhn check. */
const BankCardNo = z
  .pipe(
    z.string(),
    z.transform((typed) => typed.replaceAll(' ', '')),
  )
  .check(z.refine(passesLuhn, 'card_number'))

export const askBankCode = call({
  on: 'POST /api/account/recharge/getCode',
  title: '银联充值：银行向持卡人发送验证码 Start a UnionPay top-up; the bank texts the cardholder a code',
  who: 'parent',
  action: 'topUp',
  perMinute: 10,
  input: z.object({
    quoteId: id('quo'),
    /** As quoted, in fen. */
    amount: cents(),
    /** Goes to the acquirer and is not stored: not in the database, in a log, or in a request's key. */
    bankCardNo: BankCardNo as unknown as z.ZodMiniType<string, string>,
    holderName: text(60, 2),
    idNo: pattern(/^\d{17}[\dX]$/),
    /** The mobile number registered with the bank. */
    mobile: pattern(/^1\d{10}$/),
    requestNo,
  }),
  output: z.object({
    orderNo: z.string(),
    status: RechargeStatus,
    /** When another code may be requested from the bank (by another order). */
    nextTime: Time,
    expireTime: Time,
    card: z.object({ mask: z.string(), bank: z.string() }),
  }),
  refusals: [
    'quote_expired',
    'quote_changed',
    'amount_above_max',
    'conflict',
    'too_fast',
    'bank_refused',
    'provider_unavailable',
    'request_reused',
  ],
})

export const bankLimits = call({
  on: 'GET /api/account/bankLimitImg',
  title: '各银行单笔与单日限额 Per-transaction and daily limits of each bank',
  who: 'parent',
  input: z.object({ rail: withDefault(z.literal('UNIONPAY'), 'UNIONPAY') }),
  output: z.object({
    /** Empty if there is no picture. */
    url: z.string(),
    fileId: z.string(),
    updateTime: Time,
    banks: z.array(z.object({ code: z.string(), name: z.string(), perPayment: Cents, perDay: Cents })),
  }),
  refusals: [],
})

const OrderNo = z.object({ orderNo: id('tup') })
const RechargeShown = z.object({
  orderNo: z.string(),
  rail: Rail,
  status: RechargeStatus,
  statusText: z.string(),
  /** Requested amount; hundredths, truncated. `payAmountStr` is exact. */
  payAmount: Cents,
  payAmountStr: z.string(),
  payUnit: z.string(),
  /** The amount received, once seen. */
  receivedStr: z.optional(z.string()),
  /** For an open order that was paid in part: the amount still to be sent to the same address. */
  remainingStr: z.optional(z.string()),
  /** The expected credit until the money is credited; then the amount credited. */
  creditAmount: Cents,
  fee: Cents,
  rate: z.string(),
  address: z.optional(z.string()),
  qrContent: z.optional(z.string()),
  network: z.optional(z.literal('TRC20')),
  confirmations: z.optional(z.int()),
  required: z.optional(z.int()),
  txHash: z.optional(z.string()),
  /** The paying bank card, and how many attempts are left to enter its code. */
  card: z.optional(z.object({ mask: z.string(), bank: z.string() })),
  codeTriesLeft: z.optional(z.int()),
  failReason: z.optional(z.string()),
  /** The money is held for the identity limit; verifying the identity releases it. */
  overIdentityLimit: z.optional(z.boolean()),
  createTime: Time,
  payTime: z.optional(Time),
  creditTime: z.optional(Time),
  expireTime: Time,
  /** When "check now" queries the chain again. */
  nextLookTime: z.optional(Time),
})
export type RechargeShown = z.infer<typeof RechargeShown>

export const rechargeStatus = call({
  on: 'GET /api/account/recharge/status',
  title: '充值状态 Top-up status',
  who: 'parent',
  perMinute: 60,
  input: OrderNo,
  output: RechargeShown,
  refusals: ['not_found'],
})

export const checkRecharge = call({
  on: 'POST /api/account/recharge/check',
  title:
    '确认充值：提交银行验证码，或“我已付款”立即查询 Confirm a top-up: submit the bank’s code, or check for the payment now',
  who: 'parent',
  perMinute: 60,
  input: z.extend(OrderNo, { smsCode: z.optional(pattern(/^\d{6}$/)) }),
  output: RechargeShown,
  refusals: ['not_found', 'conflict', 'code_wrong', 'code_expired', 'code_locked', 'provider_unavailable'],
})

const FlowType = z.enum(Object.keys(flowTypes) as [FlowType, ...FlowType[]])

export const flowStatuses = {
  DONE: { cn: '已完成', en: 'Completed' },
  PROCESSING: { cn: '处理中', en: 'Processing' },
} as const satisfies Record<string, Words>

/** The parts of a line's amount that its description lists ("open fee 3.00 + load 50.00 + service fee 1.25"). */
export const flowParts = {
  openFee: { cn: '开卡费', en: 'opening fee' },
  load: { cn: '卡充值', en: 'card load' },
  serviceFee: { cn: '手续费', en: 'service fee' },
  discount: { cn: '优惠', en: 'discount' },
  gross: { cn: '充值金额', en: 'top-up' },
  topUpFee: { cn: '充值手续费', en: 'top-up fee' },
} as const satisfies Record<string, Words>
export type FlowPart = keyof typeof flowParts
const FlowPart = z.enum(Object.keys(flowParts) as [FlowPart, ...FlowPart[]])
/** Parts that are subtracted. */
export const subtractedParts: ReadonlySet<FlowPart> = new Set<FlowPart>(['discount', 'topUpFee'])

/**
 * What the statement shows of a transfer or a hold on a wallet beyond its kind. The operation that posts it writes this into its `meta`, because the statement
 * is below cards in the import order and cannot query them. Every field is optional.
 */
export type FlowMeta = {
  /** The user-facing number of its cause: an order, a batch. */
  bizNo?: string
  /** Holds only: the part of the amount that is our fee, in cents. */
  fee?: number
  cardId?: string
  cardSeqNo?: string
  lastFour?: string
  /** The sub-account that caused it; a sub-account sees only its own lines. */
  subUid?: string
  subNickname?: string
  remark?: string
  /** Holds only: the parts of a transfer are read from its entries. */
  parts?: Partial<Record<FlowPart, number>>
}

export const enums = { rail: rails, rechargeStatus: rechargeStatuses, flowType: flowTypes }

export const FlowRow = z.object({
  flowId: z.string(),
  flowNo: z.string(),
  initiated: Time,
  type: FlowType,
  typeText: z.string(),
  tradeDesc: z.string(),
  direction: z.enum(['IN', 'OUT']),
  /** The change in the wallet, always positive; `fee` is included in it and not added. */
  amount: Cents,
  fee: Cents,
  /** The wallet balance after this line; `null` while processing, and for a sub-account that may not see the wallet. */
  balanceAfter: z.nullable(Cents),
  unit: z.string(),
  /** The components of the amount, in display order; empty if there is only one. */
  parts: z.array(z.object({ part: FlowPart, text: z.string(), amount: Cents })),
  cardId: z.optional(z.string()),
  cardSeqNo: z.optional(z.string()),
  lastFour: z.optional(z.string()),
  subUid: z.optional(z.string()),
  subNickname: z.optional(z.string()),
  bizNo: z.string(),
  remark: z.string(),
  status: z.enum(['DONE', 'PROCESSING']),
})
export type FlowRow = z.infer<typeof FlowRow>

/** The export of the statement uses the same filters. */
export const flowFilters = {
  type: z.optional(listOf(FlowType)),
  direction: z.optional(z.enum(['IN', 'OUT'])),
  cardId: z.optional(id('crd')),
  cardSeqNo: z.optional(text(32)),
  subUid: z.optional(text(40)),
  bizNo: z.optional(text(64)),
  startTime: z.optional(time),
  endTime: z.optional(time),
  unit: z.optional(z.literal('USD')),
}

export const listFlows = call({
  on: 'POST /api/account/flowPage',
  title: '资金明细 Wallet statement',
  who: 'flow:view',
  input: z.object({ ...pageInput, ...flowFilters }),
  /** `summary`: money in and out under the filter, excluding lines in flight. */
  output: pageOf(FlowRow, z.object({ in: Cents, out: Cents, net: Cents })),
  refusals: [],
})
