import { DAY, dateOf, dayBegan, startOf } from '#server/core/clock.ts'
import { many, sql, type Database } from '#server/core/db.ts'
import { subNoSql } from '#server/identity/identity.ts'
import { declinesSince } from './keepDays.ts'

/** Declines of an account, of one sub-account, or of all its sub-accounts. Days begin in Asia/Shanghai. */
type Whose = { accountId: string; subUid?: string | undefined; subsOnly?: boolean }

/** Returns all declines of the last days by date, including those that do not count in the decline rate; dates without declines are missing. */
export async function declinesByDate(
  on: Database,
  { accountId, subUid, subsOnly }: Whose,
  days: number,
): Promise<Map<string, number>> {
  const sinceMs = dayBegan().getTime() - (days - 1) * DAY
  const rows = await many(
    on,
    sql<{ day: number; declined: number }>`
    SELECT day, sum(declined)::int AS declined
      FROM ${declinesSince({ accountId, sinceMs })}
     WHERE true
       ${subUid === undefined ? sql`` : sql`AND owner_sub_no = ${subNoSql(accountId, subUid)}`}
       ${subUid === undefined && subsOnly ? sql`AND owner_sub_no <> 0` : sql``}
     GROUP BY day`,
  )
  return new Map(rows.map(({ day, declined }) => [dateOf(startOf(day)), declined]))
}
