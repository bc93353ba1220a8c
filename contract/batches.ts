/** Batches: many cards opened, loaded or deleted at once, and how far that has come. */
import * as z from 'zod'
import { addressFields, holderName } from './addresses.ts'
import { cents, text, whole } from './fields.ts'

/** One card of a batch opening, spelled out: what a line of an Excel file says. */
export const OpeningRow = z.object({
  /** Its number for people: the line of the file. Each once. */
  row: whole(1, 100_000),
  vid: text(20, 1),
  rechargeAmount: cents(),
  firstName: holderName,
  lastName: holderName,
  ...addressFields,
  remark: text(50).optional(),
})
export type OpeningRow = z.output<typeof OpeningRow>
