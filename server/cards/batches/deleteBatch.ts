import type * as contract from '#contract/cards/batches.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { useTicket } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { firstTryAt } from '../askIssuer.ts'
import { stillActing } from '../lockCard.ts'
import { insertOrders } from '../openingQueries.ts'
import { cardsWithin } from '../queries.ts'
import { newBatch, type StartedBatch } from './startBatch.ts'

/** Delete several cards, after a step-up. Each ends by itself, as a single one does; what was on it returns. */
export const deleteBatch: Answer<typeof contract.deleteBatch> = async (actor, wish, tx) => {
  await useTicket(tx, actor, 'batchDelete', wish.ticket)
  return startDeleting(tx, actor, [...new Set(wish.cardIds)], wish.reason)
}

export async function startDeleting(
  tx: Tx,
  actor: Actor,
  cardIds: readonly string[],
  reason?: string,
  retryOf?: string,
): Promise<StartedBatch> {
  const { accountId } = actor
  await stillActing(tx, actor)
  const cards = await cardsWithin(tx, actor, cardIds)
  if (cards.size < cardIds.length) throw refuse('not_found', { field: 'cardIds' })
  const batchNo = await newBatch(tx, actor, { kind: 'DELETE', total: cardIds.length, cost: 0, retryOf })
  await insertOrders(
    tx,
    cardIds.map((cardId, at) => ({
      account_id: accountId,
      order_no: newId('ord'),
      kind: 'CLOSE',
      card_id: cardId,
      login_id: actor.loginId,
      sub_uid: actor.subUid ?? null,
      amount_cents: 0,
      total_cents: 0,
      status: 'HELD',
      ask_at: firstTryAt(),
      batch_no: batchNo,
      row_no: at + 1,
    })),
  )
  await record(tx, actor, {
    type: 'CARD_DELETE',
    target: batchNo,
    content: { cn: `批量销卡 ${cardIds.length} 张`, en: `Batch deletion requested, cards: ${cardIds.length}` },
    after: { batchNo, num: cardIds.length, reason, retryOf },
  })
  return { batchNo, total: cardIds.length, status: 'RUNNING', totalCost: 0 }
}
