import type { Words } from '#contract/core/fields.ts'
import { mayMove, type DisputeReason } from '#contract/disputes/disputes.ts'
import { ago, MINUTE } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { maybeCard } from '#server/cards/cards.ts'
import { picturesAsOne } from '#server/files/files.ts'
import {
  issuerOf,
  OutsideRefused,
  type DisputeEvidence,
  type IssuerDisputes,
  type NewDispute,
} from '#server/outside/outside.ts'
import { authRefOf, purchasesShown, repeatedClearing, tradeById } from '#server/trades/trades.ts'
import { pictureOf } from '../making/evidence.ts'
import { disputedRest, endUndecided, lockWithMoney, takenByIssuer } from '../closing.ts'
import {
  disputeOf,
  evidenceOf,
  insertStep,
  leftFiling,
  markSent,
  updateDispute,
  type DisputeKey,
  type DisputeRow,
  type EvidenceRow,
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
  const originalRef = dispute.reason === 'DUPLICATE' ? await repeatedClearing(db, trade) : undefined
  const { merchant_name: name, mcc } = (await purchasesShown(db, [{ accountId, tradeId: trade.trade_id }])).get(
    trade.trade_id,
  )!
  const card = (await maybeCard(db, { accountId, subUid: undefined }, dispute.card_id))!
  return {
    idem: dispute.dispute_id,
    cardRef: card.issuer_ref!,
    ...(authRef !== undefined && { authRef }),
    clearingRef: trade.clearing_ref,
    ...(originalRef !== undefined && { originalRef }),
    postedAt: trade.occurred_at.getTime(),
    merchant: { name, mcc },
    amount: disputedRest(dispute),
    currency: 'USD',
    reason: dispute.reason as DisputeReason,
    note: dispute.note,
    filedAt: dispute.submitted_at!.getTime(),
  }
}

async function sendEvidence(api: IssuerDisputes, dispute: DisputeRow, ref: string): Promise<void> {
  for (const { evidence, of } of await evidenceFor(api, dispute)) {
    try {
      await api.addEvidence(ref, evidence)
    } catch (error) {
      // One file that the issuer does not take holds up neither the others nor the dispute.
      if (!(error instanceof OutsideRefused) || error.code !== 'EVIDENCE_REFUSED') throw error
      continue
    }
    await transaction(async (tx) => {
      for (const { file_id } of of) await markSent(tx, dispute.account_id, file_id)
    })
  }
}

/** What has not been sent yet: picture by picture, or all pictures in one where the issuer keeps one file. */
async function evidenceFor(
  { oneFile }: IssuerDisputes,
  dispute: DisputeRow,
): Promise<{ evidence: DisputeEvidence; of: EvidenceRow[] }[]> {
  const files = await evidenceOf(db, dispute)
  const unsent = files.filter(({ sent_at }) => sent_at === null)
  if (!oneFile)
    return unsent.map((file) => {
      const { file_id: idem, name } = file
      return { evidence: { idem, name, type: 'image/jpeg', bytes: pictureOf(file) }, of: [file] }
    })
  if (unsent.length === 0) return []
  const bytes = await picturesAsOne(files.map(pictureOf), oneFile.mostBytes)
  return [{ evidence: { idem: dispute.dispute_id, name: 'evidence.jpg', type: 'image/jpeg', bytes }, of: unsent }]
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

const notTakenBack: Words = {
  cn: '争议已提交卡组织，发卡行无法撤销',
  en: 'The issuer can’t cancel the dispute: it’s with the card network',
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
    if (!(error instanceof OutsideRefused)) throw error
    // It is final there, or unknown: nothing is left to take back. Money that the network returns as well will be held at the desk.
    if (error.code !== 'DISPUTE_SUBMITTED') return
    await transaction((tx) => insertStep(tx, dispute, { state: dispute.state, by: 'ISSUER', said: notTakenBack }))
  }
}

/** Filing whose job was lost or given up is begun again. */
export async function fileLeftOver(): Promise<void> {
  for (const key of await leftFiling(db, ago(5 * MINUTE))) await transaction((tx) => fileLater(tx, key))
}
