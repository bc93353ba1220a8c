import type * as contract from '#contract/disputes/desk.ts'
import { mayMove } from '#contract/disputes/disputes.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { endUndecided, lockWithMoney, takenByIssuer } from '../closing.ts'
import { fileLater } from '../issuer/fileAtIssuer.ts'
import type { Locked } from '../money.ts'
import { disputeAtDesk, updateDispute } from '../queries.ts'
import { isByApi } from './lists.ts'

async function locked(tx: Tx, disputeId: string): Promise<Locked> {
  const seen = await disputeAtDesk(tx, disputeId)
  if (!seen) throw refuse('not_found')
  return (await lockWithMoney(tx, seen))!
}

/** By the issuer's API in the background; a person who has filed it elsewhere gives the issuer's reference. */
export const fileDispute: Answer<typeof contract.fileDispute> = async (staff, { disputeId, reference }, tx) => {
  const found = await locked(tx, disputeId)
  const { dispute } = found
  if (!mayMove('file', dispute.state) || dispute.filing_at !== null) throw refuse('conflict')
  const byApi = isByApi(dispute.issuer_id)
  if (!byApi && reference === undefined)
    throw refuse('invalid', { field: 'reference', msg: checks.bank_reference[staff.from.lang] })
  await updateDispute(tx, dispute, { filing_at: now() })
  if (byApi) await fileLater(tx, dispute)
  else await takenByIssuer(tx, found, 'STAFF', reference!)
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: disputeId,
    accountId: dispute.account_id,
    content: { cn: '争议提交发卡行', en: 'Dispute submitted to the issuer' },
    after: { issuerId: dispute.issuer_id, ...(!byApi && { reference }) },
  })
  return { state: byApi ? 'SUBMITTED' : 'IN_PROGRESS' }
}

/** Only while it is certain that the issuer does not have it. */
export const rejectDispute: Answer<typeof contract.rejectDispute> = async (staff, { disputeId, reason }, tx) => {
  const found = await locked(tx, disputeId)
  const { dispute } = found
  if (!mayMove('reject', dispute.state) || dispute.filing_at !== null) throw refuse('dispute_at_issuer')
  const said = { cn: `不符合争议条件：${reason}`, en: `Doesn’t qualify for a dispute: ${reason}` }
  await endUndecided(tx, found, { state: 'CANCELED', why: 'BY_STAFF', by: 'STAFF', said })
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: disputeId,
    accountId: dispute.account_id,
    reason,
    content: { cn: '退回争议', en: 'Dispute rejected' },
    before: { state: 'SUBMITTED' },
    after: { state: 'CANCELED' },
  })
  return { state: 'CANCELED' }
}
