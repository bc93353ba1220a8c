/** What a charge that is tried supposes to be different from now. Nothing of it is done. */
import * as z from 'zod/mini'
import { LineChange } from '../controls/changeLine.ts'
import { preprocess } from '../core/fields.ts'

const MOST_CHANGES = 10
const MOST_BYTES = 4096

const Shape = z.object({
  /** So much more is on the card, in cents. */
  load: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_00))),
  /** The owner has unfrozen the card. */
  unfreeze: z.optional(z.literal(1)),
  /** The owner has changed these lines of controls, one after another. */
  changes: z.optional(z.array(LineChange).check(z.minLength(1), z.maxLength(MOST_CHANGES))),
})
export type Supposed = z.infer<typeof Shape>

/** In a form, as JSON. */
export const Supposed = preprocess((value) => {
  if (typeof value !== 'string') return value
  if (value.length > MOST_BYTES) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}, Shape)
