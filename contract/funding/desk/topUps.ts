/** Staff calls: top-up orders of all accounts, and the reconciliation of the rails with their providers. */
import * as z from 'zod/mini'
import { Holder } from '#contract/accounts/accounts.ts'
import { call } from '#contract/core/call.ts'
import {
  Cents,
  id,
  pattern,
  requestNo,
  text,
  Time,
  time,
  whole,
  withDefault,
  type Words,
} from '#contract/core/fields.ts'
import { rails, rechargeStatuses, type Rail, type RechargeStatus } from '../funding.ts'

const RailName = z.enum(Object.keys(rails) as [Rail, ...Rail[]])
const Status = z.enum(Object.keys(rechargeStatuses) as [RechargeStatus, ...RechargeStatus[]])

export const DeskTopUp = z.object({
  orderNo: z.string(),
  rail: RailName,
  railText: z.string(),
  status: Status,
  statusText: z.string(),
  holder: Holder,
  payUnit: z.string(),
  /** Exact, without its unit. */
  payAmountStr: z.string(),
  credit: Cents,
  txHash: z.nullable(z.string()),
  createTime: Time,
})
export type DeskTopUp = z.infer<typeof DeskTopUp>

/** Keyset pagination, newest first: the cost of a page does not depend on the number of orders. */
export const listTopUps = call({
  on: 'GET /api/operator/topup/page',
  title: '充值订单 Top-up orders',
  who: 'staff:money.view',
  input: z.object({
    rail: z.optional(RailName),
    status: z.optional(Status),
    orderNo: z.optional(text(40)),
    userNo: z.optional(text(12)),
    txHash: z.optional(text(80)),
    startTime: z.optional(time),
    endTime: z.optional(time),
    pageSize: withDefault(whole(1, 200), 20),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ data: z.array(DeskTopUp), cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const lifeKinds = {
  ORDERED: { cn: '账户持有人下单', en: 'Order created' },
  EVENT: { cn: '通道通知', en: 'Provider notification' },
  PAYMENT: { cn: '通道确认付款', en: 'Payment confirmed by provider' },
  REVERSAL: { cn: '付款被退回', en: 'Reversed by the payer’s side' },
  TRANSFER: { cn: '链上转账', en: 'Transfer on the blockchain' },
  SUSPENSE: { cn: '转入待确认款项', en: 'Moved to unmatched payments' },
  BREAK: { cn: '对账差异', en: 'Break found' },
  CREDITED: { cn: '入账', en: 'Credited' },
} as const satisfies Record<string, Words>
export type LifeKind = keyof typeof lifeKinds

export const topUpOrder = call({
  on: 'GET /api/operator/topup/info',
  title: '一笔充值订单 Top-up order with its history',
  who: 'staff:money.view',
  input: z.object({ orderNo: id('tup') }),
  output: z.extend(DeskTopUp, {
    receivedStr: z.nullable(z.string()),
    fee: Cents,
    feeUnit: z.string(),
    rate: z.string(),
    address: z.nullable(z.string()),
    confirmations: z.int(),
    /** For a bank card: its mask and bank. */
    card: z.nullable(z.string()),
    providerRef: z.nullable(z.string()),
    expireTime: Time,
    life: z.array(
      z.object({
        kind: z.enum(Object.keys(lifeKinds) as [LifeKind, ...LifeKind[]]),
        kindText: z.string(),
        /** The external reference: an event type, a payment number, a hash. */
        ref: z.string(),
        amountStr: z.nullable(z.string()),
        note: z.string(),
        time: Time,
        /** Set if it is in suspense, which has a page of its own. */
        suspenseId: z.nullable(z.string()),
      }),
    ),
    transfers: z.array(
      z.object({
        transferId: z.string(),
        kindText: z.string(),
        postTime: Time,
        entries: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            owner: z.string(),
            side: z.enum(['D', 'C']),
            amount: z.int(),
            currency: z.string(),
            scale: z.int(),
          }),
        ),
      }),
    ),
  }),
  refusals: ['not_found'],
})

/** Queries the provider or the chain now, as the automatic poll does. */
export const askTopUp = call({
  on: 'POST /api/operator/topup/ask',
  title: '重新查询通道 Ask the provider again',
  who: 'staff:money.make',
  once: true,
  perMinute: 30,
  input: z.object({ orderNo: id('tup'), requestNo }),
  output: z.object({ orderNo: z.string() }),
  refusals: ['not_found'],
})

export const providers = {
  WECHAT: { cn: '微信支付', en: 'WeChat Pay' },
  ALIPAY: { cn: '支付宝', en: 'Alipay' },
  UNIONPAY: { cn: '银联', en: 'UnionPay' },
  /** Card spending, compared with the settlement file. */
  ISSUER: { cn: '发卡行清算', en: 'Card issuer' },
} as const satisfies Record<string, Words>
type Provider = keyof typeof providers
const ProviderName = z.enum(Object.keys(providers) as [Provider, ...Provider[]])

export const runStates = {
  WAITING: { cn: '进行中', en: 'Running' },
  DONE: { cn: '完成', en: 'Done' },
  FAILED: { cn: '通道无应答', en: 'No response' },
} as const satisfies Record<string, Words>
export type RunState = keyof typeof runStates

export const ReconRun = z.object({
  runId: z.string(),
  provider: ProviderName,
  providerText: z.string(),
  /** `2026-11-21`, in Asia/Shanghai. */
  day: z.string(),
  state: z.enum(Object.keys(runStates) as [RunState, ...RunState[]]),
  stateText: z.string(),
  /** Who requested it; null if scheduled. */
  by: z.nullable(z.string()),
  payments: z.nullable(z.int()),
  /** In hundredths of `unit`. */
  amount: z.nullable(Cents),
  unit: z.enum(['CNY', 'USD']),
  breaks: z.nullable(z.int()),
  createTime: Time,
})
export type ReconRun = z.infer<typeof ReconRun>
export const listRuns = call({
  on: 'GET /api/operator/recon/runs',
  title: '对账批次 Reconciliation runs',
  who: 'staff:books.view',
  input: z.object({ pageSize: withDefault(whole(1, 200), 20), cursor: z.optional(z.string().check(z.maxLength(200))) }),
  output: z.object({ data: z.array(ReconRun), cursor: z.nullable(z.string()) }),
  refusals: [],
})
export const runRecon = call({
  on: 'POST /api/operator/recon/run',
  title: '立即对账 Start reconciliation of a provider’s day',
  who: 'staff:books.make',
  once: true,
  perMinute: 20,
  input: z.object({ provider: ProviderName, day: pattern(/^\d{4}-\d{2}-\d{2}$/), requestNo }),
  output: z.object({ runId: z.string() }),
  refusals: ['invalid', 'conflict'],
})

export const breakKinds = {
  LOST_NOTICE: { cn: '未收到通知', en: 'No notification received' },
  UNKNOWN_ORDER: { cn: '未知订单的付款', en: 'Payment without a matching order' },
  AMOUNT_DIFFERS: { cn: '金额不一致', en: 'Amounts don’t match' },
  CARD_DIFFERS: { cn: '卡片不一致', en: 'Cards don’t match' },
  CURRENCY_DIFFERS: { cn: '币种不一致', en: 'Currencies don’t match' },
  NOT_AT_PROVIDER: { cn: '通道没有这笔付款', en: 'Missing from the provider’s list' },
  CONTRADICTION: { cn: '通知与查询矛盾', en: 'Notification and query don’t match' },
  RATE_MOVED: { cn: '汇率变动过大', en: 'Exchange rate moved too far' },
  UNKNOWN_CARD: { cn: '发卡行有卡，我方无订单', en: 'Issuer card without an order' },
  FAILED_BUT_OPEN: { cn: '开卡已失败，发卡行的卡仍有效', en: 'Opening failed, but card is open at the issuer' },
  MISSING_AT_ISSUER: { cn: '我方有卡，发卡行没有或已关闭', en: 'Active card missing or closed at the issuer' },
  PROGRAM_DIFFERS: { cn: '发卡行余额与账簿不符', en: 'Issuer’s balance differs from the books' },
  SETTLEMENT_DIFFERS: { cn: '结算日与结算文件不符', en: 'Settlement day differs from its file' },
} as const satisfies Record<string, Words>
type BreakKindName = keyof typeof breakKinds

export const RailBreak = z.object({
  breakId: z.string(),
  rail: z.string(),
  railText: z.string(),
  kind: z.enum(Object.keys(breakKinds) as [BreakKindName, ...BreakKindName[]]),
  kindText: z.string(),
  ref: z.string(),
  orderNo: z.nullable(z.string()),
  /** Whether the order is one of ours and therefore has a page. */
  ours: z.boolean(),
  /** The receipt that is pending because of it. */
  suspenseId: z.nullable(z.string()),
  facts: z.array(z.object({ name: z.string(), text: z.string() })),
  state: z.enum(['OPEN', 'MENDED']),
  mendedBy: z.nullable(z.string()),
  mendedWhy: z.nullable(z.string()),
  foundTime: Time,
  mendTime: z.nullable(Time),
})
export type RailBreak = z.infer<typeof RailBreak>
export const listBreaks = call({
  on: 'GET /api/operator/recon/breaks',
  title: '对账差异 Reconciliation breaks',
  who: 'staff:books.view',
  input: z.object({
    scope: withDefault(z.enum(['open', 'all']), 'open'),
    pageSize: withDefault(whole(1, 200), 50),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ data: z.array(RailBreak), cursor: z.nullable(z.string()) }),
  refusals: [],
})
export const showBreak = call({
  on: 'GET /api/operator/recon/break',
  title: '一项差异 Reconciliation break',
  who: 'staff:books.view',
  input: z.object({ breakId: id('rbk') }),
  output: RailBreak,
  refusals: ['not_found'],
})
/** Moves no money: amounts owed to anyone are settled through suspense or an adjustment, and the resolution says which. */
export const resolveBreak = call({
  on: 'POST /api/operator/recon/resolve',
  title: '处理差异 Resolve a reconciliation break',
  who: 'staff:books.make',
  once: true,
  input: z.object({ breakId: id('rbk'), reason: text(200, 2), requestNo }),
  output: z.object({ breakId: z.string() }),
  refusals: ['not_found', 'conflict'],
})
