/** Declines of an account, of one sub-account, or of all its sub-accounts. Days begin in Shanghai. */
import { DAY, dateOf, dayBegan, dayOfSql, startOf } from '../core/clock.ts'
import { many, sql, type Database } from '../core/db.ts'
import { firstIdOf } from '../core/ids.ts'

export type Whose = { accountId: string; subUid?: string | undefined; subsOnly?: boolean }

/** Every decline, those that do not weigh in the decline rate too, by date, for the last days; a date without any is not there. */
export async function declinesByDate(
  on: Database,
  { accountId, subUid, subsOnly }: Whose,
  days: number,
): Promise<Map<string, number>> {
  const sinceMs = dayBegan().getTime() - (days - 1) * DAY
  // The ids are ordered by time, so the index of declines finds the days. A day's margin for events that came late.
  const rows = await many(
    on,
    sql<{ day: number; declined: number }>`
    SELECT ${dayOfSql(sql`occurred_at`)} AS day, count(*)::int AS declined
      FROM auth
     WHERE account_id = ${accountId}
       ${subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${subUid}`}
       ${subUid === undefined && subsOnly ? sql`AND owner_sub_uid IS NOT NULL` : sql``}
       AND auth_id >= ${firstIdOf('atx', sinceMs - DAY)} AND occurred_at >= ${new Date(sinceMs)} AND status = 'DECLINED'
     GROUP BY 1`,
  )
  return new Map(rows.map(({ day, declined }) => [dateOf(startOf(day)), declined]))
}
