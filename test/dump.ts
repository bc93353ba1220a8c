/** The content of a database copy: every value of every text column, as `pg_dump` would write it. */
import { passesLuhn } from '#contract/core/luhn.ts'
import { db, many, sql } from '#server/core/db.ts'
import { owner } from './database.ts'

async function everyText(): Promise<Map<string, string>> {
  const columns = await many(
    db,
    sql<{ schema: string; table: string; column: string; type: string }>`
    SELECT table_schema AS schema, table_name AS table, column_name AS column, data_type AS type
      FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema IN ('public', 'graphile_worker') AND table_type = 'BASE TABLE'
       AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')`,
  )
  const texts = new Map<string, string>()
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ all: string | null }>`
      SELECT string_agg(${value}, E'\n') AS all FROM ${sql.id(schema, table)}`.execute(db)
    texts.set(`${schema}.${table}.${column}`, rows[0]!.all ?? '')
  }
  return texts
}

/** The columns that contain one of these, case-insensitively. */
export async function columnsWith(known: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const [column, text] of await everyText()) {
    const lower = text.toLowerCase()
    for (const one of known) if (lower.includes(one.toLowerCase())) found.push(`${column}: ${one}`)
  }
  return found
}

/** What could be a card number: 12 to 19 digits that stand alone and are no fraction, of a network's prefix, with a correct check digit. */
export const cardNumbersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\d.])[2-6]\d{11,18}(?!\d)/g)].map(([number]) => number).filter(passesLuhn)

/** As `column: number`. */
export const cardNumbersInColumns = async (): Promise<string[]> =>
  [...(await everyText())].flatMap(([column, text]) => cardNumbersIn(text).map((number) => `${column}: ${number}`))

/** The files that a physical backup copies, of this database and of the write-ahead log, which contain this. On a spread database: of the coordinator. */
export async function filesWith(known: string): Promise<string[]> {
  await sql`CHECKPOINT`.execute(owner)
  const { rows } = await sql<{ file: string }>`
    WITH files AS (
      SELECT format('base/%s/%s', oid, file) AS file
        FROM pg_database, pg_ls_dir(format('base/%s', oid)) AS file
       WHERE datname = current_database()
       UNION ALL
      SELECT 'pg_wal/' || name FROM pg_ls_waldir()
    )
    SELECT file FROM files, pg_stat_file(file, true)
     WHERE NOT isdir AND position(${Buffer.from(known)} IN pg_read_binary_file(file, 0, size, true)) > 0`.execute(owner)
  return rows.map(({ file }) => file)
}
