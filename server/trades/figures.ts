/** Sums over the transactions of an account, of one sub-account, or of all its sub-accounts. Days begin in Shanghai. */
import type { Cents } from '../../contract/money.ts'
import { dateOf, dayBegan, startOfMonth } from '../calendar.ts'
import { DAY, nowMs } from '../clock.ts'
import { many, one, sql, type Database } from '../db.ts'
import { firstIdOf } from '../ids.ts'

export type Whose = { accountId: string; subUid?: string | undefined; subsOnly?: boolean }
export type TradeDay = { date: string; spend: Cents; declined: number }
export type AuthFigures = { count: number; declined: number; declineRateBps: number }

const owned = ({ accountId, subUid, subsOnly }: Whose) => sql`
  account_id = ${accountId}
  ${subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${subUid}`}
  ${subsOnly ? sql`AND owner_sub_uid IS NOT NULL` : sql``}`

const dateIn = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD')`

/** Spend (purchases less what was refunded) and declines by day, today last, days without any included. */
export async function tradeDays(on: Database, whose: Whose, days: number): Promise<TradeDay[]> {
  const sinceMs = dayBegan().getTime() - (days - 1) * DAY
  // The ids are ordered by time, so the primary key finds the days. A day's margin for events that came late.
  const [spent, declined] = await Promise.all([
    many(
      on,
      sql<{ date: string; spend: Cents }>`
      SELECT ${dateIn('posted_at')} AS date, (-sum(amount_cents))::bigint AS spend
        FROM trade
       WHERE ${owned(whose)} AND trade_id >= ${firstIdOf('trd', sinceMs - DAY)} AND posted_at >= ${new Date(sinceMs)}
         AND type IN ('PURCHASE', 'FORCED', 'FEE', 'REFUND')
       GROUP BY 1`,
    ),
    many(
      on,
      sql<{ date: string; declined: number }>`
      SELECT ${dateIn('occurred_at')} AS date, count(*) AS declined
        FROM auth
       WHERE ${owned(whose)} AND auth_id >= ${firstIdOf('atx', sinceMs - DAY)} AND occurred_at >= ${new Date(sinceMs)} AND status = 'DECLINED'
       GROUP BY 1`,
    ),
  ])
  const spendOn = new Map(spent.map(({ date, spend }) => [date, spend]))
  const declinedOn = new Map(declined.map((row) => [row.date, row.declined]))
  return Array.from({ length: days }, (_, i) => dateOf(sinceMs + i * DAY)).map((date) => ({
    date,
    spend: spendOn.get(date) ?? 0,
    declined: declinedOn.get(date) ?? 0,
  }))
}

/** Attempts that weigh in the decline rate: approvals and counted declines, in a window of days that ends now. */
export async function authFigures(on: Database, whose: Whose, days: number): Promise<AuthFigures> {
  const sinceMs = nowMs() - days * DAY
  const { approved, declined } = await one(
    on,
    sql<{ approved: number; declined: number }>`
    SELECT count(*) FILTER (WHERE status <> 'DECLINED') AS approved, count(*) FILTER (WHERE status = 'DECLINED' AND counted) AS declined
      FROM auth
     WHERE ${owned(whose)} AND auth_id >= ${firstIdOf('atx', sinceMs - DAY)} AND occurred_at >= ${new Date(sinceMs)}`,
  )
  const count = approved + declined
  return { count, declined, declineRateBps: count ? Math.round((declined * 10_000) / count) : 0 }
}

/** What each of these sub-accounts has spent this month, in Shanghai. */
export async function monthSpendOfSubs(
  on: Database,
  accountId: string,
  subUids: readonly string[],
): Promise<Map<string, Cents>> {
  const { from } = startOfMonth()
  const rows = await many(
    on,
    sql<{ sub_uid: string; spend: Cents }>`
    SELECT owner_sub_uid AS sub_uid, (-sum(amount_cents))::bigint AS spend
      FROM trade
     WHERE account_id = ${accountId} AND owner_sub_uid = ANY (${subUids})
       AND trade_id >= ${firstIdOf('trd', from.getTime() - DAY)} AND posted_at >= ${from}
       AND type IN ('PURCHASE', 'FORCED', 'FEE', 'REFUND')
     GROUP BY 1`,
  )
  return new Map(rows.map(({ sub_uid, spend }) => [sub_uid, spend]))
}
