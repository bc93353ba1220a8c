/** Staff calls: plans, with prices and entitlements in versions, and plans assigned by contract. */
import * as z from 'zod/mini'
import { call, nothing } from '#contract/core/call.ts'
import { cents, requestNo, text, Time, whole, type Words } from '#contract/core/fields.ts'
import { Privilege } from '../plans.ts'
import { Asked, effectTime, ProductChange, reason } from '#contract/products/products.ts'

export const saleModes = {
  SELF: { cn: '自助购买', en: 'On sale' },
  CONTACT: { cn: '签约开通', en: 'By contract' },
  NONE: { cn: '停售', en: 'Off sale' },
} as const satisfies Record<string, Words>
export type SaleMode = keyof typeof saleModes
export const supportLevels = {
  standard: { cn: '标准支持', en: 'Standard' },
  priority: { cn: '优先支持', en: 'Priority' },
  dedicated: { cn: '专属支持', en: 'Dedicated' },
} as const satisfies Record<string, Words>
type SupportLevel = keyof typeof supportLevels

export const planFields = {
  saleMode: { cn: '销售方式', en: 'Availability', as: 'sale' },
  nameCn: { cn: '名称（中文）', en: 'Name (Chinese)', as: 'text' },
  nameEn: { cn: '名称（英文）', en: 'Name (English)', as: 'text' },
  priceMonth: { cn: '月费', en: 'Monthly price', as: 'money' },
  openFee: { cn: '开卡费', en: 'Opening fee', as: 'money' },
  loadFeeBps: { cn: '充值手续费', en: 'Load fee', as: 'rate' },
  maxCards: { cn: '卡片上限', en: 'Card limit', as: 'count' },
  batchMax: { cn: '单批上限', en: 'Cards per batch', as: 'count' },
  freeSeats: { cn: '赠送席位', en: 'Free seats', as: 'count' },
  maxSeats: { cn: '席位上限', en: 'Maximum seats', as: 'count' },
  seatPrice: { cn: '席位月费', en: 'Seat price', as: 'money' },
  perLoadMax: { cn: '单次充值上限', en: 'Maximum load', as: 'money' },
  rebateBonusBps: { cn: '返佣加成', en: 'Commission bonus', as: 'rate' },
  supportLevel: { cn: '支持级别', en: 'Support', as: 'support' },
} as const satisfies Record<string, Words & { as: string }>
export type PlanField = keyof typeof planFields

const money = z.int().check(z.gte(0), z.lte(100_000_000_00))
const rate = z.int().check(z.gte(0), z.lte(3000))
const many = z.int().check(z.gte(0), z.lte(1_000_000))
export const PlanFigures = z.object({
  saleMode: z.enum(Object.keys(saleModes) as [SaleMode, ...SaleMode[]]),
  nameCn: text(20, 1),
  nameEn: text(20, 1),
  priceMonth: money,
  /** null: the list price of each range. */
  openFee: z.nullable(z.int().check(z.gte(0), z.lte(100_000))),
  loadFeeBps: rate,
  maxCards: many,
  batchMax: z.int().check(z.gte(1), z.lte(200)),
  freeSeats: many,
  maxSeats: many,
  seatPrice: money,
  perLoadMax: money,
  rebateBonusBps: rate,
  supportLevel: z.enum(Object.keys(supportLevels) as [SupportLevel, ...SupportLevel[]]),
} satisfies Record<PlanField, z.ZodMiniType>)
export type PlanFigures = z.infer<typeof PlanFigures>

const GroupId = text(40, 1)

export const PlanAtDesk = z.object({
  groupId: z.string(),
  code: Privilege.shape.code,
  name: z.string(),
  level: z.int(),
  version: z.int(),
  figures: PlanFigures,
  /** Accounts on this plan now, by the version of their terms. */
  holders: z.array(z.object({ version: z.int(), accounts: z.int() })),
  scheduled: z.int(),
})
export type PlanAtDesk = z.infer<typeof PlanAtDesk>

export const listPlansAtDesk = call({
  on: 'GET /api/operator/plan/list',
  title: '套餐列表 Plans',
  who: 'staff:product.view',
  input: nothing,
  output: z.object({ list: z.array(PlanAtDesk) }),
  refusals: [],
})

export const showPlanAtDesk = call({
  on: 'GET /api/operator/plan/info',
  title: '套餐详情 Plan',
  who: 'staff:product.view',
  input: z.object({ groupId: GroupId }),
  output: z.extend(PlanAtDesk, {
    changes: z.array(ProductChange),
    waiting: z.array(z.object({ approvalId: z.string(), target: z.string() })),
    /** Assigned by staff, newest first. */
    given: z.array(
      z.object({ accountId: z.string(), userNo: z.string(), startTime: Time, expireTime: Time, version: z.int() }),
    ),
  }),
  refusals: ['not_found'],
})

/** Creates a plan right above another, with its terms, off sale: customers don't see it until a second approver puts it on sale. */
export const createPlan = call({
  on: 'POST /api/operator/plan/create',
  title: '新建套餐 Create a plan',
  who: 'staff:product.make',
  once: true,
  input: z.object({ likeGroupId: GroupId, nameCn: text(20, 1), nameEn: text(20, 1), reason, requestNo }),
  output: z.object({ groupId: z.string() }),
  refusals: ['not_found', 'name_taken', 'invalid'],
})

/** Requests a change, which a second approver confirms. Existing subscribers keep their terms. */
export const askPlanChange = call({
  on: 'POST /api/operator/plan/change',
  title: '修改套餐 Change a plan',
  body: 'json',
  who: 'staff:product.make',
  once: true,
  input: z.object({ groupId: GroupId, change: z.partial(PlanFigures), effectTime, reason, requestNo }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'invalid', 'day_cap_reached'],
})

/** Requests a plan for an account, which a second approver confirms. The price, if any, is charged to the wallet at that time. */
export const askPlanFor = call({
  on: 'POST /api/operator/plan/assign',
  title: '为账户开通套餐 Assign a plan to an account',
  who: 'staff:product.make',
  once: true,
  input: z.object({
    groupId: GroupId,
    userNo: text(20, 1),
    months: whole(1, 36),
    price: cents(0, 10_000_000_00),
    reason,
    requestNo,
  }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'plan_downgrade', 'invalid', 'day_cap_reached'],
})
