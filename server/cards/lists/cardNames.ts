import type { RawBuilder } from 'kysely'
import type { Actor } from '#server/core/actor.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { sql } from '#server/core/db.ts'
import { inGroup } from '../groups/queries.ts'
import { within, type Reader } from '../queries.ts'
import { hasTag } from '../tags/queries.ts'

type CardName = { readonly cardSeqNo: string; readonly lastFour: string }

/** A card's name never changes once it has a number, so it is read once per card. */
const names = new Map<string, CardName>()

const NAMES = 20_000

/** The same as a FROM item, for a whole list in one query: `card_id`, `la_id`, `card_seq_no`, `last4`, `gid`. */
export const cardNamesSql = (accountId: string): RawBuilder<unknown> =>
  sql`(SELECT card_id, la_id, card_seq_no, last4, gid FROM card WHERE ${ofAccount(accountId)})`

/** Card names for lists of transactions. */
export async function cardNames(
  reader: Reader,
  accountId: string,
  cardIds: readonly string[],
): Promise<Map<string, CardName>> {
  const known = (cardId: string): CardName | undefined => names.get(`${accountId} ${cardId}`)
  const found = new Map(cardIds.flatMap((cardId) => (known(cardId) ? [[cardId, known(cardId)!]] : [])))
  if (found.size === cardIds.length) return found
  const { rows } = await sql<{ card_id: string; card_seq_no: string; last4: string | null }>`
    SELECT card_id, card_seq_no, last4
      FROM card
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds.filter((cardId) => !found.has(cardId))})`.execute(
    reader,
  )
  if (names.size > NAMES) names.clear()
  for (const { card_id, card_seq_no, last4 } of rows) {
    const name = { cardSeqNo: card_seq_no, lastFour: last4 ?? '' }
    found.set(card_id, name)
    if (last4 !== null) names.set(`${accountId} ${card_id}`, name)
  }
  return found
}

type CardMarks = {
  cardSeqNo?: string | undefined
  lastFour?: string | undefined
  gid?: string | undefined
  tagId?: string | undefined
}

/** The cards that filters of other lists select; `undefined` if there is no such filter, so that a list can skip it. */
export async function cardIdsBy(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  { cardSeqNo, lastFour, gid, tagId }: CardMarks,
): Promise<string[] | undefined> {
  if (cardSeqNo === undefined && lastFour === undefined && gid === undefined && tagId === undefined) return undefined
  const { rows } = await sql<{ card_id: string }>`
    SELECT card_id
      FROM card
     WHERE ${within(whose)}
       ${cardSeqNo === undefined ? sql`` : sql`AND card_seq_no = ${cardSeqNo}`}
       ${lastFour === undefined ? sql`` : sql`AND last4 = ${lastFour}`}
       ${gid === undefined ? sql`` : sql`AND ${inGroup(whose, gid)}`}
       ${tagId === undefined ? sql`` : sql`AND ${hasTag(tagId)}`}`.execute(reader)
  return rows.map(({ card_id }) => card_id)
}
