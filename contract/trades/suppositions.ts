/** What a charge that is tried supposes to be different from now. Nothing of it is done. */
import * as z from 'zod/mini'
import { asJson } from '../controls/documents.ts'
import { LineChange } from '../controls/lineChange.ts'
import { cents } from '../core/fields.ts'

const MOST_CHANGES = 10

/** In a form, as JSON. */
export const Supposed = asJson(
  z.object({
    /** So much more is on the card. */
    load: z.optional(cents()),
    /** The owner has unfrozen the card. */
    unfreeze: z.optional(z.literal(1)),
    /** The owner has changed these lines of controls, one after another. */
    changes: z.optional(z.array(LineChange).check(z.maxLength(MOST_CHANGES))),
  }),
)
export type Supposed = z.infer<typeof Supposed>
