/** Tells the demo world in a database of its own, and writes the template of it: `bin/node bin/start/takeTemplate.ts`, after a change of the story. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { useSecrets, unseal } from '#server/core/secrets.ts'
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { tableNames, tableOf } from '../operate/rotation/sealedTables.ts'
import { temporaryPostgres } from '../postgres/temporaryPostgres.ts'
import { copyDatabase, onDatabase, templateDatabase } from '../postgres/testCluster.ts'
import { packed, storyOf, TEMPLATE, type Rows, type Value } from './demoTemplate.ts'

/** What a migration writes, what lasts for minutes, and what is made again of the rest (loadTemplate.ts). */
const LEFT = [
  ...['kysely_migration', 'kysely_migration_lock', 'migration_digest', 'demo_world', 'simulated_clock', 'retention'],
  ...[
    'request_key',
    'session',
    'refresh_token',
    'remember_token',
    'sms_code',
    'ticket',
    'captcha',
    'tally',
    'rate_limit',
  ],
  ...[
    'sign_in_attempt',
    'staff_session',
    'job_worker',
    'key_process',
    'decision_figures',
    'decision_minute',
    'three_d_code',
  ],
  ...['operate_seal', 'operate_unsealed', 'staff_chain', 'program_usage', 'login_by_mobile'],
  ...['ledger_checkpoint', 'ledger_checkpoint_balance', 'ledger_checkpoint_hold'],
]

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaika-told-'))
const postgres = await temporaryPostgres()
await copyDatabase(postgres.url, 'kaika', await templateDatabase(postgres.url))
const databaseUrl = onDatabase(postgres.url, 'kaika')
const env = {
  ...process.env,
  KAIKA_DEMO: 'on',
  KAIKA_DATA: dataDir,
  DATABASE_URL: databaseUrl,
  KAIKA_DATABASE_OWNER_URL: undefined,
}
const told = spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../seed.ts')], { env, stdio: 'inherit' })
if (told.status !== 0) throw new Error('the demo world could not be told (see above)')

useSecrets(readSecrets(dataDir))
const asText = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig
const client = new pg.Client({ connectionString: databaseUrl, types: asText })
await client.connect()
const all = async (text: string): Promise<Value[][]> => (await client.query<Value[]>({ text, rowMode: 'array' })).rows

const tables: Record<string, Rows> = {}
const named = await all(`
  SELECT relname FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`)
for (const [name] of named as [string][]) {
  if (LEFT.includes(name)) continue
  const columns = (
    await all(`
      SELECT attname FROM pg_attribute
       WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`)
  ).map(([column]) => String(column))
  const rows = await all(`SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${name}`)
  if (rows.length > 0) tables[name] = { columns, rows: rows.map((row) => opened(name, columns, row)) }
}
const sequences = Object.fromEntries(
  await all(`SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`),
) as Record<string, string>
const [[began, migration]] = (await all(`
  SELECT extract(epoch FROM began_at) * 1000, (SELECT max(name) FROM kysely_migration) FROM demo_world WHERE finished_at IS NOT NULL`)) as [
  [string, string],
]
await client.end()
await postgres.stop()
const file = packed({
  story: storyOf(),
  endMs: Math.round(Number(began)),
  ...{ migration, tables, sequences, simulators: simulatorsOf(path.join(dataDir, 'simulators.sqlite')) },
})
writeFileSync(TEMPLATE, file)
rmSync(dataDir, { recursive: true })
console.log(`${path.relative('.', TEMPLATE)}: ${file.length} bytes`)

/** With the text of what is sealed, which a row names its own way. */
function opened(name: string, columns: readonly string[], row: readonly Value[]): Value[] {
  if (!(tableNames as string[]).includes(name)) return [...row]
  const { sealed } = tableOf(name as (typeof tableNames)[number])
  const asRow = Object.fromEntries(columns.map((column, at) => [column, row[at]]))
  return row.map((value, at) => {
    const boundTo = sealed[columns[at]!]
    if (!boundTo || value === null || value === '\\x') return value
    return unseal(boundTo(asRow), Buffer.from(String(value).slice(2), 'hex'))
  })
}

function simulatorsOf(store: string): Record<string, Rows> {
  const database = new DatabaseSync(store, { readOnly: true })
  const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'facts'`).all() as {
    name: string
  }[]
  const found = names.map(({ name }) => {
    const rows = database.prepare(`SELECT * FROM ${name}`).all() as Record<string, Value>[]
    return [name, { columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) }] as const
  })
  database.close()
  return Object.fromEntries(found.filter(([, { rows }]) => rows.length > 0))
}
