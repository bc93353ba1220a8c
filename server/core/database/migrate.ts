import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { grantToServer } from './serverRole.ts'
import { signChains } from './signChains.ts'
import { sealCvcs } from '../secrets.ts'

const FOLDER = new URL('../../../db/migrations/', import.meta.url)
/** Any number, the same for everybody who migrates. */
const LOCK = 5_245_242

/** What SQL cannot do for want of a key, right after its file and in the same transaction. */
const steps: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
  '0035_audit_keys': signChains,
  '0072_sealed_cvc': sealCvcs,
}

/**
 * Bring the database up to date: the files of `db/migrations/` that it has not seen, in the order of their names and
 * all or none of them, and the tables of the job queue. Safe to run from several processes at once; the second waits
 * and finds nothing to do. Returns the names of what it applied. `url` is the owner's; the role of `serverUrl` gets what the
 * server needs (db/grants.ts). `until`: no further than this one, for tests.
 */
export async function migrate(
  url: string,
  { until, serverUrl }: { until?: string; serverUrl?: string } = {},
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // One lock around both, because two job queues that install themselves at once trip over each other.
  const guard = await pool.connect()
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [LOCK])
    await runMigrations({ pgPool: pool })
    const migrator = new Migrator({ db, provider: { getMigrations } })
    const { error, results = [] } = await (until ? migrator.migrateTo(until) : migrator.migrateToLatest())
    if (error) throw error
    if (serverUrl !== undefined) await grantToServer(guard, serverUrl)
    return results.map(({ migrationName }) => migrationName)
  } finally {
    guard.release(true)
    await db.destroy()
  }
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    const short = name.slice(0, -'.sql'.length)
    const up = async (db: Kysely<unknown>): Promise<void> => {
      await apply(db, name, text)
      await steps[short]?.(db)
    }
    return [short, { up }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function apply(db: Kysely<unknown>, name: string, text: string): Promise<void> {
  try {
    await sql.raw(text).execute(db)
  } catch (error) {
    const { message, position } = error as pg.DatabaseError
    const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : ''
    throw new Error(`db/migrations/${name}${line}: ${message}`)
  }
}
