/** Attempts of the last days by brand, over all accounts. */
import type { Unmatched } from '#contract/brands/desk.ts'
import { dayOf, nowMs } from '../core/clock.ts'
import { many, sql, type Database } from '../core/db.ts'
import { merchantsSql } from '../trades/trades.ts'

const since = (days: number) => sql`day > ${dayOf(nowMs()) - days}`

/** By brand id; `null`: of merchants without a brand. */
export async function attemptsByBrand(on: Database, days: number): Promise<Map<string | null, number>> {
  const rows = await many(
    on,
    sql<{ brand_id: string | null; attempts: number }>`
    SELECT brand_id, sum(attempts)::int AS attempts
      FROM merchant_day
      JOIN ${merchantsSql} USING (merchant_no)
     WHERE ${since(days)}
     GROUP BY brand_id`,
  )
  return new Map(rows.map(({ brand_id, attempts }) => [brand_id, attempts]))
}

/** Merchants without a brand, those with the most attempts first. */
export const unmatchedMerchants = (on: Database, days: number, limit: number): Promise<Unmatched[]> =>
  many(
    on,
    sql<Unmatched>`
    SELECT name, mcc, country, sum(attempts)::int AS attempts
      FROM merchant_day
      JOIN ${merchantsSql} USING (merchant_no)
     WHERE ${since(days)} AND brand_id IS NULL
     GROUP BY name, mcc, country
     ORDER BY attempts DESC, name, mcc, country
     LIMIT ${limit}`,
  )
