/** Staff calls: money on its way to our own hands, and what is recorded of it: settlements of acquirers, sales for dollars, sweeps of USDT. */
import * as z from 'zod/mini'
import { call, nothing } from '#contract/core/call.ts'
import { cents, Cents, pageInput, pageOf, pattern, requestNo, text, Time, type Words } from '#contract/core/fields.ts'
import { providers } from './topUps.ts'

const { WECHAT, ALIPAY, UNIONPAY } = providers
/** The acquirers that collect yuan for us. */
export const acquirers = { WECHAT, ALIPAY, UNIONPAY } as const
export type Acquirer = keyof typeof acquirers
const AcquirerName = z.enum(Object.keys(acquirers) as [Acquirer, ...Acquirer[]])

export const treasuryMoves = {
  SETTLEMENT: { cn: '渠道结算', en: 'Provider settlement' },
  SALE: { cn: '兑换美元', en: 'Sale for dollars' },
  SWEEP: { cn: 'USDT 归集', en: 'USDT sweep' },
} as const satisfies Record<string, Words>
export type TreasuryMove = keyof typeof treasuryMoves
const MoveName = z.enum(Object.keys(treasuryMoves) as [TreasuryMove, ...TreasuryMove[]])

/** How far the rate of a sale may be from the mid-market rate of its day, in basis points. More is treated as a typing error, as in a manual rate. */
export const SALE_BOUND_BPS = 500

export const sellable = ['CNY', 'USDT'] as const
export type Sellable = (typeof sellable)[number]

const Position = z.object({
  code: z.string(),
  name: z.string(),
  /** The acquirer, the bank or the rail. */
  owner: z.string(),
  currency: z.string(),
  scale: z.int(),
  /** In minor units of the currency; below zero if we owe it. */
  balance: z.int(),
  /** In US cents, at the newest mid-market rate. */
  cents: Cents,
  /** The Shanghai day of the oldest money that is not settled or swept; the first to come is the first to go. */
  oldestTime: z.nullable(Time),
})
export type Position = z.infer<typeof Position>

export const treasuryPositions = call({
  on: 'GET /api/operator/treasury/positions',
  title: '资金头寸 Treasury positions',
  who: 'staff:treasury.view',
  perMinute: 60,
  input: nothing,
  output: z.object({
    /** On its way to us: at acquirers and on deposit addresses. */
    awaited: z.array(Position),
    /** At hand, and not in dollars yet. */
    atHand: z.array(Position),
    /** Dollars in accounts of customers' money, and our own money. */
    dollars: z.array(Position),
    own: z.array(Position),
    /** What may be sold of each currency: at hand, and in the position that customers were credited from. */
    sellable: z.array(z.object({ currency: z.enum(sellable), scale: z.int(), units: z.int() })),
    /** Yuan for one dollar, and since when. */
    rate: z.nullable(z.object({ mid: z.string(), time: Time })),
    /** Requests that wait for a second approver. */
    waiting: z.array(z.object({ approvalId: z.string(), move: MoveName, moveText: z.string(), reference: z.string() })),
    banks: z.array(z.object({ bankId: z.string(), bankName: z.string() })),
  }),
  refusals: [],
})

const Move = z.object({
  moveNo: z.string(),
  move: MoveName,
  moveText: z.string(),
  /** What went: gross at the acquirer, sold, or swept. */
  sent: z.string(),
  /** What came: net at our bank, dollars, or USDT at hand. */
  got: z.string(),
  /** The acquirer's fee or the network's; the gain (+) or loss (−) of a sale. */
  cost: z.string(),
  /** `WeChat Pay`, `CNY`, `TRC20`. */
  source: z.string(),
  reference: z.string(),
  valueDate: z.string(),
  maker: z.string(),
  checker: z.string(),
  approvalId: z.string(),
  transferId: z.string(),
  createTime: Time,
})
export type MoveRow = z.infer<typeof Move>

export const listTreasuryMoves = call({
  on: 'GET /api/operator/treasury/page',
  title: '资金调拨记录 Treasury movements',
  who: 'staff:treasury.view',
  input: z.object({ ...pageInput, move: z.optional(MoveName), keyword: z.optional(text(80)) }),
  output: pageOf(Move),
  refusals: [],
})

/** Of the bank, as on its statement; it names a payment once, in capitals or not. */
const bankReference = pattern(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{3,59}$/, 'bank_reference')
/** The day on the bank's statement or in the block; up to 90 days back, never ahead. */
const valueDate = pattern(/^\d{4}-\d{2}-\d{2}$/, 'value_date')
/** An exact amount as typed: fen have two decimals, USDT have six. */
const amountStr = pattern(/^\d{1,12}(\.\d{1,6})?$/, 'amount_shape')

const asked = { reason: text(500, 2), requestNo }
const Asked = z.object({ approvalId: z.string() })

/** Requests to record that an acquirer has paid out (ACQUIRER_SETTLED). All three amounts in fen. */
export const recordSettlement = call({
  on: 'POST /api/operator/treasury/settle',
  title: '登记收单结算 Record an acquirer’s settlement',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    acquirer: AcquirerName,
    gross: cents(),
    fee: cents(0),
    /** What arrived at our bank: gross less fee, typed from the statement as a check. */
    net: cents(0),
    reference: bankReference,
    valueDate,
    ...asked,
  }),
  output: Asked,
  refusals: ['invalid', 'above_position', 'reference_used', 'conflict', 'day_cap_reached'],
})

/** Requests to record a sale for dollars (TREASURY_SOLD). `got` in US cents. */
export const recordSale = call({
  on: 'POST /api/operator/treasury/sell',
  title: '登记兑换美元 Record a sale for dollars',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    currency: z.enum(sellable),
    amountStr,
    got: cents(),
    bankId: text(40, 1),
    reference: bankReference,
    valueDate,
    ...asked,
  }),
  output: Asked,
  refusals: [
    'invalid',
    'above_position',
    'reference_used',
    'rate_unavailable',
    'not_found',
    'conflict',
    'day_cap_reached',
  ],
})

/** Requests to record that USDT were moved from deposit addresses to our own (USDT_SWEPT). `networkFee` in US cents, paid by us. */
export const recordSweep = call({
  on: 'POST /api/operator/treasury/sweep',
  title: '登记 USDT 归集 Record a sweep of USDT',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    amountStr,
    networkFee: cents(0, 1_000_00),
    txHash: pattern(/^[0-9a-fA-F]{64}$/, 'tx_hash'),
    valueDate,
    ...asked,
  }),
  output: Asked,
  refusals: ['invalid', 'above_position', 'reference_used', 'conflict', 'day_cap_reached'],
})
