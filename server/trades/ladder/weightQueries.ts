/** What weighs in the decline rate: days that are over in card_day, the running day on the cards' own counters. */
import { many, sql } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

/** `cardIds`: only of these. */
export type Weighed = { accountId: string; cardIds?: readonly string[] | undefined }

const counters = ({ accountId, cardIds }: Weighed, fromDay: number) => {
  const only = cardIds ? sql`AND card_id = ANY (${[...cardIds]})` : sql``
  return sql`
      (SELECT day, card_id, approved, declined FROM card_day WHERE account_id = ${accountId} AND day >= ${fromDay} ${only}
        UNION ALL
       SELECT rate_day, card_id, approved, declined FROM card_usage WHERE account_id = ${accountId} AND rate_day >= ${fromDay} ${only}) AS counted`
}

export type DayWeight = { day: number; approved: number; declined: number }
export const weightByDay = (reader: Reader, whose: Weighed, fromDay: number): Promise<DayWeight[]> =>
  many(
    reader,
    sql<DayWeight>`
    SELECT day, sum(approved)::int AS approved, sum(declined)::int AS declined
      FROM ${counters(whose, fromDay)}
     GROUP BY day
     ORDER BY day`,
  )

export type CardWeight = { cardId: string; approved: number; declined: number }
/** The cards whose declines weigh most. */
export const weightByCard = (reader: Reader, whose: Weighed, fromDay: number, limit: number): Promise<CardWeight[]> =>
  many(
    reader,
    sql<CardWeight>`
    SELECT card_id AS "cardId", sum(approved)::int AS approved, sum(declined)::int AS declined
      FROM ${counters(whose, fromDay)}
     GROUP BY card_id
    HAVING sum(declined) > 0
     ORDER BY sum(declined) DESC, card_id
     LIMIT ${limit}`,
  )
