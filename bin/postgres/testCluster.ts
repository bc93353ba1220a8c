/**
 * The data of a PostgreSQL for tests: made and migrated once for what the migrations say, kept in `node_modules/.cache`, and copied by
 * whoever starts one. Every database of a test is a clone of the template in it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { asRole, makeServerRole, SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { startPostgres } from './postgres.ts'

/** Another checkout with these modules may need one made for another schema. */
const KEPT_FOR_MS = 7 * 24 * 3_600_000
const KEPT = new URL('../../node_modules/.cache/kaika/', import.meta.url).pathname

/** The same password everywhere: these databases are short-lived and listen only to this machine. */
export const asServer = (url: string): string => asRole(url, SERVER_ROLE, 'kaika-test')
export const onDatabase = (admin: string, database: string): string =>
  Object.assign(new URL(admin), { pathname: database }).href

/** The workers over which the tables are spread, if they are (`npm run citus`). */
export let testWorkers: readonly string[] = (process.env.KAIKA_TEST_WORKERS ?? '').split(' ').filter(Boolean)

/** From now on, here and in the programs that this one starts. */
export function testOn(admin: string, workers: readonly string[]): void {
  process.env.KAIKA_TEST_POSTGRES = admin
  process.env.KAIKA_TEST_WORKERS = workers.join(' ')
  testWorkers = workers
}

/** Also what a template is made from that is spread over nodes. */
const SPREADING = [
  '../../db/distribution.ts',
  './citus.ts',
  './distribute.ts',
  './ledgerChecksOfShards.sql',
  './keepShard.sql',
]

/** Named after a hash of migrations and grants, so that an edited one creates a new template. Without workers: that of a PostgreSQL that stands alone. */
export function templateName(workers = testWorkers): string {
  const folder = new URL('../../db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(new URL(file, folder)))
  const others = [
    '../../db/grants.ts',
    '../../server/core/database/serverRole.ts',
    '../../server/core/database/migrate.ts',
    './postgres.ts',
    ...(workers.length > 0 ? SPREADING : []),
  ]
  for (const file of others) hash.update(readFileSync(new URL(file, import.meta.url)))
  hash.update(readFileSync(new URL('../../package.json', import.meta.url))) // the PostgreSQL that it is made by
  return `kaika_template_${hash.digest('hex').slice(0, 12)}`
}

/** The template in this PostgreSQL, made if it is not there yet. */
export async function templateDatabase(admin: string, workers = testWorkers): Promise<string> {
  const name = templateName(workers)
  await asAdmin(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(7)') // test files start simultaneously; one of them migrates
    if ((await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [name])).rowCount) return
    await makeServerRole(client, asServer(admin))
    await client.query(`DROP DATABASE IF EXISTS ${name}`)
    await client.query(`CREATE DATABASE ${name}`)
    const { migrate } = await import('#server/core/database/migrate.ts')
    if (workers.length === 0) {
      await migrate(onDatabase(admin, name), { serverUrl: asServer(admin) })
      await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`)
      return
    }
    const { joinNodes, spreadTemplate } = await import('./citus.ts')
    for (const worker of workers) await asAdmin(worker, (on) => on.query(`CREATE DATABASE ${name}`))
    await joinNodes(admin, workers, name)
    await migrate(onDatabase(admin, name), { serverUrl: asServer(admin) })
    await spreadTemplate(admin, workers, name)
  })
  return name
}

/** A copy of a template, on every node if its tables are spread. */
export async function copyDatabase(admin: string, name: string, template: string): Promise<void> {
  for (const node of [admin, ...testWorkers])
    await asAdmin(node, async (client) => {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
      await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`) // database-level grants are not cloned
    })
}

export async function dropDatabase(admin: string, name: string): Promise<void> {
  for (const node of [admin, ...testWorkers])
    await asAdmin(node, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
}

/** Puts the data where a PostgreSQL is to be started that stands alone: its start finds the template there. */
export async function copyCluster(dir: string): Promise<void> {
  const kept = path.join(KEPT, templateName([]))
  if (!existsSync(kept)) await makeCluster(kept)
  // With its owner, who may be another account than ours (bin/postgres/postgresPrograms.ts).
  await promisify(execFile)('cp', ['-a', kept, dir])
}

/** In a folder beside, renamed when whole: whoever else makes it at this moment makes the same. */
async function makeCluster(kept: string): Promise<void> {
  mkdirSync(KEPT, { recursive: true })
  for (const older of readdirSync(KEPT)) {
    const folder = path.join(KEPT, older)
    if (older.startsWith('kaika_template_') && statSync(folder).mtimeMs < Date.now() - KEPT_FOR_MS)
      rmSync(folder, { recursive: true, force: true })
  }
  const beside = mkdtempSync(path.join(KEPT, 'making-'))
  const half = path.join(beside, 'postgres')
  const postgres = await startPostgres({ dir: half, durable: false })
  try {
    await templateDatabase(postgres.url, [])
  } finally {
    await postgres.stop()
  }
  rmSync(path.join(half, 'kaika.supervisor'), { force: true })
  try {
    renameSync(half, kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  }
  rmSync(beside, { recursive: true, force: true })
}

export async function asAdmin(admin: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
