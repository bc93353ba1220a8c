import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, sql } from '#server/core/db.ts'
import { cardColumns, cardsBy, fromCards, within } from '../queries.ts'

/** A card on which a charge is tried, with where its money is. */
export type CardToTry = {
  readonly cardId: string
  readonly accountId: string
  readonly cardSeqNo: string
  readonly lastFour: string
  readonly cell: number
  readonly laId: number
  readonly available: Cents
}

/** The caller's cards with these ids; without ids one card, if it is the caller's, and the active ones with the most money on them. */
export async function cardsToTry(
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  { cardIds, first, most }: { cardIds?: readonly string[] | undefined; first: string; most: number },
): Promise<CardToTry[]> {
  const chosen = cardIds
    ? sql`card.card_id = ANY (${cardIds})`
    : sql`(card.status = 'ACTIVE' AND card.blocks = 0 OR card.card_id = ${first})`
  const cards = await cardsBy(
    db,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(actor)} AND card.la_id IS NOT NULL AND ${chosen}
     ORDER BY card.card_id = ${first} DESC, money.available_cents DESC, card.card_id
     LIMIT ${most}`,
  )
  return cards.map((card) => ({
    cardId: card.card_id,
    accountId: card.account_id,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4 ?? '',
    cell: card.cell,
    laId: card.la_id!,
    available: card.available_cents,
  }))
}
