/** Rate plans: prices and entitlements. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'
import { couponId } from '../coupons/coupons.ts'
import { Cents, id, requestNo, text, Time, whole, withDefault } from '../core/fields.ts'

const planCodes = {
  BASIC: { cn: '基础版', en: 'Basic' },
  STANDARD: { cn: '标准版', en: 'Standard' },
  PRO: { cn: '专业版', en: 'Pro' },
  ENTERPRISE: { cn: '企业版', en: 'Enterprise' },
  PARTNER: { cn: '合伙人', en: 'Partner' },
} as const
/** The initial plans. Staff create more, with codes of their own. */
export type PlanCode = keyof typeof planCodes

export const planActions = {
  BUY: { cn: '购买', en: 'Buy' },
  STACK: { cn: '续期', en: 'Extend' },
  UPGRADE: { cn: '升级', en: 'Upgrade' },
  NONE: { cn: '不可用', en: 'Not available' },
  CONTACT: { cn: '联系客服', en: 'Contact us' },
} as const

export const enums = { planAction: planActions, planCode: planCodes }

export const Benefits = z.object({
  /** Discount on the list opening fee, in basis points. */
  openFeeOff: z.int(),
  /** Opening fee in cents by card range (`vid`); `default` for every other range. Absent: the list price. */
  openFee: z.record(z.string(), z.int()),
  loadFeeBps: z.int(),
  /** Always 0: no plan discounts the top-up fee. */
  topupFeeOffBps: z.literal(0),
  maxCards: z.int(),
  batchMax: z.int(),
  freeSubSeats: z.int(),
  seatPriceMonth: z.int(),
  maxSubSeats: z.int(),
  /** Empty: every range. */
  rangeVids: z.array(z.string()),
  perLoadMax: z.int(),
  supportLevel: z.string(),
})
export type Benefits = z.infer<typeof Benefits>

export const Privilege = z.object({
  groupId: z.string(),
  /** One of `planCodes`, or the code of a plan created by staff. */
  code: z.string(),
  name: z.string(),
  level: z.int(),
  startTime: Time,
  /** null: it does not expire. */
  expireTime: z.nullable(Time),
  remainDays: z.int(),
  source: z.enum(['BUY', 'GIFT', 'STAFF']),
  benefits: Benefits,
  usage: z.object({ cards: z.int(), subSeats: z.int() }),
  next: z.nullable(z.object({ groupId: z.string(), name: z.string() })),
})

export const privilege = call({
  on: 'GET /api/user/userPrivilege',
  title: '用户权益 Benefits of the current plan',
  who: 'member',
  input: nothing,
  output: Privilege,
  refusals: [],
})

/** Discount for buying several months in one purchase, in basis points. */
export const bundles = [
  { n: 1, discountBps: 0 },
  { n: 3, discountBps: 500 },
  { n: 6, discountBps: 1000 },
  { n: 12, discountBps: 2000 },
] as const
/** Returns the discount for a number of months. */
export const discountFor = (months: number): number => bundles.findLast(({ n }) => n <= months)!.discountBps

const PlanAction = z.enum(['BUY', 'STACK', 'UPGRADE', 'NONE', 'CONTACT'])

const Plan = z.object({
  groupId: z.string(),
  code: Privilege.shape.code,
  name: z.string(),
  level: z.int(),
  priceMonth: Cents,
  periodDays: z.int(),
  months: z.array(z.object({ n: z.int(), discountBps: z.int() })),
  benefits: Benefits,
  purchaseMode: z.enum(['NONE', 'SELF', 'CONTACT']),
  current: z.boolean(),
  action: PlanAction,
  /** Why not, in words. */
  reason: z.optional(z.string()),
})

export const listPlans = call({
  on: 'GET /api/group/list',
  title: '套餐列表与可做的操作 Rate plans, with what the account can do with each',
  who: 'parent',
  input: nothing,
  output: z.array(Plan),
  refusals: [],
})

/** A line of the price; negative if subtracted. */
const PriceLine = z.object({
  key: z.enum(['list', 'bundle', 'charge', 'credit', 'coupon']),
  label: z.string(),
  amount: Cents,
})

const chosen = { groupId: text(40, 1), months: withDefault(whole(1, 12), 1), couponId }

export const pricePlan = call({
  on: 'POST /api/group/openAmount',
  title: '套餐报价：购买、叠加或升级 Quote a plan: buy, stack or upgrade',
  who: 'parent',
  action: 'plan',
  input: z.object(chosen),
  output: z.object({
    quoteId: z.string(),
    expireTime: Time,
    action: z.enum(['BUY', 'STACK', 'UPGRADE']),
    listPrice: Cents,
    /** For an upgrade: the value of the unused days of the current plan. */
    credit: Cents,
    couponOff: Cents,
    payable: Cents,
    /** For an upgrade: the remaining days. */
    remainDays: z.int(),
    newExpireTime: Time,
    lines: z.array(PriceLine),
    walletBalance: Cents,
    enough: z.boolean(),
  }),
  refusals: ['not_found', 'plan_downgrade', 'plan_by_service', 'coupon_unusable'],
})

export const buyPlan = call({
  on: 'GET /api/group/open',
  title: '购买、叠加或升级套餐 Buy, stack or upgrade a plan',
  who: 'parent',
  action: 'plan',
  changes: true,
  once: true,
  input: z.object({ ...chosen, quoteId: z.optional(id('quo')), requestNo }),
  output: z.object({
    orderNo: z.string(),
    action: z.enum(['BUY', 'STACK', 'UPGRADE']),
    paid: Cents,
    startTime: Time,
    expireTime: Time,
  }),
  refusals: [
    'not_found',
    'plan_downgrade',
    'plan_by_service',
    'coupon_unusable',
    'insufficient_wallet',
    'quote_expired',
    'quote_changed',
  ],
})

export const comparePlans = call({
  on: 'GET /api/group/compare',
  title: '套餐对比（近 90 天） Compare plans by the last 90 days',
  who: 'parent',
  input: nothing,
  output: z.object({
    days: z.int(),
    /** The account's actual usage. */
    opened: z.int(),
    loaded: Cents,
    paidFees: Cents,
    paidPlan: Cents,
    plans: z.array(
      z.object({
        groupId: z.string(),
        name: z.string(),
        openFees: Cents,
        loadFees: Cents,
        planPrice: Cents,
        total: Cents,
        cheapest: z.boolean(),
        /** Too small for the account's usage: too many cards. */
        tooSmall: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})
