import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { sealCvcs, signLink, type Link } from '../secrets.ts'
import { grantToServer } from './serverRole.ts'

const FOLDER = new URL('../../../db/migrations/', import.meta.url)
/** An arbitrary number, the same for every process that migrates. */
const LOCK = 5_245_242

/** Steps that SQL cannot do because they need a key; each runs right after its file, in the same transaction. */
const steps: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
  '0035_audit_keys': signChains,
  '0072_sealed_cvc': sealCvcs,
}

/**
 * Brings the database up to date: applies new files of `db/migrations/` by name, all or none, and the tables of the job queue. Safe to run from several
 * processes simultaneously; the second waits and finds nothing to do. Returns the names of the applied files. `url` is the owner's; the role of `serverUrl`
 * gets what the server needs (db/grants.ts). `until`: the last file to apply, for tests.
 */
export async function migrate(
  url: string,
  { until, serverUrl }: { until?: string; serverUrl?: string } = {},
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // One lock around both, because two job queues that install simultaneously collide.
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

const LOT = 5000

/** The audit chains, and each one's name in its signatures. */
const tables = { staff_audit: sql`chain`, operate_seal: sql`'operations'` } as const

/**
 * Only for migration 0035: if missing signatures were added at any other time, an attacker would only have to remove one. The proof of the books checks that
 * the hashes follow one another.
 */
async function signChains(db: Kysely<unknown>): Promise<void> {
  for (const [name, chain] of Object.entries(tables)) {
    const [table, grows] = [sql.table(name), sql.id(`${name}_only_grows`)]
    await sql`ALTER TABLE ${table} DISABLE TRIGGER ${grows}`.execute(db)
    for (;;) {
      const { rows } = await sql<Link>`
        SELECT ${chain} AS chain, seq::int, hash FROM ${table} WHERE signature IS NULL LIMIT ${LOT}`.execute(db)
      if (!rows.length) break
      const made = rows.map((link) => ({ ...link, hash: '', signature: signLink(link).toString('hex') }))
      await sql`
        UPDATE ${table} AS row SET signature = decode(made.signature, 'hex')
          FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS made (chain text, seq bigint, signature text)
         WHERE row.seq = made.seq AND ${name === 'staff_audit' ? sql`row.chain = made.chain` : sql`true`}`.execute(db)
    }
    await sql`ALTER TABLE ${table} ENABLE TRIGGER ${grows}`.execute(db)
    await sql`ALTER TABLE ${table} ALTER COLUMN signature SET NOT NULL`.execute(db)
  }
}
