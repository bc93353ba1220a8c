/** Cards that have controls of their own. */
import type { Actor } from '#server/core/actor.ts'
import { many, sql } from '#server/core/db.ts'
import { within, type Reader } from '../queries.ts'

type Whose = Pick<Actor, 'accountId' | 'subUid'>
type Controlled = { card_id: string; card_seq_no: string; last4: string | null; la_id: number; control_no: number }

/** On which purchases are made, or will be. */
const limited = (whose: Whose) =>
  sql`${within(whose)} AND card.control_no IS NOT NULL AND card.status NOT IN ('CLOSED', 'FAILED')`

/** In order of their ids, after one of them. */
export const controlledCards = (reader: Reader, whose: Whose, after: string, limit: number) =>
  many(
    reader,
    sql<Controlled>`
    SELECT card_id, card_seq_no, last4, la_id, control_no
      FROM card
     WHERE ${limited(whose)} AND card.card_id > ${after}
     ORDER BY card_id
     LIMIT ${limit}`,
  )

/** The documents of cards, each with the number of its cards and the first of them; and how many documents there are. */
export const documentsOfCards = (reader: Reader, whose: Whose, limit: number) =>
  many(
    reader,
    sql<Omit<Controlled, 'la_id'> & { cards: number; documents: number }>`
    SELECT control_no, count(*)::int AS cards, (count(*) OVER ())::int AS documents,
           min(card_id) AS card_id, (array_agg(card_seq_no ORDER BY card_id))[1] AS card_seq_no, (array_agg(last4 ORDER BY card_id))[1] AS last4
      FROM card
     WHERE ${limited(whose)}
     GROUP BY control_no
     ORDER BY count(*) DESC, control_no DESC
     LIMIT ${limit}`,
  )
