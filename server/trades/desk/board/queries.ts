/** SQL of the risk desk over all accounts. */
import type { Rung } from '#contract/trades/declineLadder.ts'
import { many, one, sql, type Database } from '#server/core/db.ts'
import { usageSql } from '#server/trades/queries.ts'

export type BoardFound = {
  account_id: string
  rung: Rung
  approved: number
  declined: number
  probation_until: Date | null
  stopped_at: Date | null
  stopped_by: string | null
}

/** Accounts with counted declines in the window, or on a warning level; less what was counted before a restoration. */
const board = (fromDay: number) => sql`
  (SELECT account_id, coalesce(rung, 'FINE') AS rung, probation_until, stopped_at, stopped_by,
          greatest(0, coalesce(sums.approved, 0) - CASE WHEN w.from_day >= ${fromDay} THEN past_approved ELSE 0 END) AS approved,
          greatest(0, coalesce(sums.declined, 0) - CASE WHEN w.from_day >= ${fromDay} THEN past_declined ELSE 0 END) AS declined
     FROM (SELECT cell, account_id, sum(counted.approved) AS approved, sum(counted.declined) AS declined
             FROM (SELECT cell, account_id, day, approved, declined FROM card_day WHERE day >= ${fromDay}
                    UNION ALL
                   SELECT cell, account_id, rate_day, approved, declined FROM ${usageSql} WHERE rate_day >= ${fromDay}) AS counted
             LEFT JOIN decline_watch USING (cell, account_id)
            WHERE day >= coalesce(from_day, 0)
            GROUP BY cell, account_id) AS sums
     FULL JOIN decline_watch w USING (cell, account_id)
     LEFT JOIN (SELECT cell, account_id, stopped_at, stopped_by FROM decline_shutdown WHERE restored_at IS NULL) AS stopped USING (cell, account_id)) AS board`

const isOnBoard = (rung: Rung | undefined) => sql`(declined > 0 OR rung <> 'FINE' OR stopped_at IS NOT NULL)
  ${rung === undefined ? sql`` : rung === 'STOP' ? sql`AND stopped_at IS NOT NULL` : sql`AND rung = ${rung} AND stopped_at IS NULL`}`

export const boardPage = async (
  on: Database,
  fromDay: number,
  { rung, pageNo, pageSize }: { rung?: Rung | undefined; pageNo: number; pageSize: number },
) => {
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<BoardFound>`
      SELECT account_id, rung, approved::int AS approved, declined::int AS declined, probation_until, stopped_at, stopped_by
        FROM ${board(fromDay)}
       WHERE ${isOnBoard(rung)}
       ORDER BY stopped_at IS NULL, declined::float / greatest(1, approved + declined) DESC, account_id
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM ${board(fromDay)} WHERE ${isOnBoard(rung)}`),
  ])
  return { rows, count }
}

export const daysOf = (on: Database, accountIds: readonly string[], fromDay: number) =>
  many(
    on,
    sql<{ account_id: string; day: number; approved: number; declined: number }>`
    SELECT account_id, day, sum(approved)::int AS approved, sum(declined)::int AS declined
      FROM (SELECT account_id, day, approved, declined FROM card_day WHERE account_id = ANY (${[...accountIds]}) AND day >= ${fromDay}
             UNION ALL
            SELECT account_id, rate_day, approved, declined FROM ${usageSql} WHERE account_id = ANY (${[...accountIds]}) AND rate_day >= ${fromDay}) AS counted
     GROUP BY account_id, day`,
  )

export const stoppedNow = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*), min(stopped_at) AS oldest FROM decline_shutdown WHERE restored_at IS NULL`,
  )

/** What counts of all accounts together, by day. */
export const daysOfAll = (on: Database, fromDay: number) =>
  many(
    on,
    sql<{ day: number; approved: number; declined: number }>`
    SELECT day, sum(approved)::int AS approved, sum(declined)::int AS declined
      FROM (SELECT day, approved, declined FROM card_day WHERE day >= ${fromDay}
             UNION ALL
            SELECT rate_day, approved, declined FROM ${usageSql} WHERE rate_day >= ${fromDay}) AS counted
     GROUP BY day
     ORDER BY day`,
  )
