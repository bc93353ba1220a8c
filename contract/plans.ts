/** Rate plans: what they cost and what they give. */
import * as z from 'zod'
import { call, nothing } from './call.ts'
import { Time } from './fields.ts'

export const planCodes = {
  BASIC: { cn: '基础版', en: 'Basic' },
  STANDARD: { cn: '标准版', en: 'Standard' },
  PRO: { cn: '专业版', en: 'Pro' },
  ENTERPRISE: { cn: '企业版', en: 'Enterprise' },
  PARTNER: { cn: '合伙人', en: 'Partner' },
} as const
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
  /** Off the list price of opening, in basis points. */
  openFeeOff: z.int(),
  /** Opening fee in cents by card range (`vid`); `default` for every range that is not named. Absent: the list price. */
  openFee: z.record(z.string(), z.int()),
  loadFeeBps: z.int(),
  topupFeeOffBps: z.int(),
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
  code: z.enum(['BASIC', 'STANDARD', 'PRO', 'ENTERPRISE', 'PARTNER']),
  name: z.string(),
  level: z.int(),
  startTime: Time,
  /** null: it does not expire. */
  expireTime: Time.nullable(),
  remainDays: z.int(),
  source: z.enum(['BUY', 'GIFT', 'STAFF']),
  benefits: Benefits,
  usage: z.object({ cards: z.int(), subSeats: z.int() }),
  next: z.object({ groupId: z.string(), name: z.string() }).nullable(),
})

export const privilege = call({
  on: 'GET /api/user/userPrivilege',
  title: '用户权益 What my plan gives',
  who: 'member',
  input: nothing,
  output: Privilege,
  refusals: [],
})
