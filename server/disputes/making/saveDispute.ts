import type { Checked } from '#contract/core/call.ts'
import type * as contract from '#contract/disputes/disputes.ts'
import { disputeObstacles, LEAST_DISPUTED_CENTS, mayMove, type DisputeObstacle } from '#contract/disputes/disputes.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { TradeRow } from '#server/trades/trades.ts'
import {
  bindEvidence,
  insertDispute,
  insertStep,
  lockDispute,
  oneDisputeAtATime,
  openDisputeOf,
  updateDispute,
  type DisputeRow,
} from '../queries.ts'
import { ownTrade } from './checkDispute.ts'
import { deadlinesOf, mostDisputable, obstacleTo, reasonsFor } from './eligibility.ts'

/** Saves a draft. Nothing is charged, and the issuer learns nothing. */
export const saveDispute: Answer<typeof contract.saveDispute> = async (actor, input, tx) => {
  const trade = await ownTrade(tx, actor, input.tradeId)
  await oneDisputeAtATime(tx, input.tradeId)
  const open = await openDisputeOf(tx, actor.accountId, input.tradeId)
  if (open && open.dispute_id !== input.disputeId) throw impossible(actor, 'OPEN')
  if (input.disputeId !== undefined && !open) throw refuse('not_found', { field: 'disputeId' })
  refuseUnfit(actor, trade, { reason: input.reason, amount: input.amount })
  const disputeId = open ? await change(tx, open, input) : await begin(tx, actor, trade, input)
  const files = [...new Set(input.files)]
  if ((await bindEvidence(tx, keyOf(actor, disputeId), actor.loginId, files)) !== files.length)
    throw refuse('not_found', { field: 'files' })
  return { disputeId }
}

const keyOf = ({ accountId }: Actor, disputeId: string) => ({ account_id: accountId, dispute_id: disputeId })

export const impossible = ({ from }: Actor, obstacle: DisputeObstacle) =>
  refuse('dispute_impossible', { field: 'tradeId', msg: disputeObstacles[obstacle][from.lang], obstacle })

/** What holds for a draft and again when it is submitted: time has passed, and the merchant may have refunded. */
export function refuseUnfit(
  actor: Actor,
  trade: TradeRow,
  { reason, amount }: { reason: string; amount: number },
): void {
  const obstacle = obstacleTo(trade)
  if (obstacle) throw impossible(actor, obstacle)
  const offered = reasonsFor(trade).find((one) => one.reason === reason)
  if (!offered || offered.from)
    throw refuse('invalid', { field: 'reason', ...(offered?.from && { from: offered.from.getTime() }) })
  if (amount < LEAST_DISPUTED_CENTS) throw refuse('amount_below_min', { field: 'amount', min: LEAST_DISPUTED_CENTS })
  const max = mostDisputable(trade)
  if (amount > max) throw refuse('amount_above_disputable', { field: 'amount', max })
}

type Said = Pick<Checked<typeof contract.saveDispute>, 'reason' | 'amount' | 'note'>

async function begin(tx: Tx, actor: Actor, trade: TradeRow, { reason, amount, note }: Said): Promise<string> {
  const disputeId = newId('dsp')
  await insertDispute(tx, {
    account_id: actor.accountId,
    dispute_id: disputeId,
    trade_id: trade.trade_id,
    card_id: trade.card_id,
    owner_sub_uid: trade.owner_sub_uid,
    issuer_id: trade.issuer_id,
    reason,
    note,
    amount_cents: amount,
    state: 'DRAFT',
    opened_by: actor.loginId,
    created_at: now(),
    file_by: deadlinesOf(trade).submitBy,
  })
  await insertStep(tx, keyOf(actor, disputeId), { state: 'DRAFT', by: 'HOLDER' })
  return disputeId
}

async function change(tx: Tx, open: DisputeRow, { reason, amount, note }: Said): Promise<string> {
  const draft = (await lockDispute(tx, open))!
  if (!mayMove('edit', draft.state)) throw refuse('conflict')
  await updateDispute(tx, draft, { reason, note, amount_cents: amount })
  return draft.dispute_id
}
