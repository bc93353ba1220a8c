/** A lock: a card that only one company, merchant or category may charge, by its first purchase or by a brand that its owner names. */
import * as z from 'zod/mini'
import { id, Time, type Words } from '../core/fields.ts'

/** What the first purchase locks to. */
export const lockWays = {
  BRAND: { cn: '首个品牌', en: 'First brand' },
  MERCHANT: { cn: '首个商户', en: 'First merchant' },
  KIND: { cn: '首个商户类型', en: 'First category' },
} as const satisfies Record<string, Words>
export type LockBy = keyof typeof lockWays
const By = z.enum(Object.keys(lockWays) as [LockBy, ...LockBy[]])

/** The part of a document. */
export const Lock = z
  .object({
    by: By,
    /** A brand. Without it, the first purchase locks the card. */
    to: z.optional(id('brd')),
  })
  .check(z.refine(({ by, to }) => to === undefined || by === 'BRAND', { path: ['to'], message: 'lock_brand' }))

/** A brand, a merchant’s ID at the network, or a category code. A merchant without a brand is locked to by its ID. */
export const LockedTo = z.object({
  by: By,
  to: z.string(),
  /** Of a brand and of a merchant. */
  name: z.optional(z.string()),
})
export type LockedTo = z.infer<typeof LockedTo>

/** `ARMED`: the next purchase locks. `PROVISIONAL`: locked by a verification of the card, until a purchase at the same place or the end of a day. */
export const lockStates = {
  ARMED: { cn: '待锁定', en: 'Not locked yet' },
  PROVISIONAL: { cn: '临时锁定', en: 'Locked for now' },
  LOCKED: { cn: '已锁定', en: 'Locked' },
} as const satisfies Record<string, Words>
type LockState = keyof typeof lockStates

/** The lock of a card as it is now. */
export const Locked = z.object({
  state: z.enum(Object.keys(lockStates) as [LockState, ...LockState[]]),
  by: By,
  to: z.optional(z.string()),
  name: z.optional(z.string()),
  /** The purchase that has locked it. */
  since: z.optional(Time),
  /** Until when a verification locks. */
  until: z.optional(Time),
})
export type Locked = z.infer<typeof Locked>
