/** Staff calls: card ranges, with their limits, texts and prices. */
import * as z from 'zod/mini'
import { call, nothing } from '#contract/core/call.ts'
import { Cents, requestNo, text, Time, type Words } from '#contract/core/fields.ts'
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
} satisfies Record<PriceField, z.ZodMiniType>)
export type PriceFigures = z.infer<typeof PriceFigures>

const Vid = text(20, 1)

export const RangeRow = z.object({
  vid: z.string(),
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
