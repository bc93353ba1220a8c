import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'

/** What staff did stands in the account holder's own log, with who it was; their address and device are left out. */
export const writeToHolder = (
  tx: Tx,
  staff: { readonly name: string },
  accountId: string,
  {
    type = 'STAFF',
    target,
    content,
    amount,
  }: { type?: 'STAFF' | 'CLOSE'; target: string; content: Words; amount?: Cents },
): Promise<void> =>
  record(
    tx,
    { accountId, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } },
    { type, target, content, ...(amount !== undefined && { amount }) },
  )
