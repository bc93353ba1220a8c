/** Coupons: what each reduces a price by, where it can be used, and which ones a person has. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { Cents, cents, pageInput, pageOf, text, Time, whole, withDefault, type Words } from '../core/fields.ts'

/** `of`: the actions that a coupon of this type applies to. */
export const couponTypes = {
  OPEN_OFF: { cn: '开卡费立减', en: 'Opening fee discount', of: ['OPEN', 'BATCH_OPEN'] },
  OPEN_FREE: { cn: '免开卡费', en: 'Opening fee waived', of: ['OPEN', 'BATCH_OPEN'] },
  LOAD_OFF: { cn: '充值手续费折扣', en: 'Load fee discount', of: ['RECHARGE'] },
  PLAN_OFF: { cn: '套餐立减', en: 'Plan discount', of: ['PLAN'] },
  PLAN_DAYS: { cn: '赠送时长', en: 'Extra plan days', of: ['PLAN'] },
} as const satisfies Record<string, Words & { of: readonly CouponScene[] }>
export type CouponType = keyof typeof couponTypes
const CouponType = z.enum(Object.keys(couponTypes) as [CouponType, ...CouponType[]])

const couponScenes = ['OPEN', 'BATCH_OPEN', 'RECHARGE', 'PLAN'] as const
export type CouponScene = (typeof couponScenes)[number]

export const couponStatuses = {
  UNUSED: { cn: '未使用', en: 'Unused' },
  USED: { cn: '已使用', en: 'Used' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
} as const satisfies Record<string, Words>
export type CouponStatus = keyof typeof couponStatuses
const CouponStatus = z.enum(Object.keys(couponStatuses) as [CouponStatus, ...CouponStatus[]])

export const enums = { couponType: couponTypes, couponStatus: couponStatuses }

/** Identifies a coupon in another call. */
export const couponId = z.optional(text(40))

export const listCoupons = call({
  on: 'GET /api/coupon/list',
  title: '我的优惠券 Coupons of the account',
  who: 'parent',
  input: z.object({ ...pageInput, status: z.optional(CouponStatus), type: z.optional(CouponType) }),
  output: pageOf(
    z.object({
      couponId: z.string(),
      name: z.string(),
      type: CouponType,
      typeText: z.string(),
      /** Cents; basis points for LOAD_OFF, days for PLAN_DAYS. */
      value: z.int(),
      minAmount: Cents,
      /** Empty: valid everywhere. */
      scope: z.object({ vids: z.array(z.string()), groupIds: z.array(z.string()) }),
      startTime: Time,
      expireTime: Time,
      status: CouponStatus,
      usedTime: z.nullable(Time),
      bizNo: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

export const usableCoupons = call({
  on: 'POST /api/coupon/enum',
  title: '可用优惠券与优惠金额 Applicable coupons, with the discount of each',
  who: 'card:open',
  input: z.object({
    scene: z.enum(couponScenes),
    vid: z.optional(text(20)),
    /** For OPEN, BATCH_OPEN and RECHARGE: the amount loaded onto the card. */
    amount: z.optional(cents()),
    groupId: z.optional(text(40)),
    num: withDefault(whole(1, 200), 1),
    /** PLAN only. */
    months: withDefault(whole(1, 12), 1),
  }),
  output: z.array(
    z.object({
      couponId: z.string(),
      name: z.string(),
      type: CouponType,
      off: Cents,
      /** PLAN_DAYS only. */
      days: z.int(),
      expireTime: Time,
      best: z.boolean(),
    }),
  ),
  refusals: [],
})
