import type { replacementsOfCard as row } from '#contract/cards/replacing.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { cardsWithin, maybeCard, type CardRow } from '../queries.ts'
import { replacementsOf } from './queries.ts'

/** Returns the card that a card has replaced, and the one that has replaced it. */
export const replacementsOfCard: Answer<typeof row> = async (actor, { cardId }) => {
  if (!(await maybeCard(db, actor, cardId))) throw refuse('not_found', { field: 'cardId' })
  const { came: before, went: after } = await replacementsOf(db, actor.accountId, cardId)
  const kin = await cardsWithin(
    db,
    actor,
    [before?.old_card_id, after?.new_card_id].filter((id) => id !== undefined),
  )
  const former = before && kin.get(before.old_card_id)
  const successor = after && kin.get(after.new_card_id)
  return {
    replaces: former ? { ...named(former), reason: before.reason, time: before.created_at.getTime() } : null,
    replacedBy: successor
      ? {
          ...named(successor),
          reason: after.reason,
          time: after.created_at.getTime(),
          closeTime: after.state === 'DONE' ? null : (after.close_at?.getTime() ?? null),
        }
      : null,
  }
}

const named = ({ card_id, last4, card_seq_no }: CardRow) => ({
  cardId: card_id,
  lastFour: last4,
  cardSeqNo: card_seq_no,
})

/** The card that one of the caller's cards has replaced, and when; null if it has replaced none. Undefined: the card is not the caller's. */
export async function formerCardOf(
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  cardId: string,
): Promise<{ cardId: string; replacedAt: Date } | null | undefined> {
  if (!(await maybeCard(db, actor, cardId))) return undefined
  const { came } = await replacementsOf(db, actor.accountId, cardId)
  return came ? { cardId: came.old_card_id, replacedAt: came.created_at } : null
}
