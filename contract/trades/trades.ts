/** Card transactions: authorizations, settled transactions, and declines (wire: `refuse`). */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import {
  cents,
  Cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  pattern,
  text,
  Time,
  time,
  whole,
  type Words,
} from '../core/fields.ts'
import { Checks } from './checks.ts'
import { StoppedBy } from '../controls/stoppedBy.ts'
import { declineReasons } from './declines.ts'

export const authStatuses = {
  PENDING: { cn: '待结算', en: 'Pending' },
  PARTIAL: { cn: '部分结算', en: 'Partially cleared' },
  COMPLETE: { cn: '已完成', en: 'Completed' },
  REVERSED: { cn: '已撤销', en: 'Reversed' },
  EXPIRED: { cn: '已过期释放', en: 'Expired' },
  DECLINED: { cn: '已拒绝', en: 'Declined' },
} as const satisfies Record<string, Words>
export type AuthStatus = keyof typeof authStatuses

/** Events of an authorization other than clearings and refunds, which are rows of their own. */
export const authEvents = {
  INCREMENT: { cn: '追加授权', en: 'Increment' },
  REVERSAL: { cn: '撤销授权', en: 'Reversal' },
  EXPIRY: { cn: '到期释放', en: 'Expiry' },
} as const satisfies Record<string, Words>
export type AuthEventKind = keyof typeof authEvents

export const tradeTypes = {
  PURCHASE: { cn: '消费', en: 'Purchase' },
  REFUND: { cn: '退款', en: 'Refund' },
  FEE: { cn: '手续费', en: 'Card Transaction Fee' },
  FORCED: { cn: '强制扣款', en: 'Forced debit' },
  REVERSAL: { cn: '结算撤销', en: 'Reversal' },
  CHARGEBACK: { cn: '争议退款', en: 'Chargeback' },
  CHARGEBACK_REVERSAL: { cn: '争议撤回', en: 'Chargeback reversal' },
  ADJUST: { cn: '调账', en: 'Adjustment' },
} as const satisfies Record<string, Words>
export type TradeType = keyof typeof tradeTypes

export const tradeStatuses = {
  POSTED: { cn: '已入账', en: 'Posted' },
  PARTIALLY_REFUNDED: { cn: '部分退款', en: 'Partially refunded' },
  REFUNDED: { cn: '已退款', en: 'Refunded' },
  REVERSED: { cn: '已冲正', en: 'Reversed' },
  DISPUTED: { cn: '争议中', en: 'Disputed' },
  WON: { cn: '争议胜诉', en: 'Dispute won' },
  LOST: { cn: '争议败诉', en: 'Dispute lost' },
  UNDER_REVIEW: { cn: '审核中', en: 'Under review' },
} as const satisfies Record<string, Words>
export type TradeStatus = keyof typeof tradeStatuses

/** What was special about a settled row. The numbers are those of the industry's code lists. */
export const bizCodes = {
  1001: { cn: '强制扣款', en: 'Forced debit without an authorization' },
  1002: { cn: '已释放', en: 'Released' },
  1003: { cn: '结算金额大于授权金额', en: 'Settled for more than authorized' },
  1004: { cn: '负余额调整', en: 'Negative balance adjustment' },
  1005: { cn: '结算金额小于授权金额', en: 'Settled for less than authorized' },
  1010: { cn: '小额验证', en: 'Verification' },
  1012: { cn: '结算已冲正', en: 'Settlement reversed' },
  1013: { cn: '欺诈', en: 'Fraud' },
  1014: { cn: '销卡后入账', en: 'Card deleted' },
} as const satisfies Record<number, Words>
export type BizCode = keyof typeof bizCodes

const oneOf = <T extends string>(words: Record<T, unknown>) => z.enum(Object.keys(words) as [T, ...T[]])

/** Filters shared by the three lists. Times are transaction times; amounts are in cents of the card's unit. */
const filters = {
  ...pageInput,
  /** Continues a search that ended at `searchedTime`: the `cursor` of that page. Pages by number begin there. */
  searchFrom: z.optional(z.string().check(z.maxLength(200))),
  cardSeqNo: z.optional(text(32)),
  lastFour: z.optional(pattern(/^\d{4}$/)),
  cardId: z.optional(id('crd')),
  /** One authorization with everything that followed it, for its page. */
  cardAuthId: z.optional(id('atx')),
  merchant: z.optional(text(60)),
  country: z.optional(pattern(/^[A-Z]{2}$/)),
  currency: z.optional(pattern(/^[A-Z]{3}$/)),
  minAmount: z.optional(cents(0)),
  maxAmount: z.optional(cents(0)),
  startTime: z.optional(time),
  endTime: z.optional(time),
  tagId: z.optional(id('tag')),
  /** A card group; `0` for cards without a group. */
  gid: z.optional(text(40)),
  /** A parent may select one sub-account; ignored for a sub-account, which sees only itself. */
  subUid: z.optional(text(40)),
  /** `all`: a parent's own cards together with those of its sub-accounts. */
  scope: z.optional(z.enum(['own', 'all'])),
}

const where = {
  cardId: z.string(),
  cardSeqNo: z.string(),
  lastFour: z.string(),
  desc: z.string(),
  merchantName: z.string(),
  mcc: z.string(),
  merchantCountry: z.string(),
  amount: Cents,
  unit: z.string(),
  merchantAmount: z.int(),
  merchantCurrency: z.string(),
  tradeTime: Time,
  tags: z.array(z.object({ tagId: z.string(), name: z.string(), color: z.nullable(z.string()) })),
  subUid: z.nullable(z.string()),
  subNickname: z.nullable(z.string()),
}

const Authorization = z.object({
  ...where,
  cardAuthId: z.string(),
  /** The settled amount, the amount still held, and the fee held with it. */
  clearedAmount: Cents,
  remainingHold: Cents,
  fee: Cents,
  status: oneOf(authStatuses),
  statusText: z.string(),
  /** `APPROVE`, or why it was declined. */
  reason: z.string(),
  reasonText: z.string(),
  /** Whether it counts towards the decline rate. */
  counted: Flag,
  /** Which of the owner's controls declined it, if one did. */
  why: z.nullable(StoppedBy),
  /** What was typed, compared with the card. Null: not kept for authorizations of that time. */
  checks: z.nullable(Checks),
  approveTime: z.nullable(Time),
  expireTime: z.nullable(Time),
  /** Changes after the approval, oldest first; only if one is requested by `cardAuthId`. */
  events: z.optional(
    z.array(
      z.object({
        kind: oneOf(authEvents),
        /** Added to the held amount or, for reversals and expiries, subtracted; never negative. */
        amount: Cents,
        /** Why an increment was declined. */
        reasonText: z.nullable(z.string()),
        time: Time,
      }),
    ),
  ),
})

const Sums = z.object({
  /** Over all matches, and over this page. If the page has `summaryCapped`, over the newest 10,000. */
  sumBalance: Cents,
  sumBalancePage: Cents,
  totalNum: z.int(),
})

const Trade = z.object({
  ...where,
  tradeId: z.string(),
  cardAuthId: z.nullable(z.string()),
  type: oneOf(tradeTypes),
  typeText: z.string(),
  /** CNY for 1 USD and the like: the network's rate as text, if it converted. */
  rate: z.nullable(z.string()),
  crossFee: Cents,
  bizCode: z.nullable(z.int()),
  bizText: z.nullable(z.string()),
  arn: z.nullable(z.string()),
  postTime: Time,
  status: oneOf(tradeStatuses),
  statusText: z.string(),
  /** For a reversal: the row that it reverses. For a reversed row: its reversal. */
  reversesTradeId: z.nullable(z.string()),
  reversalTradeId: z.nullable(z.string()),
})

const Decline = z.object({
  ...where,
  refuseId: z.string(),
  cardAuthId: z.string(),
  reason: z.string(),
  reasonText: z.string(),
  isoCode: z.string(),
  /** Whether it counts towards the decline rate, which stops all cards above 5 % (docs/reference/numbers.md#decline-rate). */
  counted: Flag,
  /** Which of the owner's controls declined it, if one did. */
  why: z.nullable(StoppedBy),
  advice: z.string(),
  fee: Cents,
})

const DeclineRate = z.object({
  /** Among the matches: declines, and how many of them count towards the rate. */
  count: z.int(),
  counted: z.int(),
  /** The rate over the last `windowDays`, regardless of the filters: counted declines divided by all counted attempts. */
  declineRateBps: z.int(),
  windowDays: z.int(),
  windowAttempts: z.int(),
  windowDeclined: z.int(),
  ...Sums.shape,
})

/** A page of a list that is searched. */
const searched = <R extends z.ZodMiniType, S extends z.ZodMiniType>(row: R, summary: S) =>
  z.extend(pageOf(row, summary), {
    /** One request compares a limited number of rows with the filters. This one got back to here; `cursor` continues, also as `searchFrom`. `total` and the sums are of what was searched. */
    searchedTime: z.optional(Time),
  })

export const authFilters = z.object({ ...filters, status: z.optional(oneOf(authStatuses)) })
export const tradeFilters = z.object({
  ...filters,
  status: z.optional(oneOf(tradeStatuses)),
  type: z.optional(listOf(oneOf(tradeTypes) as unknown as z.ZodMiniType<TradeType, TradeType>, 0, 8)),
  tradeId: z.optional(id('trd')),
  /** When they were posted: figures of spend are by the day of the posting. */
  postedStart: z.optional(time),
  postedEnd: z.optional(time),
  bizCode: z.optional(whole(1000, 1999)),
})
export const declineFilters = z.object({ ...filters, reason: z.optional(oneOf(declineReasons)) })

const seen = { who: 'trade:view', refusals: [] } as const

export const pageAuthorizations = call({
  on: 'GET /api/cardTrade/authTrans/page',
  title: '授权记录 Authorizations',
  ...seen,
  input: authFilters,
  output: searched(Authorization, Sums),
})
export const pageSubAuthorizations = call({
  on: 'GET /api/cardTrade/authTrans/pageForSub',
  title: '子账户授权记录 Authorizations of sub-accounts',
  ...seen,
  input: authFilters,
  output: searched(Authorization, Sums),
})
export const pageTrades = call({
  on: 'GET /api/cardTrade/trade/page',
  title: '结算记录 Settled transactions',
  ...seen,
  input: tradeFilters,
  output: searched(Trade, Sums),
})
export const pageSubTrades = call({
  on: 'GET /api/cardTrade/trade/pageForSub',
  title: '子账户结算记录 Settled transactions of sub-accounts',
  ...seen,
  input: tradeFilters,
  output: searched(Trade, Sums),
})
export const pageDeclines = call({
  on: 'GET /api/cardTrade/refuse/page',
  title: '拒付记录 Declines',
  ...seen,
  input: declineFilters,
  output: searched(Decline, DeclineRate),
})
export const pageSubDeclines = call({
  on: 'GET /api/cardTrade/refuse/pageForSub',
  title: '子账户拒付记录 Declines of sub-accounts',
  ...seen,
  input: declineFilters,
  output: searched(Decline, DeclineRate),
})
