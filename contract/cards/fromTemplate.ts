/** What calls that open cards take from a template. */
import * as z from 'zod/mini'
import { Document } from '../controls/controls.ts'
import { TemplateId } from '../controls/templates.ts'
import { reading, text } from '../core/fields.ts'

export const fromTemplate = {
  /** Cards get its controls, and its segment, amount, group, tags and remark where they are not sent. `{n}` in the remark becomes the number of the card, from 1. */
  templateId: z.optional(TemplateId),
  /** In place of the template's, as JSON; `{}`: none. */
  controls: z.optional(Document),
}

/** A segment and an amount can come from a template only. */
export const segmentAndAmount = z.superRefine<{
  templateId?: string | undefined
  vid?: string | undefined
  rechargeAmount?: number | undefined
}>(
  (input, context) => {
    if (input.templateId !== undefined) return
    for (const field of ['vid', 'rechargeAmount'] as const)
      if (input[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'required' })
  },
  { when: reading('vid', 'rechargeAmount') },
)

/** The sub-account that new cards belong to from the start. Only the parent may name one; it pays, so the sub-account's budget is not used. */
export const forSub = { subUid: z.optional(text(40, 1)) }
