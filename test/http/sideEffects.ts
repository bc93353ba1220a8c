/** Counts every row of an account in the database: an operation that ran once leaves the same counts. */
import { db, sql } from '#server/core/db.ts'

/** Returns rows by table, except counters per request. */
export async function rowCountsOf(accountId: string): Promise<Record<string, number>> {
  const counts = await rowsWith('account_id', accountId)
  const jobs = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE payload ->> 'accountId' = ${accountId}`.execute(
    db,
  )
  return { ...counts, jobs: jobs.rows[0]!.n }
}

/** Counts the rows caused by one member of staff, mostly in the audit. */
export const rowCountsOfStaff = (staffId: string): Promise<Record<string, number>> => rowsWith('staff_id', staffId)

async function rowsWith(column: 'account_id' | 'staff_id', id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name
      FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = ${column} AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('request_key', 'session', 'refresh_token', 'staff_session', 'quote')
     ORDER BY 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM ${sql.table(name)} WHERE ${sql.ref(column)} = ${id}`.execute(db)
    counts[name] = counted[0]!.n
  }
  return counts
}

/** Returns the difference between two counts. */
export const steps = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, n]) => [name, n - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  )
