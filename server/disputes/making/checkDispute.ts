import type * as contract from '#contract/disputes/disputes.ts'
import {
  DISPUTE_FEE_CENTS,
  disputeObstacles,
  disputeReasons,
  LEAST_DISPUTED_CENTS,
} from '#contract/disputes/disputes.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardNames } from '#server/cards/cards.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { purchasesShown, tradeById, type TradeRow } from '#server/trades/trades.ts'
import { openDisputeOf } from '../queries.ts'
import { deadlinesOf, mostDisputable, obstacleTo, reasonsFor } from './eligibility.ts'

/** A settled row that the caller sees: a sub-account sees its own. */
export async function ownTrade(on: Database | Tx, actor: Actor, tradeId: string): Promise<TradeRow> {
  const trade = await tradeById(on, actor.accountId, tradeId)
  if (!trade || (actor.subUid !== undefined && trade.owner_sub_uid !== actor.subUid))
    throw refuse('not_found', { field: 'tradeId' })
  return trade
}

export const checkDispute: Answer<typeof contract.checkDispute> = async (actor, { tradeId }) => {
  const { accountId, from } = actor
  const trade = await ownTrade(db, actor, tradeId)
  const [open, shown, names] = await Promise.all([
    openDisputeOf(db, accountId, tradeId),
    purchasesShown(db, [{ accountId, tradeId }]),
    cardNames(db, accountId, [trade.card_id]),
  ])
  const obstacle = open ? 'OPEN' : (obstacleTo(trade) ?? null)
  return {
    may: obstacle === null,
    obstacle,
    obstacleText: obstacle && disputeObstacles[obstacle][from.lang],
    minAmount: LEAST_DISPUTED_CENTS,
    maxAmount: mostDisputable(trade),
    fee: DISPUTE_FEE_CENTS,
    unit: 'USD',
    until: deadlinesOf(trade).submitBy.getTime(),
    reasons: reasonsFor(trade).map(({ reason, from: earliest }) => {
      const rule = disputeReasons[reason]
      return {
        reason,
        reasonText: rule[from.lang],
        asks: rule.asks[from.lang],
        evidence: flag('evidence' in rule),
        from: earliest?.getTime() ?? null,
      }
    }),
    merchantName: shown.get(tradeId)!.merchant_name,
    lastFour: names.get(trade.card_id)?.lastFour ?? '',
    purchaseAmount: -trade.amount_cents,
    postTime: trade.posted_at.getTime(),
    disputeId: open?.dispute_id ?? null,
  }
}
