/** Staff calls: kinds of coupons, issuing them to accounts, revoking unused ones, and their usage. */
import * as z from 'zod/mini'
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
  withDefault,
  yesNo,
  type Words,
} from '../core/fields.ts'
import { reason } from '../products/products.ts'

/** Issuing coupons worth more than this in one request takes two people. */
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
  /** Cents; basis points off the service fee for LOAD_OFF; days for PLAN_DAYS. */
  value: z.int(),
  minAmount: Cents,
  vids: z.array(z.string()),
  groupIds: z.array(z.string()),
  validDays: z.int(),
  budget: z.int(),
  on: Flag,
  maker: z.nullable(z.string()),
  createTime: Time,
  given: z.int(),
  unused: z.int(),
  used: z.int(),
  expired: z.int(),
  revoked: z.int(),
  /** The total discount of used coupons. */
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
    status: z.optional(GivenStateName),
    userNo: z.optional(text(20)),
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
      usedTime: z.nullable(Time),
      bizNo: z.nullable(z.string()),
      off: z.nullable(Cents),
      giver: z.nullable(z.string()),
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
      value: withDefault(whole(0, 100_000_00), 0),
      minAmount: withDefault(cents(0, 100_000_00), 0),
      vids: withDefault(listOf(text(20, 1), 0, 100), []),
      groupIds: withDefault(listOf(text(40, 1), 0, 20), []),
      validDays: whole(1, 730),
      budget: whole(1, 1_000_000),
      reason,
      requestNo,
    })
    .check(
      z.refine(({ type, value }) => type === 'OPEN_FREE' || value > 0, {
        message: 'coupon_value',
        path: ['value'],
        when: reading('type', 'value'),
      }),
      z.refine(({ type, value }) => type !== 'LOAD_OFF' || value <= 10_000, {
        message: 'coupon_rate',
        path: ['value'],
        when: reading('type', 'value'),
      }),
      z.refine(({ type, value }) => type !== 'PLAN_DAYS' || value <= 366, {
        message: 'coupon_days',
        path: ['value'],
        when: reading('type', 'value'),
      }),
    ),
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

/** Changes nothing. Returns who would get a coupon, which user numbers are unknown, and the maximum total cost. */
export const rehearseGiving = call({
  on: 'POST /api/operator/coupon/rehearse',
  title: '发放预检 Preview recipients',
  who: 'staff:product.make',
  input: z.object({ templateId: TemplateId, userNos }),
  output: z.object({
    found: z.array(z.object({ accountId: z.string(), userNo: z.string(), has: z.int() })),
    unknown: z.array(z.string()),
    left: z.int(),
    /** The maximum discount of all of them together. */
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
  output: z.object({ given: z.int(), approvalId: z.nullable(z.string()) }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})

/** Revokes unused coupons of the named accounts, or of all. A coupon reserved by an order stays with the order. */
export const revokeCoupons = call({
  on: 'POST /api/operator/coupon/revoke',
  title: '撤销未使用的优惠券 Revoke unused coupons',
  who: 'staff:product.make',
  once: true,
  input: z.object({
    templateId: TemplateId,
    userNos: withDefault(listOf(text(20, 1), 0, GIVEN_AT_ONCE), []),
    reason,
    requestNo,
  }),
  output: z.object({ revoked: z.int() }),
  refusals: ['not_found'],
})
