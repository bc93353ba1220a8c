import { mayMove, type ShownStatus } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import { sql } from '../core/db.ts'
import { labelsOf } from './labels.ts'
import { cardColumns, cardsBy, fromCards, within, type Reader } from './queries.ts'
import { stateOf } from './shown.ts'

/** A card before something is done with it. Amounts in cents. */
export type Rehearsed = {
  readonly cardId: string
  readonly cardSeqNo: string
  readonly lastFour: string
  readonly status: ShownStatus
  /** Would it be allowed? */
  readonly ok: boolean
  readonly groupName: string | null
  readonly balance: Cents
  readonly available: Cents
  readonly pending: Cents
}

/** Those of the cards that are the caller's, in the order asked for. */
export async function rehearsedCards(
  reader: Reader,
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  cardIds: readonly string[],
  move: 'freeze' | 'delete',
): Promise<Rehearsed[]> {
  const cards = await cardsBy(
    reader,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(actor)} AND card.card_id = ANY (${[...cardIds]})`,
  )
  const labels = await labelsOf(reader, actor, cards)
  return cards
    .toSorted((a, b) => cardIds.indexOf(a.card_id) - cardIds.indexOf(b.card_id))
    .map((card) => ({
      cardId: card.card_id,
      cardSeqNo: card.card_seq_no,
      lastFour: card.last4 ?? '',
      status: card.shown_status,
      ok: mayMove(move, stateOf(card)),
      groupName: labels(card).groupName,
      balance: card.balance_cents,
      available: card.available_cents,
      pending: card.pending_cents,
    }))
}
