/** Declines of an account, of one sub-account, or of all its sub-accounts. Days begin in Asia/Shanghai. */
import { DAY, dateOf, dayBegan, dayOfSql, startOf } from '../core/clock.ts'
import { many, sql, type Database } from '../core/db.ts'
import { subNoSql } from '../identity/identity.ts'
import { firstAuthKey } from './authId.ts'
import { authsOf } from './auths.ts'

export type Whose = { accountId: string; subUid?: string | undefined; subsOnly?: boolean }

/** Returns all declines of the last days by date, including those that do not count in the decline rate; dates without declines are missing. */
export async function declinesByDate(
  on: Database,
  { accountId, subUid, subsOnly }: Whose,
  days: number,
): Promise<Map<string, number>> {
  const sinceMs = dayBegan().getTime() - (days - 1) * DAY
  // IDs are ordered by time, so the index of declines finds the days. The margin of one day covers events that arrived late.
  const rows = await many(
    on,
    sql<{ day: number; declined: number }>`
    SELECT ${dayOfSql(sql`occurred_at`)} AS day, count(*)::int AS declined
      FROM auth
     WHERE ${authsOf(accountId)}
       ${subUid === undefined ? sql`` : sql`AND owner_sub_no = ${subNoSql(accountId, subUid)}`}
       ${subUid === undefined && subsOnly ? sql`AND owner_sub_no IS NOT NULL` : sql``}
       AND auth_id >= ${firstAuthKey(sinceMs - DAY)}::bigint AND occurred_at >= ${new Date(sinceMs)} AND status = 'DECLINED'
     GROUP BY 1`,
  )
  return new Map(rows.map(({ day, declined }) => [dateOf(startOf(day)), declined]))
}

/** FROM items for figures over all accounts. PostgreSQL inlines them like the tables themselves. */
export const attemptsSql = sql`(
  SELECT cell, la_id, merchant_no, status, reason, three_ds, occurred_at FROM auth) AS attempt`
export const merchantsSql = sql`(SELECT merchant_no, name, mcc, country, words FROM merchant) AS merchant`
