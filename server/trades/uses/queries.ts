import { cardBlocks } from '#contract/cards/states.ts'
import { cardsInUseSql } from '#server/cards/cards.ts'
import { documentsOfUsesSql } from '#server/controls/controls.ts'
import { db, many, sql } from '#server/core/db.ts'

/** A counter of uses in the text of counters, by its id. */
const counted = (id: '+' | '=') =>
  sql`coalesce(substring(counters from ${`(?:^| )[${id}]:[0-9]+:0:(-?[0-9]+)`})::int, 0)`

/** Cards whose counter says something else than their block, and cards that are used up for good and not closed. */
export const leftBehind = (limit: number) =>
  many(
    db,
    sql<{ account_id: string; card_id: string }>`
    SELECT account_id, card_id
      FROM (SELECT card.account_id, card.card_id, card.blocks, uses ->> 'per' AS per, uses ->> 'then' AS at_end, (uses ->> 'max')::int AS most,
                   ${counted('+')} AS taken, ${counted('=')} AS settled
              FROM ${documentsOfUsesSql} AS document
              JOIN ${cardsInUseSql} AS card USING (cell, control_no)
              JOIN card_usage USING (cell, la_id)) AS counted
     WHERE ((CASE per WHEN 'APPROVAL' THEN taken ELSE settled END) >= most) <> (blocks & ${cardBlocks.CONTROL.bit} <> 0)
        OR (at_end = 'CLOSE' AND settled >= most)
     LIMIT ${limit}`,
  )
