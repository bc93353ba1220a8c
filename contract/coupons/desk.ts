/** Coupons at the staff's desk: kinds of them, given to accounts, taken back while unused, and what became of them. */
import * as z from 'zod'
import { call, nothing } from '../core/call.ts'
import { couponTypes, type CouponType } from './coupons.ts'
import {
  Cents,
  cents,
  Flag,
  id,
  listOf,
  pageInput,
  pageOf,
  reading,
  requestNo,
  text,
  Time,
  whole,
  yesNo,
  type Words,
} from '../core/fields.ts'
import { reason } from '../products/products.ts'

/** Above this, what is given at once takes two people. */
export const GIVEN_ALONE_CENTS = 1000_00
const GIVEN_AT_ONCE = 500

const Type = z.enum(Object.keys(couponTypes) as [CouponType, ...CouponType[]])
const TemplateId = id('cpt')

export const givenStates = {
  UNUSED: { cn: '未使用', en: 'Unused' },
  LOCKED: { cn: '使用中', en: 'In use' },
  USED: { cn: '已使用', en: 'Used' },
  EXPIRED: { cn: '已过期', en: 'Expired' },
  REVOKED: { cn: '已撤销', en: 'Revoked' },
} as const satisfies Record<string, Words>
export type GivenState = keyof typeof givenStates
const GivenStateName = z.enum(Object.keys(givenStates) as [GivenState, ...GivenState[]])

export const CouponTemplate = z.object({
  templateId: z.string(),
  name: z.string(),
  nameCn: z.string(),
  nameEn: z.string(),
  type: Type,
  typeText: z.string(),
  /** Cents; of LOAD_OFF basis points off the service fee; of PLAN_DAYS days. */
  value: z.int(),
  minAmount: Cents,
  vids: z.array(z.string()),
  groupIds: z.array(z.string()),
  validDays: z.int(),
  budget: z.int(),
  on: Flag,
  maker: z.string().nullable(),
  createTime: Time,
  given: z.int(),
  unused: z.int(),
  used: z.int(),
  expired: z.int(),
  revoked: z.int(),
  /** What those that were used took off. */
  off: Cents,
})
export type CouponTemplate = z.infer<typeof CouponTemplate>

export const listTemplates = call({
  on: 'GET /api/operator/coupon/list',
  title: '优惠券模板 Coupon templates',
  who: 'staff:product.view',
  input: nothing,
  output: z.object({ list: z.array(CouponTemplate) }),
  refusals: [],
})

export const listGiven = call({
  on: 'GET /api/operator/coupon/given',
  title: '已发放优惠券 Issued coupons',
  who: 'staff:product.view',
  input: z.object({
    ...pageInput,
    templateId: TemplateId,
    status: GivenStateName.optional(),
    userNo: text(20).optional(),
  }),
  output: pageOf(
    z.object({
      couponId: z.string(),
      accountId: z.string(),
      userNo: z.string(),
      status: GivenStateName,
      statusText: z.string(),
      startTime: Time,
      expireTime: Time,
      usedTime: Time.nullable(),
      bizNo: z.string().nullable(),
      off: Cents.nullable(),
      giver: z.string().nullable(),
      why: z.string(),
    }),
    CouponTemplate,
  ),
  refusals: ['not_found'],
})

export const createTemplate = call({
  on: 'POST /api/operator/coupon/create',
  title: '新建优惠券 Create a coupon template',
  who: 'staff:product.make',
  once: true,
  input: z
    .object({
      nameCn: text(30, 1),
      nameEn: text(30, 1),
      type: Type,
      value: whole(0, 100_000_00).default(0),
      minAmount: cents(0, 100_000_00).default(0),
      vids: listOf(text(20, 1), 0, 100).default([]),
      groupIds: listOf(text(40, 1), 0, 20).default([]),
      validDays: whole(1, 730),
      budget: whole(1, 1_000_000),
      reason,
      requestNo,
    })
    .refine(({ type, value }) => type === 'OPEN_FREE' || value > 0, {
      message: 'coupon_value',
      path: ['value'],
      when: reading('type', 'value'),
    })
    .refine(({ type, value }) => type !== 'LOAD_OFF' || value <= 10_000, {
      message: 'coupon_rate',
      path: ['value'],
      when: reading('type', 'value'),
    })
    .refine(({ type, value }) => type !== 'PLAN_DAYS' || value <= 366, {
      message: 'coupon_days',
      path: ['value'],
      when: reading('type', 'value'),
    }),
  output: z.object({ templateId: z.string() }),
  refusals: ['not_found'],
})

export const stopTemplate = call({
  on: 'POST /api/operator/coupon/onOff',
  title: '启停优惠券发放 Stop or resume issuing',
  who: 'staff:product.make',
  once: true,
  input: z.object({ templateId: TemplateId, on: yesNo, reason, requestNo }),
  output: z.object({ on: Flag }),
  refusals: ['not_found'],
})

const userNos = listOf(text(20, 1), 1, GIVEN_AT_ONCE)

/** Nothing happens: who would get one, which numbers are nobody's, and what it may cost at most. */
export const rehearseGiving = call({
  on: 'POST /api/operator/coupon/rehearse',
  title: '发放预检 Preview recipients',
  who: 'staff:product.make',
  input: z.object({ templateId: TemplateId, userNos }),
  output: z.object({
    found: z.array(z.object({ accountId: z.string(), userNo: z.string(), has: z.int() })),
    unknown: z.array(z.string()),
    left: z.int(),
    /** The most that all of them together can take off. */
    most: Cents,
    twoPeople: Flag,
  }),
  refusals: ['not_found'],
})

export const giveCoupon = call({
  on: 'POST /api/operator/coupon/give',
  title: '发放优惠券 Issue coupons',
  who: 'staff:product.make',
  once: true,
  input: z.object({ templateId: TemplateId, userNos, reason, requestNo }),
  output: z.object({ given: z.int(), approvalId: z.string().nullable() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/** Of the accounts named, or of all: what is unused is taken back. What an order holds stays with the order. */
export const revokeCoupons = call({
  on: 'POST /api/operator/coupon/revoke',
  title: '撤销未使用的优惠券 Revoke unused coupons',
  who: 'staff:product.make',
  once: true,
  input: z.object({
    templateId: TemplateId,
    userNos: listOf(text(20, 1), 0, GIVEN_AT_ONCE).default([]),
    reason,
    requestNo,
  }),
  output: z.object({ revoked: z.int() }),
  refusals: ['not_found'],
})
