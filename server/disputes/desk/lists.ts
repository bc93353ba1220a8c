import type * as contract from '#contract/disputes/desk.ts'
import type { DeskDispute } from '#contract/disputes/desk.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { recordView } from '#server/accounts/accounts.ts'
import { recordSeen } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { holdersOf } from '#server/identity/identity.ts'
import { outside } from '#server/outside/outside.ts'
import { reveal, waitingByLane } from '#server/staff/staff.ts'
import { disputesShown, stepsShown } from '../lists.ts'
import { pictureOf } from '../making/evidence.ts'
import { deskPage, disputeAtDesk, evidenceById, recordsOf, type DisputeRow } from '../queries.ts'

/** Whether the issuer takes disputes by its API. */
export const isByApi = (issuerId: string): boolean => outside.issuers.get(issuerId)?.disputes !== undefined

export const deskDisputes: Answer<typeof contract.deskDisputes> = async ({ from: { lang } }, input) => {
  const { scope, pageNo, pageSize } = input
  const { rows, count } = await deskPage(db, { scope, pageNo, pageSize })
  return {
    data: await shownAtDesk(rows, lang),
    total: count,
    pageNo,
    pageSize,
    haveNext: count > pageNo * pageSize,
    summary: undefined,
  }
}

export const deskDispute: Answer<typeof contract.deskDispute> = async (staff, { disputeId }) => {
  const { lang } = staff.from
  const row = await disputeAtDesk(db, disputeId)
  if (!row) throw refuse('not_found')
  const [shown] = await shownAtDesk([row], lang)
  await recordView(staff, shown!.holder, 'DISPUTES')
  return { ...shown!, steps: await stepsShown(db, row, lang) }
}

async function shownAtDesk(rows: readonly DisputeRow[], lang: Lang): Promise<DeskDispute[]> {
  const accountIds = rows.map(({ account_id }) => account_id)
  const [shown, holders, records, requested] = await Promise.all([
    disputesShown(db, rows, lang),
    holdersOf(accountIds),
    recordsOf(db, accountIds),
    waitingByLane(db, 'dispute.outcome'),
  ])
  return rows.map((row, at) => ({
    ...shown[at]!,
    holder: holders.get(row.account_id) ?? null,
    issuerId: row.issuer_id,
    issuerRef: row.issuer_ref,
    byApi: flag(isByApi(row.issuer_id)),
    filing: flag(row.state === 'SUBMITTED' && row.filing_at !== null),
    record: records.get(row.account_id) ?? { won: 0, lost: 0 },
    approvalId: requested.get(row.dispute_id) ?? null,
  }))
}

/** Evidence of a dispute that was submitted; pictures of drafts are their holder's. Whoever looks at one is logged. */
export const deskEvidence: Answer<typeof contract.deskEvidence> = async (staff, { disputeId, fileId }) => {
  const row = await disputeAtDesk(db, disputeId)
  const file = row && (await evidenceById(db, row.account_id, fileId))
  if (!row || file?.dispute_id !== disputeId) throw refuse('not_found')
  return reveal(staff, 'EVIDENCE', async (tx) => {
    await recordSeen(tx, row.account_id, disputeId, { cn: '争议凭证', en: 'evidence of a dispute' })
    const content = { cn: '查看争议凭证', en: 'Viewed evidence of a dispute' }
    const clear = { name: file.name, type: 'image/jpeg', body: pictureOf(file), inline: true }
    return { clear, deed: { target: disputeId, accountId: row.account_id, content, after: { fileId } } }
  })
}
