/**
 * Writes the result of the migrations: `db/tables.ts` for the compiler and `db/schema.sql` for people. `--verify` only compares. `--sign` is part of a release: it
 * adds every migration that has none to `db/signed.txt`, after which the file does not change any more.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg, { type Client } from 'pg'
import { digestOf, migrate, unsigned } from '#server/core/database/migrate.ts'
import { temporaryPostgres } from './postgres/temporaryPostgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function main(): Promise<void> {
  if (process.argv.includes('--sign')) return sign()
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-schema-'))
  const postgres = await temporaryPostgres()
  try {
    await migrate(postgres.url)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const made = { 'db/schema.sql': await dumpSchema(client), 'db/tables.ts': tables(postgres.url, folder) }
    await client.end()
    const stale = Object.entries(made).filter(([file, text]) => read(file) !== text)
    if (process.argv.includes('--verify')) {
      for (const [file] of stale)
        console.log(`${file} does not say what db/migrations/ makes: run bin/schema and commit it`)
      process.exitCode = stale.length ? 1 : 0
    } else {
      for (const [file, text] of stale) writeFileSync(path.join(root, file), text)
      console.log(stale.length ? `written: ${stale.map(([file]) => file).join(', ')}` : 'nothing has changed')
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sign(): Promise<void> {
  const fresh = await unsigned()
  for (const { name, text } of fresh)
    appendFileSync(path.join(root, 'db/signed.txt'), `${digestOf(text)}  ${name}.sql\n`)
  console.log(fresh.length ? `signed: ${fresh.map(({ name }) => name).join(', ')}` : 'everything is signed')
}

const read = (file: string): string | undefined =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : undefined

/** Types as server/core/db.ts reads them: int8 as an exact number, timestamptz as a Date. */
function tables(url: string, folder: string): string {
  const out = path.join(folder, 'tables.ts')
  const options = [
    '--url',
    url,
    '--out-file',
    out,
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'kysely_*',
    '--log-level',
    'error',
    '--type-mapping',
    '{"int8":"number","numeric":"string"}',
  ]
  execFileSync(process.execPath, [path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'), ...options], {
    stdio: 'inherit',
    cwd: root,
  })
  return readFileSync(out, 'utf8')
}

/**
 * Writes the schema `public` as readable SQL: tables with columns and constraints, indexes, functions, triggers. The same database always produces the same
 * text.
 */
async function dumpSchema(client: Client): Promise<string> {
  const lines = async (query: string): Promise<string[]> =>
    (await client.query<{ line: string }>(query)).rows.map(({ line }) => line)
  const parts = [
    ...(await lines(EXTENSIONS)),
    ...(await lines(SEQUENCES)),
    ...(await lines(FUNCTIONS)),
    ...(await lines(TABLES)),
    ...(await lines(VIEWS)),
  ]
  return `-- Made by bin/schema from db/migrations/. To read, not to edit.\n\n${parts.join('\n\n')}\n`
}

const OURS = `(SELECT oid FROM pg_namespace WHERE nspname = 'public')`
/** Excludes objects created by an extension. */
const own = (oid: string): string => `NOT EXISTS (SELECT FROM pg_depend WHERE objid = ${oid} AND deptype = 'e')`

const EXTENSIONS = `
  SELECT format('CREATE EXTENSION %I;', extname) AS line
  FROM pg_extension
  WHERE extname <> 'plpgsql'
  ORDER BY extname`

/** Excludes sequences that belong to a column (serial, identity), which the column already shows. */
const SEQUENCES = `
  SELECT format('CREATE SEQUENCE %I START %s INCREMENT %s;', relname, seqstart, seqincrement) AS line
  FROM pg_class
  JOIN pg_sequence ON seqrelid = oid
  WHERE relnamespace = ${OURS}
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = oid AND deptype IN ('a', 'i'))
  ORDER BY relname`

const FUNCTIONS = `
  SELECT rtrim(pg_get_functiondef(oid), E'\\n') || ';' AS line
  FROM pg_proc
  WHERE pronamespace = ${OURS}
    AND ${own('pg_proc.oid')}
  ORDER BY proname, pg_get_function_identity_arguments(oid)`

const COLUMNS = `
  SELECT string_agg(
      format('  %s %s%s%s%s', rpad(quote_ident(attname), widest), format_type(atttypid, atttypmod),
        CASE WHEN attcollation <> typcollation THEN format(' COLLATE %I', collname) ELSE '' END,
        CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END,
        CASE
          WHEN attidentity = 'a' THEN ' GENERATED ALWAYS AS IDENTITY'
          WHEN attidentity = 'd' THEN ' GENERATED BY DEFAULT AS IDENTITY'
          WHEN attgenerated = 's' THEN format(' GENERATED ALWAYS AS (%s) STORED', pg_get_expr(adbin, adrelid))
          WHEN adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(adbin, adrelid)
          ELSE ''
        END), E',\\n' ORDER BY attnum) AS columns
  FROM (SELECT *, max(length(quote_ident(attname))) OVER () AS widest FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped) a
  JOIN pg_type ON pg_type.oid = atttypid
  LEFT JOIN pg_collation ON pg_collation.oid = attcollation
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum`

const CONSTRAINTS = `
  SELECT string_agg(E',\\n  ' || format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), ''
      ORDER BY strpos('pufcx', contype::text), conname) AS constraints
  FROM pg_constraint
  WHERE conrelid = t.oid
    AND contype IN ('p', 'u', 'f', 'c', 'x')`

const INDEXES = `
  SELECT string_agg(E'\\n' || replace(pg_get_indexdef(indexrelid), ' ON public.', ' ON ') || ';', '' ORDER BY indexrelid::regclass::text) AS indexes
  FROM pg_index
  WHERE indrelid = t.oid
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = t.oid)`

const TRIGGERS = `
  SELECT string_agg(E'\\n' || replace(pg_get_triggerdef(oid), ' ON public.', ' ON ') || ';', '' ORDER BY tgname) AS triggers
  FROM pg_trigger
  WHERE tgrelid = t.oid
    AND NOT tgisinternal`

const TABLES = `
  SELECT format(E'CREATE %sTABLE %I (\\n%s%s\\n)%s;%s%s', CASE relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END, relname, columns, constraints,
      CASE relkind WHEN 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(t.oid) ELSE '' END
        || CASE WHEN reloptions IS NULL THEN '' ELSE format(' WITH (%s)', array_to_string(reloptions, ', ')) END,
      indexes, triggers)
    || coalesce(E'\\n' || format('COMMENT ON TABLE %I IS ', relname) || quote_literal(obj_description(t.oid)) || ';', '') AS line
  FROM pg_class t, LATERAL (${COLUMNS}) a, LATERAL (${CONSTRAINTS}) b, LATERAL (${INDEXES}) c, LATERAL (${TRIGGERS}) d
  WHERE relnamespace = ${OURS}
    AND relkind IN ('r', 'p')
    AND NOT relispartition
    AND relname NOT LIKE 'kysely\\_%'
    AND ${own('t.oid')}
  ORDER BY relname`

const VIEWS = `
  SELECT format(E'CREATE %sVIEW %I AS\\n%s', CASE relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END, relname, pg_get_viewdef(oid)) AS line
  FROM pg_class
  WHERE relnamespace = ${OURS}
    AND relkind IN ('v', 'm')
    AND ${own('pg_class.oid')}
  ORDER BY relname`

await main()
