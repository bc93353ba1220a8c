/** Staff calls: card ranges, with their limits, texts and prices. */
import * as z from 'zod/mini'
import { call, nothing } from '#contract/core/call.ts'
import { billingCountries } from '../addresses.ts'
import { cardNetworks, threeDsWays, type CardNetwork, type ThreeDsBy } from '../states.ts'
import { Cents, Flag, pattern, requestNo, text, Time, type Words } from '#contract/core/fields.ts'
import { Asked, Changed, effectTime, ProductChange, reason } from '#contract/products/products.ts'

export const rangeStates = {
  ON: { cn: '可开卡', en: 'On sale' },
  SOLD_OUT: { cn: '售罄', en: 'Sold out' },
  OFF: { cn: '已下架', en: 'Off sale' },
} as const satisfies Record<string, Words>
export type RangeState = keyof typeof rangeStates
const StateName = z.enum(Object.keys(rangeStates) as [RangeState, ...RangeState[]])

const limit = z.int().check(z.gte(0), z.lte(100_000_000_00))
const words = z.array(text(20, 1)).check(z.maxLength(8))

/** Fields that one person may change alone: name, type, and label in the timeline. */
export const rangeFields = {
  status: { cn: '开卡状态', en: 'Availability', as: 'state' },
  stock: { cn: '库存', en: 'Stock', as: 'count' },
  minOpen: { cn: '首充最低', en: 'Minimum first load', as: 'money' },
  maxOpen: { cn: '首充最高', en: 'Maximum first load', as: 'money' },
  minLoad: { cn: '单次充值最低', en: 'Minimum load', as: 'money' },
  perLoadMax: { cn: '单次充值最高', en: 'Maximum load', as: 'money' },
  maxBalance: { cn: '卡余额上限', en: 'Maximum card balance', as: 'money' },
  threeDs: { cn: '3D 验证', en: '3-D Secure', as: 'yes' },
  editAddress: { cn: '可改账单地址', en: 'Address can be edited', as: 'yes' },
  freezeUnpaid: { cn: '月费未付时冻结卡片', en: 'Freeze cards with an unpaid monthly fee', as: 'yes' },
  sceneCn: { cn: '适用场景（中文）', en: 'Use case (Chinese)', as: 'words' },
  sceneEn: { cn: '适用场景（英文）', en: 'Use case (English)', as: 'words' },
  descCn: { cn: '说明（中文）', en: 'Description (Chinese)', as: 'text' },
  descEn: { cn: '说明（英文）', en: 'Description (English)', as: 'text' },
} as const satisfies Record<string, Words & { as: string }>
export type RangeField = keyof typeof rangeFields

export const RangeFigures = z.object({
  status: StateName,
  /** null: limited only by the issuer. */
  stock: z.nullable(z.int().check(z.gte(0), z.lte(10_000_000))),
  minOpen: limit,
  maxOpen: limit,
  minLoad: limit,
  perLoadMax: limit,
  maxBalance: limit,
  threeDs: z.boolean(),
  editAddress: z.boolean(),
  /** After the last try. Otherwise the card goes below zero, and the account owes the fee. */
  freezeUnpaid: z.boolean(),
  sceneCn: words,
  sceneEn: words,
  descCn: text(500),
  descEn: text(500),
} satisfies Record<RangeField, z.ZodMiniType>)
export type RangeFigures = z.infer<typeof RangeFigures>

/** Prices of a range, each of which a posting charges. Amounts in cents, rates in basis points. */
export const priceFields = {
  openFee: { cn: '开卡费', en: 'Opening fee', as: 'money' },
  loadFeeBps: { cn: '充值手续费', en: 'Load fee', as: 'rate' },
  loadFeeMin: { cn: '充值手续费最低', en: 'Minimum load fee', as: 'money' },
  crossBorderBps: { cn: '跨境手续费', en: 'Cross-border fee', as: 'rate' },
  crossBorderMin: { cn: '跨境手续费最低', en: 'Minimum cross-border fee', as: 'money' },
  unloadFee: { cn: '提现手续费', en: 'Withdrawal fee', as: 'money' },
  monthFee: { cn: '卡月费', en: 'Monthly card fee', as: 'money' },
  declineFee: { cn: '拒付手续费', en: 'Decline fee', as: 'money' },
  freeDeclines: { cn: '每月免费拒付次数', en: 'Free declines a month', as: 'count' },
} as const satisfies Record<string, Words & { as: string }>
export type PriceField = keyof typeof priceFields

const fee = z.int().check(z.gte(0), z.lte(100_000))
const rate = z.int().check(z.gte(0), z.lte(3000))
/** In an exception, null means the price of the plan or the list. */
export const PriceFigures = z.object({
  openFee: z.nullable(fee),
  loadFeeBps: z.nullable(rate),
  loadFeeMin: z.nullable(fee),
  crossBorderBps: z.nullable(rate),
  crossBorderMin: z.nullable(fee),
  unloadFee: z.nullable(fee),
  monthFee: z.nullable(fee),
  declineFee: z.nullable(fee),
  /** Counted declines of all cards of the account in a calendar month; each further one costs the fee. */
  freeDeclines: z.nullable(z.int().check(z.gte(0), z.lte(100_000))),
} satisfies Record<PriceField, z.ZodMiniType>)
export type PriceFigures = z.infer<typeof PriceFigures>

const Vid = text(20, 1)
const keysOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]]

export const RangeRow = z.object({
  vid: z.string(),
  issuerId: z.string(),
  bin: z.string(),
  network: z.string(),
  country: z.string(),
  currency: z.string(),
  status: StateName,
  statusText: z.string(),
  stock: z.nullable(z.int()),
  version: z.int(),
  minOpen: Cents,
  maxOpen: Cents,
  price: PriceFigures,
  exceptions: z.int(),
  scheduled: z.int(),
})
export type RangeRow = z.infer<typeof RangeRow>

export const listRangesAtDesk = call({
  on: 'GET /api/operator/range/list',
  title: '卡段列表 Card ranges',
  who: 'staff:product.view',
  input: nothing,
  output: z.object({ list: z.array(RangeRow) }),
  refusals: [],
})

export const showRangeAtDesk = call({
  on: 'GET /api/operator/range/info',
  title: '卡段详情 Card range',
  who: 'staff:product.view',
  input: z.object({ vid: Vid }),
  output: z.extend(RangeRow, {
    figures: RangeFigures,
    /** What its issuer can do. */
    holderMode: z.enum(['FREE', 'VERIFIED']),
    editHolder: Flag,
    partialApproval: Flag,
    /** 0: people file its disputes and enter their outcome. */
    disputesByApi: Flag,
    threeDsText: z.string(),
    issuerCost: Cents,
    /** What each plan charges for a range that it does not price itself; null is the list price. */
    plans: z.array(
      z.object({ groupId: z.string(), name: z.string(), openFee: z.nullable(Cents), loadFeeBps: z.int() }),
    ),
    exceptionList: z.array(z.object({ accountId: z.string(), userNo: z.string(), price: PriceFigures, since: Time })),
    changes: z.array(ProductChange),
    /** `target`: `list`, or the number of the account whose exception it is. */
    waiting: z.array(z.object({ approvalId: z.string(), target: z.string() })),
  }),
  refusals: ['not_found'],
})
export type RangeAtDesk = z.output<typeof showRangeAtDesk.output>

export const changeRange = call({
  on: 'POST /api/operator/range/change',
  title: '修改卡段 Change a range',
  body: 'json',
  who: 'staff:product.make',
  once: true,
  input: z.object({ vid: Vid, change: z.partial(RangeFigures), effectTime, reason, requestNo }),
  output: Changed,
  refusals: ['not_found', 'conflict', 'invalid'],
})

/** Requests a price, which a second approver confirms. Without `userNo` it is the list price. */
export const askPrice = call({
  on: 'POST /api/operator/range/price',
  title: '调整价格 Change a price',
  body: 'json',
  who: 'staff:product.make',
  once: true,
  input: z.object({
    vid: Vid,
    userNo: z.optional(text(20)),
    change: z.partial(PriceFigures),
    effectTime,
    reason,
    requestNo,
  }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'invalid', 'day_cap_reached'],
})

/** `units`: how often the price was charged, or the cents that a rate was charged on; `each`: by how much it changes, if it is the same for all. null: not counted. */
export const PriceEffectLine = z.object({
  field: z.enum(keysOf(priceFields)),
  units: z.nullable(z.int()),
  each: z.nullable(z.int()),
  cents: z.nullable(z.int()),
})
export type PriceEffectLine = z.infer<typeof PriceEffectLine>

/** What a change would have meant in the last 30 days, before it is requested. */
export const priceEffect = call({
  on: 'POST /api/operator/range/effect',
  title: '价格变更影响 Effect of a price change',
  body: 'json',
  who: 'staff:product.view',
  reads: true,
  perMinute: 60,
  input: z.object({ vid: Vid, userNo: z.optional(text(20)), change: z.partial(PriceFigures) }),
  output: z.object({
    days: z.int(),
    lines: z.array(PriceEffectLine),
    total: z.nullable(z.int()),
    /** Accounts that would pay more or less, and those of them with the largest difference. */
    count: z.int(),
    accounts: z.array(z.object({ accountId: z.string(), userNo: z.string(), cents: z.int() })),
    /** Of an opening at the new price; null if the price does not change or what the issuer takes is not known. */
    margin: z.nullable(z.object({ cost: Cents, perOpening: z.int() })),
  }),
  refusals: ['not_found', 'invalid'],
})

/** A programme of an issuer that is not a range of ours yet. */
const OfferedRange = z.object({
  programRef: z.string(),
  bin: z.string(),
  network: z.enum(keysOf<CardNetwork>(cardNetworks)),
  country: z.string(),
  currency: z.string(),
  threeDs: Flag,
  /** Whether ranges can have its country and currency here. */
  usable: Flag,
})
export type OfferedRange = z.infer<typeof OfferedRange>

export const offeredRanges = call({
  on: 'GET /api/operator/range/offered',
  title: '发卡方可添加的卡段 Ranges that issuers offer',
  who: 'staff:product.make',
  perMinute: 30,
  input: nothing,
  output: z.object({
    issuers: z.array(
      z.object({
        issuerId: z.string(),
        /** 0: the issuer does not answer now. */
        answered: Flag,
        holderMode: z.enum(['FREE', 'VERIFIED']),
        editHolder: Flag,
        partialApproval: Flag,
        disputesByApi: Flag,
        threeDsBy: z.enum(keysOf<ThreeDsBy>(threeDsWays)),
        ranges: z.array(OfferedRange),
      }),
    ),
  }),
  refusals: [],
})
export type OfferedIssuer = z.output<typeof offeredRanges.output>['issuers'][number]

/** Countries and currency that ranges can have. */
export const rangeCountries = Object.keys(billingCountries)
export const RANGE_CURRENCY = 'USD'

/**
 * Adds a range, off sale, and requests its list price, which a second approver confirms. It can be put on sale once it has a price. Not `once`: the issuer is
 * asked first, and a range is added once because its name and programme are unique.
 */
export const addRange = call({
  on: 'POST /api/operator/range/add',
  title: '添加卡段 Add a range',
  body: 'json',
  who: 'staff:product.make',
  perMinute: 20,
  input: z.object({
    issuerId: text(40, 1),
    programRef: text(100, 1),
    vid: pattern(/^[A-Z0-9][A-Z0-9-]{2,19}$/, 'range_name'),
    figures: z.omit(RangeFigures, { status: true }),
    price: z.object({
      openFee: fee,
      loadFeeBps: rate,
      loadFeeMin: fee,
      crossBorderBps: rate,
      crossBorderMin: fee,
      unloadFee: fee,
      monthFee: fee,
      declineFee: fee,
      freeDeclines: z.int().check(z.gte(0), z.lte(100_000)),
    } satisfies Record<PriceField, z.ZodMiniType>),
    reason,
  }),
  output: z.object({ vid: z.string(), approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'invalid', 'name_taken', 'issuer_unavailable', 'day_cap_reached'],
})
