/** The least that writing some rows can cost a database: one INSERT for each table, of rows that are there already. */
import { many, one, run, sql, transaction, db, type Tx } from '#server/core/db.ts'

type Table = { readonly name: string; readonly columns: string }
export type Written = { readonly tables: readonly (Table & { readonly rows: number })[]; readonly rows: number }

/** Names everything that is written from now on. */
export const mark = async (): Promise<number> =>
  (await one(db, sql<{ next: number }>`SELECT pg_current_xact_id()::text::bigint AS next`)).next

const keptName = ({ name }: Table): string => `bench_kept.${name.replaceAll(/[".]/g, '_')}`
const isNew = (since: number): string => `xmin::text::bigint > ${since}`

/** Keeps a copy of all rows written since, inserted or changed, as they are now. */
export async function keepWritten(since: number): Promise<Written> {
  await sql`CREATE SCHEMA IF NOT EXISTS bench_kept`.execute(db)
  // Generated columns cannot be written.
  const found = await many(
    db,
    sql<Table>`
    SELECT format('%I.%I', nspname, relname) AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
      FROM pg_class AS class
      JOIN pg_namespace AS space ON space.oid = relnamespace
      JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE nspname IN ('public', 'graphile_worker') AND relkind IN ('r', 'p') AND NOT relispartition
     GROUP BY 1`,
  )
  const tables: (Table & { rows: number })[] = []
  for (const table of found) {
    const { rows } = await one(
      db,
      sql<{ rows: number }>`SELECT count(*)::int AS rows FROM ${sql.raw(table.name)} WHERE ${sql.raw(isNew(since))}`,
    )
    if (rows === 0) continue
    await sql
      .raw(`CREATE TABLE ${keptName(table)} AS SELECT ${table.columns} FROM ${table.name} WHERE ${isNew(since)}`)
      .execute(db)
    tables.push({ ...table, rows })
  }
  return { tables, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}

/**
 * Takes the rows away, and writes them again in one durable transaction. Returns how many ms the writing took. Triggers and foreign keys are left out: they are checks, and this is
 * the floor without them; all indexes are kept up.
 */
export async function writeAgain({ tables, rows }: Written, since: number): Promise<number> {
  await asReplica(async (tx) => {
    for (const { name } of tables) await run(tx, sql.raw(`DELETE FROM ${name} WHERE ${isNew(since)}`))
  })
  await sql`VACUUM`.execute(db)
  let inserted = 0
  const began = performance.now()
  await asReplica(async (tx) => {
    for (const table of tables)
      inserted += await run(
        tx,
        sql.raw(
          `INSERT INTO ${table.name} (${table.columns}) OVERRIDING SYSTEM VALUE SELECT ${table.columns} FROM ${keptName(table)}`,
        ),
      )
  })
  const took = performance.now() - began
  if (inserted !== rows) throw new Error(`${inserted} of ${rows} rows were written again`)
  return took
}

const asReplica = (work: (tx: Tx) => Promise<void>): Promise<void> =>
  transaction(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await work(tx)
  })
