/** Coupons: what takes something off a price, where it may be used, and which are the person's own. */
import * as z from 'zod'
import { call } from '../core/call.ts'
import { Cents, cents, pageInput, pageOf, text, Time, whole, type Words } from '../core/fields.ts'

/** `of`: where a coupon of the type may be used. */
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

/** Names a coupon in another call. */
export const couponId = text(40).optional()

export const listCoupons = call({
  on: 'GET /api/coupon/list',
  title: '我的优惠券 Coupons of the account',
  who: 'parent',
  input: z.object({ ...pageInput, status: CouponStatus.optional(), type: CouponType.optional() }),
  output: pageOf(
    z.object({
      couponId: z.string(),
      name: z.string(),
      type: CouponType,
      typeText: z.string(),
      /** Cents; of LOAD_OFF basis points, of PLAN_DAYS days. */
      value: z.int(),
      minAmount: Cents,
      /** Empty: everywhere. */
      scope: z.object({ vids: z.array(z.string()), groupIds: z.array(z.string()) }),
      startTime: Time,
      expireTime: Time,
      status: CouponStatus,
      usedTime: Time.nullable(),
      bizNo: z.string().nullable(),
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
    vid: text(20).optional(),
    /** Of OPEN, BATCH_OPEN and RECHARGE what goes onto the card. */
    amount: cents().optional(),
    groupId: text(40).optional(),
    num: whole(1, 200).default(1),
    /** Of PLAN. */
    months: whole(1, 12).default(1),
  }),
  output: z.array(
    z.object({
      couponId: z.string(),
      name: z.string(),
      type: CouponType,
      off: Cents,
      /** Of PLAN_DAYS. */
      days: z.int(),
      expireTime: Time,
      best: z.boolean(),
    }),
  ),
  refusals: [],
})
