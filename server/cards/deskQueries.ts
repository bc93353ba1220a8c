import { many, sql, type Database } from '../core/db.ts'

/** Accounts that have a card with these last four digits, the newest card first. For staff, who search by it. */
export const accountsWithLastFour = async (on: Database, lastFour: string, limit: number): Promise<string[]> => {
  const rows = await many(
    on,
    sql<{ account_id: string }>`
    SELECT account_id FROM card WHERE last4 = ${lastFour} GROUP BY account_id ORDER BY max(created_at) DESC LIMIT ${limit}`,
  )
  return rows.map(({ account_id }) => account_id)
}
