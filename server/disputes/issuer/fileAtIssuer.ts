import { mayMove, type DisputeReason } from '#contract/disputes/disputes.ts'
import { ago, MINUTE } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { maybeCard } from '#server/cards/cards.ts'
import { issuerOf, OutsideRefused, type IssuerDisputes, type NewDispute } from '#server/outside/outside.ts'
import { authRefOf, tradeById } from '#server/trades/trades.ts'
import { pictureOf } from '../making/evidence.ts'
import { disputedRest, endUndecided, lockWithMoney, takenByIssuer } from '../closing.ts'
import {
  disputeOf,
  evidenceOf,
  leftFiling,
  markSent,
  updateDispute,
  type DisputeKey,
  type DisputeRow,
} from '../queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Opens a dispute at the issuer, sends its evidence and gives it to the network: each step once, whatever is repeated. */
    'disputes.file': { accountId: string; disputeId: string }
  }
}

export const fileLater = (tx: Tx, { account_id: accountId, dispute_id: disputeId }: DisputeKey): Promise<void> =>
  later(
    tx,
    'disputes.file',
    { accountId, disputeId },
    { key: `disputes.file ${disputeId}`, queue: `dispute ${disputeId}` },
  )

/** Repeated until the issuer has answered. What it has opened is found again by our key, what it has been sent is marked. */
export async function fileAtIssuer({ accountId, disputeId }: { accountId: string; disputeId: string }): Promise<void> {
  const dispute = await disputeOf(db, accountId, disputeId)
  if (!dispute || dispute.filing_at === null || !mayMove('file', dispute.state)) return
  const api = issuerOf(dispute.issuer_id).disputes
  if (!api) throw new Error(`${dispute.issuer_id} takes no disputes by its API`)
  try {
    const ref = dispute.issuer_ref ?? (await open(api, dispute))
    await sendEvidence(api, dispute, ref)
    await api.submit(ref)
    await transaction((tx) => taken(tx, dispute, ref))
  } catch (error) {
    if (!(error instanceof OutsideRefused) || error.code !== 'DISPUTE_REFUSED') throw error
    await transaction((tx) => notTaken(tx, dispute))
  }
}

async function open(api: IssuerDisputes, dispute: DisputeRow): Promise<string> {
  const { ref } = await api.open(await newDisputeOf(dispute))
  await transaction((tx) => updateDispute(tx, dispute, { issuer_ref: ref }))
  return ref
}

async function newDisputeOf(dispute: DisputeRow): Promise<NewDispute> {
  const { account_id: accountId } = dispute
  const trade = (await tradeById(db, accountId, dispute.trade_id))!
  const authRef = await authRefOf(db, trade)
  const card = (await maybeCard(db, { accountId, subUid: undefined }, dispute.card_id))!
  return {
    idem: dispute.dispute_id,
    cardRef: card.issuer_ref!,
    ...(authRef !== undefined && { authRef }),
    clearingRef: trade.clearing_ref,
    postedAt: trade.occurred_at.getTime(),
    amount: disputedRest(dispute),
    currency: 'USD',
    reason: dispute.reason as DisputeReason,
    note: dispute.note,
    filedAt: dispute.submitted_at!.getTime(),
  }
}

async function sendEvidence(api: IssuerDisputes, dispute: DisputeRow, ref: string): Promise<void> {
  for (const file of await evidenceOf(db, dispute)) {
    if (file.sent_at !== null) continue
    const picture = { idem: file.file_id, name: file.name, type: 'image/jpeg' as const, bytes: pictureOf(file) }
    try {
      await api.addEvidence(ref, picture)
    } catch (error) {
      // One picture that the issuer does not take holds up neither the others nor the dispute.
      if (!(error instanceof OutsideRefused) || error.code !== 'EVIDENCE_REFUSED') throw error
      continue
    }
    await transaction((tx) => markSent(tx, dispute.account_id, file.file_id))
  }
}

/** The merchant may have returned everything while it was being filed: then the dispute has ended, and is taken back. */
async function taken(tx: Tx, key: DisputeKey, ref: string): Promise<void> {
  const locked = (await lockWithMoney(tx, key))!
  if (mayMove('file', locked.dispute.state)) await takenByIssuer(tx, locked, 'ISSUER', ref)
  else await later(tx, 'disputes.withdraw', { accountId: key.account_id, disputeId: key.dispute_id })
}

async function notTaken(tx: Tx, key: DisputeKey): Promise<void> {
  const locked = (await lockWithMoney(tx, key))!
  if (mayMove('file', locked.dispute.state))
    await endUndecided(tx, locked, { state: 'CANCELED', why: 'NOT_ACCEPTED', by: 'ISSUER' })
}

/** One that was never opened there has nothing to be taken back: it is not opened any more. */
export async function withdrawAtIssuer({
  accountId,
  disputeId,
}: {
  accountId: string
  disputeId: string
}): Promise<void> {
  const dispute = await disputeOf(db, accountId, disputeId)
  if (!dispute || dispute.issuer_ref === null) return
  try {
    await issuerOf(dispute.issuer_id).disputes?.withdraw(dispute.issuer_ref)
  } catch (error) {
    // It is final there, or unknown: nothing is left to take back.
    if (!(error instanceof OutsideRefused)) throw error
  }
}

/** Filing whose job was lost or given up is begun again. */
export async function fileLeftOver(): Promise<void> {
  for (const key of await leftFiling(db, ago(5 * MINUTE))) await transaction((tx) => fileLater(tx, key))
}
