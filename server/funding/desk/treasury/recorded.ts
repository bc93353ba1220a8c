/** What all movements of the treasury share: the day and the reference are checked, and what was booked is kept once. */
import type { TreasuryMove } from '#contract/funding/desk/treasury.ts'
import { treasuryMoves } from '#contract/funding/desk/treasury.ts'
import type { Words } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { recordStaff, type Decision } from '#server/staff/staff.ts'
import { insertMove, isRecorded, oneTreasuryMove, type MoveFound } from '#server/funding/treasury/queries.ts'
import type { Posted } from '#server/ledger/ledger.ts'

/** Waits for whatever else moves money of the treasury, and refuses a reference that is recorded. */
export async function begin(
  tx: Tx,
  move: TreasuryMove,
  reference: string,
  field: 'reference' | 'txHash' = 'reference',
): Promise<void> {
  await oneTreasuryMove(tx)
  if (await isRecorded(tx, move, reference)) throw refuse('reference_used', { field })
}

type Kept = Pick<
  MoveFound,
  'move' | 'source' | 'reference' | 'value_date' | 'sent_units' | 'got_units' | 'cost_units'
> & { bank_id?: string }

export async function keepMove(
  tx: Tx,
  { bank_id, ...kept }: Kept,
  { transferId, replayed }: Posted,
  content: Words,
  { approvalId, maker, checker, reason }: Decision,
): Promise<void> {
  // Posted under this reference before, by whatever: nothing has moved now.
  if (replayed) throw refuse('reference_used')
  const moveNo = newId('trm')
  await insertMove(tx, {
    ...kept,
    move_no: moveNo,
    bank_id: bank_id ?? null,
    reason,
    maker_id: maker.staffId,
    checker_id: checker.staffId,
    approval_id: approvalId,
    transfer_id: transferId,
  })
  const name = treasuryMoves[kept.move]
  await recordStaff(tx, checker, {
    action: 'MONEY',
    target: kept.reference,
    reason,
    content: { cn: `${name.cn}：${content.cn}`, en: `${name.en}: ${content.en}` },
    after: { moveNo, transferId, ...kept, maker: maker.staffId },
  })
}

export const line = (label: Words, after: string | Words, before: string | null = null) => ({ label, before, after })
