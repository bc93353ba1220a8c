/** Writes down what the migrations make: `db/tables.ts` for the compiler and `db/schema.sql` for people. `--verify` only compares. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#server/core/database/migrate.ts'
import { dumpSchema } from './dumpSchema.ts'
import { temporaryPostgres } from './temporaryPostgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function main(): Promise<void> {
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

await main()
