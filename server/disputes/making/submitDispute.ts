import type * as contract from '#contract/disputes/disputes.ts'
import { DISPUTE_FEE_CENTS, disputeReasons, mayMove, type DisputeReason } from '#contract/disputes/disputes.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { subForMoney } from '#server/identity/identity.ts'
import { NotEnough } from '#server/ledger/ledger.ts'
import { updateTrade } from '#server/trades/trades.ts'
import { endUndecided, lockWithMoney } from '../closing.ts'
import { takeFee, type Locked } from '../money.ts'
import { evidenceNames, insertStep, updateDispute } from '../queries.ts'
import { deadlinesOf } from './eligibility.ts'
import { refuseUnfit } from './saveDispute.ts'

/** The caller's own dispute, locked with its money. A frozen sub-account moves none. */
async function own(tx: Tx, actor: Actor, disputeId: string): Promise<Locked> {
  const { accountId, subUid } = actor
  if (subUid !== undefined) await subForMoney(tx, accountId, subUid)
  const locked = await lockWithMoney(tx, { account_id: accountId, dispute_id: disputeId })
  if (!locked || (subUid !== undefined && locked.dispute.owner_sub_uid !== subUid))
    throw refuse('not_found', { field: 'disputeId' })
  return locked
}

/** Takes the fee and gives the dispute to our own people, who file it at the issuer. */
export const submitDispute: Answer<typeof contract.submitDispute> = async (actor, { disputeId, expectFee }, tx) => {
  const locked = await own(tx, actor, disputeId)
  const { dispute, trade } = locked
  if (!mayMove('submit', dispute.state)) throw refuse('conflict')
  refuseUnfit(actor, trade, { reason: dispute.reason, amount: dispute.amount_cents })
  const fee = DISPUTE_FEE_CENTS
  if (expectFee !== fee) throw refuse('quote_changed', { fee })
  const needsEvidence = 'evidence' in disputeReasons[dispute.reason as DisputeReason]
  if (needsEvidence && (await evidenceNames(tx, [dispute])).length === 0)
    throw refuse('evidence_missing', { field: 'files' })
  try {
    await takeFee(tx, locked, fee, actor.loginId)
  } catch (error) {
    if (error instanceof NotEnough) throw refuse('insufficient_wallet', { shortCents: error.short })
    throw error
  }
  await updateDispute(tx, dispute, {
    ...{ state: 'SUBMITTED', fee_cents: fee, submitted_at: now(), file_by: deadlinesOf(trade).fileBy },
  })
  await updateTrade(tx, trade, { status: 'DISPUTED' })
  await insertStep(tx, dispute, { state: 'SUBMITTED', by: 'HOLDER' })
  const amount = show(dispute.amount_cents)
  await record(tx, actor, {
    type: 'DISPUTE',
    target: disputeId,
    content: {
      cn: `提交争议 ${amount}，手续费 ${show(fee)}`,
      en: `Submitted a dispute of ${amount}, fee ${show(fee)}`,
    },
    after: { tradeId: dispute.trade_id, reason: dispute.reason, fee },
    amount: dispute.amount_cents,
  })
  return { disputeId, state: 'SUBMITTED', fee }
}

/** Until filing has begun: afterwards the issuer may have it, and decides. */
export const cancelDispute: Answer<typeof contract.cancelDispute> = async (actor, { disputeId }, tx) => {
  const locked = await own(tx, actor, disputeId)
  const { dispute } = locked
  if (!mayMove('cancel', dispute.state) || dispute.filing_at !== null) throw refuse('dispute_at_issuer')
  await endUndecided(tx, locked, { state: 'CANCELED', why: 'BY_HOLDER', by: 'HOLDER', quiet: true })
  await record(tx, actor, {
    type: 'DISPUTE',
    target: disputeId,
    content: { cn: '取消争议', en: 'Dispute canceled' },
    before: { state: dispute.state },
    after: { state: 'CANCELED' },
  })
  return { state: 'CANCELED' }
}
