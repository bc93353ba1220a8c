/**
 * A database of its own for every test file. It is a clone of a template that was migrated once, on the PostgreSQL that
 * the check runner started (`KAIKA_TEST_POSTGRES`), or on one that a test file run by itself starts and stops.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before } from 'node:test'
import pg from 'pg'
import { temporaryPostgres } from '../bin/temporaryPostgres.ts'
import { closeDb, openDb, type DbOptions } from '../server/db.ts'
import { migrate } from '../server/migrate.ts'

export type TestDatabase = { url: string; close(): Promise<void> }

/** Opens `db` of server/db.ts on a fresh clone before the tests of this file, and closes and drops it after them. */
export function withDatabase(options: DbOptions = {}): { readonly url: string } {
  let fresh: TestDatabase | undefined
  before(async () => {
    fresh = await freshDatabase()
    openDb(fresh.url, options)
  })
  after(async () => {
    await closeDb()
    await fresh?.close()
  })
  return {
    get url() {
      if (!fresh) throw new Error('the database is there inside tests, not before them')
      return fresh.url
    },
  }
}

export async function freshDatabase(): Promise<TestDatabase> {
  const admin = await postgresUrl()
  const template = await templateDatabase(admin)
  const name = `kaika_test_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  return {
    url: on(admin, name),
    close: () => asAdmin(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

/** An empty database without a single table, for tests of migrating itself. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const admin = await postgresUrl()
  const name = `kaika_test_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, (client) => client.query(`CREATE DATABASE ${name}`))
  return {
    url: on(admin, name),
    close: () => asAdmin(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

let started: Promise<string> | undefined
const postgresUrl = (): Promise<string> =>
  (started ??= process.env.KAIKA_TEST_POSTGRES
    ? Promise.resolve(process.env.KAIKA_TEST_POSTGRES)
    : temporaryPostgres().then(({ url }) => url))

/** Named after what the migrations say, so that an edited one makes a new template. */
async function templateDatabase(admin: string): Promise<string> {
  const folder = new URL('../db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(new URL(file, folder)))
  const name = `kaika_template_${hash.digest('hex').slice(0, 12)}`
  await asAdmin(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(7)') // test files start at the same time; one of them migrates
    if ((await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [name])).rowCount) return
    await client.query(`DROP DATABASE IF EXISTS ${name}`)
    await client.query(`CREATE DATABASE ${name}`)
    await migrate(on(admin, name))
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`)
  })
  return name
}

const on = (admin: string, database: string): string => Object.assign(new URL(admin), { pathname: database }).href

async function asAdmin(admin: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
