/** How an authorization names the control that stopped it. Apart from the documents, because every list of transactions reads it. */
import * as z from 'zod/mini'
import type { Words } from '../core/fields.ts'
import { LockedTo } from './locks.ts'

/** Calendar windows are of the account's time zone, and weeks begin on Monday. `HOURS`: the last so many. `ALL`: from when the limit was set. */
export const limitWindows = {
  DAY: { cn: '每日', en: 'A day' },
  WEEK: { cn: '每周', en: 'A week' },
  MONTH: { cn: '每月', en: 'A month' },
  QUARTER: { cn: '每季', en: 'A quarter' },
  YEAR: { cn: '每年', en: 'A year' },
  ALL: { cn: '累计', en: 'In total' },
  HOURS: { cn: '滚动小时', en: 'Last hours' },
} as const satisfies Record<string, Words>
export type LimitWindow = keyof typeof limitWindows
export const Window = z.enum(Object.keys(limitWindows) as [LimitWindow, ...LimitWindow[]])

/** The parts of a document, in the order in which they are asked, as an authorization names what stopped it. */
export const controlLines = [
  'uses',
  'brands',
  'kinds',
  'online',
  'countries',
  'currencies',
  'hours',
  'singleMax',
  'lock',
  'limits',
] as const
export type ControlLine = (typeof controlLines)[number]
export const ControlLine = z.enum(controlLines)

/** What a document applies to, in the order in which they are asked. */
export const controlScopes = {
  CARD: { cn: '卡片', en: 'Card' },
  GROUP: { cn: '卡片分组', en: 'Card group' },
  SUB: { cn: '子账户', en: 'Sub-account' },
  ACCOUNT: { cn: '账户', en: 'Account' },
} as const satisfies Record<string, Words>
export type ControlScope = keyof typeof controlScopes
export const Scope = z.enum(Object.keys(controlScopes) as [ControlScope, ...ControlScope[]])

/** Which control of the owner stopped a purchase. Of a limit also: what was left of it, in cents or purchases, and when it renews; null: never. */
export const StoppedBy = z.object({
  scope: Scope,
  scopeId: z.string(),
  controlNo: z.int(),
  line: ControlLine,
  limitId: z.optional(z.string()),
  name: z.optional(z.string()),
  window: z.optional(Window),
  left: z.optional(z.int()),
  countLeft: z.optional(z.int()),
  resetTime: z.optional(z.nullable(z.int())),
  /** It only watches: the purchase has passed. */
  watched: z.optional(z.literal(1)),
  /** Of a lock: what the card is locked to. */
  lock: z.optional(LockedTo),
})
export type StoppedBy = z.infer<typeof StoppedBy>
