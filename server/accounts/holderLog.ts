import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { record } from '../audit/audit.ts'
import type { Tx } from '../core/db.ts'

/** Record in the account holder's own log what staff did and who; address and device are left out. */
export const writeToHolder = (
  tx: Tx,
  staff: { readonly name: string },
  accountId: string,
  {
    type = 'STAFF',
    target,
    content,
    amount,
  }: { type?: 'STAFF' | 'CLOSE' | 'FUNDS'; target: string; content: Words; amount?: Cents },
): Promise<void> =>
  record(
    tx,
    { accountId, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } },
    { type, target, content, ...(amount !== undefined && { amount }) },
  )
