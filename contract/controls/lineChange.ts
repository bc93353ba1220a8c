/** A change of one line of controls. Apart from what makes it (changeLine.ts), because every page with cards has this shape. */
import * as z from 'zod/mini'
import { cents, text } from '../core/fields.ts'
import { ControlLine, Scope } from './stoppedBy.ts'

export const LineChange = z.object({
  scope: Scope,
  /** The card, group, sub-account or account. */
  scopeId: text(40, 1),
  line: ControlLine,
  limitId: z.optional(text(12)),
  /** Of a limit or the maximum purchase: the new amount. */
  amount: z.optional(cents()),
  /** Of a list: a country, a currency, a category or a brand that is allowed from now on. Without either, the line is removed. */
  allow: z.optional(text(40, 1)),
})
export type LineChange = z.infer<typeof LineChange>
