/**
 * Controls: what an owner allows on a card. One document holds all of it; it never changes once stored, so a compiled copy of it can never be stale. An absent part limits nothing.
 */
import * as z from 'zod/mini'
import { id, pattern, preprocess, text, type Words } from '../core/fields.ts'
import { merchantGroups, type MerchantGroup } from '../trades/merchantKinds.ts'
import { Lock } from './locks.ts'
import { Window } from './stoppedBy.ts'

const Mcc = pattern(/^\d{4}$/, 'mcc_shape')
const Group = z.enum(Object.keys(merchantGroups) as [MerchantGroup, ...MerchantGroup[]])
const Country = pattern(/^[A-Z]{2}$/, 'country_shape')
const Currency = pattern(/^[A-Z]{3}$/)
const Clock = pattern(/^([01]\d|2[0-3]):[0-5]\d$/)
const between = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))
const some = <T extends z.ZodMiniType>(item: T, most: number, least = 1) =>
  z.array(item).check(z.minLength(least), z.maxLength(most))

/** The most of each: amounts in cents, and how many of a list. */
export const controlBounds = {
  singleMax: 1_000_000_00,
  limits: 8,
  limit: { name: 20, hours: 744, amount: 100_000_000_00, count: 100_000, warnFrom: 50, warnTo: 99 },
  brandIds: 100,
  words: 50,
  kinds: 100,
  countries: 250,
  currencies: 50,
  hours: 14,
  uses: 1000,
  idleFrom: 7,
  idleTo: 365,
} as const

/** `ONLY`: nothing else passes. `NEVER`: everything else passes. */
export const controlModes = {
  ONLY: { cn: '仅允许', en: 'Only' },
  NEVER: { cn: '禁止', en: 'Never' },
} as const satisfies Record<string, Words>
export type ControlMode = keyof typeof controlModes
const Mode = z.enum(Object.keys(controlModes) as [ControlMode, ...ControlMode[]])

/** What a refund does to what is used: nothing, or it is given back. */
export const refundEffects = {
  KEEP: { cn: '退款不恢复额度', en: 'Refunds don’t count' },
  RESTORE: { cn: '退款恢复额度', en: 'Refunds are given back' },
} as const satisfies Record<string, Words>
type RefundEffect = keyof typeof refundEffects

const groupCount = Object.keys(merchantGroups).length

/** Money in cents of USD, or a number of purchases, or both: the first that is reached declines. */
export const Limit = z
  .object({
    /** Given by the writer of the document. Counters go by it, so an edited limit keeps what it has counted. */
    limitId: pattern(/^[a-z0-9]{4,12}$/),
    name: z.optional(text(controlBounds.limit.name)),
    window: Window,
    /** Only of the window `HOURS`. */
    hours: z.optional(between(1, controlBounds.limit.hours)),
    amount: z.optional(between(1, controlBounds.limit.amount)),
    count: z.optional(between(1, controlBounds.limit.count)),
    refunds: z._default(z.enum(Object.keys(refundEffects) as [RefundEffect, ...RefundEffect[]]), 'KEEP'),
    /** Only purchases that match all of these are counted, and only they are stopped. */
    brandIds: z.optional(some(id('brd'), controlBounds.brandIds)),
    groups: z.optional(some(Group, groupCount)),
    countries: z.optional(some(Country, controlBounds.countries)),
    /** From this percentage of it on, the owner is told. */
    warnAt: z.optional(between(controlBounds.limit.warnFrom, controlBounds.limit.warnTo)),
  })
  .check(
    z.refine(({ amount, count }) => amount !== undefined || count !== undefined, {
      path: ['amount'],
      message: 'limit_empty',
    }),
    z.refine(({ window, hours }) => (window === 'HOURS') === (hours !== undefined), {
      path: ['hours'],
      message: 'limit_hours',
    }),
  )
export type Limit = z.infer<typeof Limit>

/** What a use of a card is: a purchase that was approved, until it is reversed or expires; or one that was settled. Either way, purchases that wait to be settled count against the most. */
export const useKinds = {
  APPROVAL: { cn: '批准即计一次', en: 'When approved' },
  CLEARING: { cn: '结算时计一次', en: 'When settled' },
} as const satisfies Record<string, Words>
type UseKind = keyof typeof useKinds

/** What happens to a card that is used up. It is closed once all uses are settled, so none of them can come back. */
export const usesEnds = {
  FREEZE: { cn: '停用卡片', en: 'Keep the card, stopped' },
  CLOSE: { cn: '自动销卡，余额退回钱包', en: 'Delete the card, money to the wallet' },
} as const satisfies Record<string, Words>
type UsesEnd = keyof typeof usesEnds

/** Only of a card: how many purchases it is for. */
const Uses = z.object({
  max: between(1, controlBounds.uses),
  per: z.enum(Object.keys(useKinds) as [UseKind, ...UseKind[]]),
  then: z.enum(Object.keys(usesEnds) as [UsesEnd, ...UsesEnd[]]),
})
export type Uses = z.infer<typeof Uses>

/** Outside of these times a purchase is declined. `from` later than `to`: over midnight. Days: 1 is Monday. */
const Hours = z.object({ days: some(between(1, 7), 7), from: Clock, to: Clock })

const Instant = between(1, 4_102_444_800_000)
const Life = z
  .object({
    closeAt: z.optional(Instant),
    freezeAt: z.optional(Instant),
    thawAt: z.optional(Instant),
    idleDays: z.optional(between(controlBounds.idleFrom, controlBounds.idleTo)),
  })
  .check(
    z.refine((life) => Object.values(life).some((part) => part !== undefined), {
      path: ['closeAt'],
      message: 'life_empty',
    }),
    z.refine(({ freezeAt, thawAt }) => freezeAt === undefined || thawAt === undefined || freezeAt < thawAt, {
      path: ['thawAt'],
      message: 'life_order',
    }),
  )

export const Controls = z.object({
  /** The most that one purchase may cost, in cents. */
  singleMax: z.optional(between(1, controlBounds.singleMax)),
  limits: z.optional(
    some(Limit, controlBounds.limits).check(
      z.refine((limits) => new Set(limits.map(({ limitId }) => limitId)).size === limits.length, 'limit_twice'),
    ),
  ),
  /** Companies of the catalogue, and words that are looked for in the descriptor, in either case. */
  brands: z.optional(
    z
      .object({
        mode: Mode,
        brandIds: z.optional(some(id('brd'), controlBounds.brandIds)),
        words: z.optional(some(text(40, 2), controlBounds.words)),
      })
      .check(
        z.refine(({ brandIds, words }) => brandIds !== undefined || words !== undefined, {
          path: ['brandIds'],
          message: 'brands_empty',
        }),
      ),
  ),
  /** Groups of categories, single categories, or both. */
  kinds: z.optional(
    z
      .object({
        mode: Mode,
        groups: z.optional(some(Group, groupCount)),
        mccs: z.optional(some(Mcc, controlBounds.kinds)),
      })
      .check(
        z.refine(({ groups, mccs }) => groups !== undefined || mccs !== undefined, {
          path: ['mccs'],
          message: 'kinds_empty',
        }),
      ),
  ),
  countries: z.optional(z.object({ mode: Mode, codes: some(Country, controlBounds.countries) })),
  currencies: z.optional(z.object({ mode: Mode, codes: some(Currency, controlBounds.currencies) })),
  /** No purchases in shops and at machines. */
  online: z.optional(z.literal('ONLY')),
  hours: z.optional(some(Hours, controlBounds.hours)),
  /** Only of a card: when it is closed, frozen and unfrozen, and after how many days without a purchase it is frozen. */
  life: z.optional(Life),
  /** Judged with every purchase, and enforced never: what it would have declined is counted, and said with the purchase. */
  mode: z.optional(z.literal('WATCH')),
  /** Of cards only: nothing passes but what the card is locked to. */
  lock: z.optional(Lock),
  uses: z.optional(Uses),
  /** Set by the parent account: the sub-account that has the card may not change it. */
  pinned: z.optional(z.literal(1)),
})
export type Controls = z.infer<typeof Controls>
/** The longest document, as JSON. */
const CONTROLS_BYTES = 8 * 1024

/** What a form sends as JSON. */
export const asJson = <T extends z.ZodMiniType>(schema: T): T =>
  preprocess((value) => {
    if (typeof value !== 'string') return value
    if (new TextEncoder().encode(value).length > CONTROLS_BYTES) return undefined
    try {
      return JSON.parse(value) as unknown
    } catch {
      return undefined
    }
  }, schema)

/** Whether a document limits nothing: saving it removes the controls. */
export const isEmpty = ({ mode: _, ...parts }: Controls): boolean =>
  Object.values(parts).every((part) => part === undefined)
