/** Money in, and the wallet's statement. */
import * as z from 'zod'
import { call } from '../core/call.ts'
import { cents, Cents, id, listOf, pageInput, pageOf, requestNo, text, Time, time, type Words } from '../core/fields.ts'
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

/** Statuses that nothing further is expected of while a person looks on: the page may stop polling. */
export const settledStatuses = [
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'MISMATCH',
  'REVERSED',
] as const satisfies RechargeStatus[]

/** USDT has six decimals. On the wire an amount is text, `110.000000`; on the server it is whole millionths. */
export const USDT_DIGITS = 6
/** Millionths of a USDT in the text of {@link UsdtText}; `undefined` where it is no amount. */
export const parseUsdt = (amount: string): number | undefined =>
  USDT.test(amount) ? parse(amount, USDT_DIGITS) : undefined
/** Millionths as text with all six decimals and no grouping. */
export const showUsdt = (units: number): string => plain(units, USDT_DIGITS).replaceAll(',', '')
const USDT = /^\d{1,9}(\.\d{1,6})?$/
/** No sign, no exponent, no grouping, ASCII digits only, at most six decimals. */
const UsdtText = z.string().regex(USDT, 'amount_shape')

export const rechargeInfo = call({
  on: 'POST /api/account/rechargeInfo',
  title: '通道条件与报价 Terms of a rail, with a quote for an amount',
  who: 'parent',
  action: 'topUp',
  input: z.object({
    rail: Rail,
    /** Minor units of the pay currency (CNY or USD). */
    amount: cents().optional(),
    /** USDT only. */
    amountStr: UsdtText.optional(),
  }),
  output: z.object({
    rail: Rail,
    enabled: z.boolean(),
    payUnit: z.string(),
    /** Hundredths of the pay currency, before the fee. */
    minAmount: Cents,
    /** The most that one order may be now: the rail's limit, and what is left of today's limit of this account. */
    maxSelfService: Cents,
    /** The figure that the texts of this language name; `null` where no text names one. */
    displayMax: Cents.nullable(),
    feeBps: z.int(),
    feeFixed: Cents,
    /** Units of the pay currency for one US dollar; `null` while the rail is closed. */
    rate: z.string().nullable(),
    /** What banks ask of each other: the difference is part of what the rail costs, and said. */
    midRate: z.string().nullable(),
    rateTime: Time.nullable(),
    arrival: z.string(),
    notes: z.array(z.string()),
    /** Top-ups of one day (Asia/Shanghai), in US cents, by how well the account is known. */
    today: z.object({ limit: Cents, used: Cents, left: Cents }),
    quote: z
      .object({
        quoteId: z.string(),
        /** Hundredths, truncated; `payAmountStr` is exact. */
        payAmount: Cents,
        payAmountStr: z.string(),
        fee: Cents,
        creditAmount: Cents,
        rate: z.string(),
        expireTime: Time,
      })
      .optional(),
    /** The amount is above what can be ordered here: no quote, but whom to ask. */
    overLimit: z.object({ contact: z.boolean(), msg: z.string() }).optional(),
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
    /** USDT: the bare address, so that any wallet reads it. Of WeChat and Alipay it comes with the status a moment later. */
    qrContent: z.string().optional(),
    payAmount: Cents,
    payAmountStr: z.string(),
    payUnit: z.string(),
    address: z.string().optional(),
    network: z.literal('TRC20').optional(),
    /** Hundredths of the pay currency. */
    fee: Cents,
    creditAmount: Cents,
    createTime: Time,
    expireTime: Time,
    /** About 1 to 5 minutes; contact service after 30. */
    tips: z.object({ minutes: z.string(), contactAfterMin: z.int() }),
  }),
  refusals: ['quote_expired', 'quote_changed', 'amount_above_max', 'conflict'],
})

/** Digits, with or without spaces between, that pass the check of card numbers. */
const BankCardNo = z
  .string()
  .transform((typed) => typed.replaceAll(' ', ''))
  .refine(passesLuhn, 'card_number')

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
    /** It goes to the acquirer and is kept nowhere here: not in the database, not in a log, not in a request's key. */
    bankCardNo: BankCardNo as unknown as z.ZodType<string, string>,
    holderName: text(60, 2),
    idNo: z.string().regex(/^\d{17}[\dX]$/),
    /** The one kept at the bank. */
    mobile: z.string().regex(/^1\d{10}$/),
    requestNo,
  }),
  output: z.object({
    orderNo: z.string(),
    status: RechargeStatus,
    /** From when the bank may be asked for another code (by another order). */
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
  input: z.object({ rail: z.literal('UNIONPAY').default('UNIONPAY') }),
  output: z.object({
    /** Empty while there is no picture. */
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
  /** Asked for; hundredths, truncated. `payAmountStr` is exact. */
  payAmount: Cents,
  payAmountStr: z.string(),
  payUnit: z.string(),
  /** What really came in, once seen. */
  receivedStr: z.string().optional(),
  /** Of an open order that part has come for: what is still to be sent to the same address. */
  remainingStr: z.string().optional(),
  /** Expected until the money is credited; then what was credited. */
  creditAmount: Cents,
  fee: Cents,
  rate: z.string(),
  address: z.string().optional(),
  qrContent: z.string().optional(),
  network: z.literal('TRC20').optional(),
  confirmations: z.int().optional(),
  required: z.int().optional(),
  txHash: z.string().optional(),
  /** The bank card that pays, and how often its code may still be entered. */
  card: z.object({ mask: z.string(), bank: z.string() }).optional(),
  codeTriesLeft: z.int().optional(),
  failReason: z.string().optional(),
  /** The money is held for the identity limit: verifying the identity is the cure. */
  overIdentityLimit: z.boolean().optional(),
  createTime: Time,
  payTime: Time.optional(),
  creditTime: Time.optional(),
  expireTime: Time,
  /** From when "check now" looks at the chain again. */
  nextLookTime: Time.optional(),
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
  input: OrderNo.extend({
    smsCode: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  output: RechargeShown,
  refusals: ['not_found', 'conflict', 'code_wrong', 'code_expired', 'code_locked', 'provider_unavailable'],
})

const FlowType = z.enum(Object.keys(flowTypes) as [FlowType, ...FlowType[]])

export const flowStatuses = {
  DONE: { cn: '已完成', en: 'Completed' },
  PROCESSING: { cn: '处理中', en: 'Processing' },
} as const satisfies Record<string, Words>

/** The parts of a line's amount that its description spells out ("open fee 3.00 + load 50.00 + service fee 1.25"). */
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
/** Parts that are taken off and not added. */
export const subtractedParts: ReadonlySet<FlowPart> = new Set<FlowPart>(['discount', 'topUpFee'])

/**
 * What the statement shows of a transfer or a hold on a wallet, beyond what its kind says. Whoever posts it writes it into its `meta`:
 * the statement sits below cards and cannot ask them. All of it is optional.
 */
export type FlowMeta = {
  /** Number for people of what caused it: an order, a batch. */
  bizNo?: string
  /** Only of a hold: part of the amount that is our fee, in cents. */
  fee?: number
  cardId?: string
  cardSeqNo?: string
  lastFour?: string
  /** The sub-account that caused it; a sub-account sees its own lines only. */
  subUid?: string
  subNickname?: string
  remark?: string
  /** Only of a hold: the parts of a transfer are read from its entries. */
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
  /** What the wallet moved by, always positive; `fee` is part of the story and not added to it. */
  amount: Cents,
  fee: Cents,
  /** Of the wallet, after this line; `null` while it is processing, and for a sub-account that may not see the wallet. */
  balanceAfter: Cents.nullable(),
  unit: z.string(),
  /** What the amount is made of, in the order in which it is told; empty where it is one thing. */
  parts: z.array(z.object({ part: FlowPart, text: z.string(), amount: Cents })),
  cardId: z.string().optional(),
  cardSeqNo: z.string().optional(),
  lastFour: z.string().optional(),
  subUid: z.string().optional(),
  subNickname: z.string().optional(),
  bizNo: z.string(),
  remark: z.string(),
  status: z.enum(['DONE', 'PROCESSING']),
})
export type FlowRow = z.infer<typeof FlowRow>

/** The export of the statement takes the same filters. */
export const flowFilters = {
  type: listOf(FlowType).optional(),
  direction: z.enum(['IN', 'OUT']).optional(),
  cardId: id('crd').optional(),
  cardSeqNo: text(32).optional(),
  subUid: text(40).optional(),
  bizNo: text(64).optional(),
  startTime: time.optional(),
  endTime: time.optional(),
  unit: z.literal('USD').optional(),
}

export const listFlows = call({
  on: 'POST /api/account/flowPage',
  title: '资金明细 Wallet statement',
  who: 'flow:view',
  input: z.object({ ...pageInput, ...flowFilters }),
  /** `summary`: what came in and went out under the filter; lines still in flight are not in it. */
  output: pageOf(FlowRow, z.object({ in: Cents, out: Cents, net: Cents })),
  refusals: [],
})
