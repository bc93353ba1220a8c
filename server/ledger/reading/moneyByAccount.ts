/** What account holders have, in their wallets (2010) and on their cards (2020), for staff's list of accounts. */
import type { Cents } from '#contract/core/money.ts'
import { MINUTE } from '#server/core/clock.ts'
import { ofAccounts } from '#server/core/database/cells.ts'
import { staleWhileRevalidate } from '#server/core/database/staleWhileRevalidate.ts'
import { db, many, sql, type Database } from '#server/core/db.ts'

const theirs = sql`code IN ('2010', '2020') AND currency = 'USD'`

export async function moneyByAccount(on: Database, ids: readonly string[]): Promise<Map<string, Cents>> {
  const rows = await many(
    on,
    sql<{ account_id: string; cents: Cents }>`
    SELECT account_id, sum(posted)::bigint AS cents
      FROM ledger_account
     WHERE ${ofAccounts(ids)} AND ${theirs}
     GROUP BY account_id`,
  )
  return new Map(rows.map(({ account_id, cents }) => [account_id, cents]))
}

let richest: readonly string[] | undefined
/** Balances have no index, because every posting would enter it. So the rank is read whole, at most once a minute. */
const cache = staleWhileRevalidate(
  async (limit: number) => {
    const rows = await many(
      db,
      sql<{ account_id: string }>`
      SELECT account_id
        FROM ledger_account
       WHERE ${theirs}
       GROUP BY account_id
       ORDER BY sum(posted) DESC, account_id
       LIMIT ${limit}`,
    )
    richest = rows.map(({ account_id }) => account_id)
  },
  { refreshMs: MINUTE, validForMs: 5 * MINUTE },
)

/** Account holders with the most money, as of a few minutes ago at the latest. */
export async function richestAccounts(limit: number): Promise<readonly string[]> {
  await cache.current(richest !== undefined, limit)
  return richest!
}
