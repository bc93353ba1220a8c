/**
 * A database of its own for every test file. It is a clone of a template that was migrated once, on the PostgreSQL that
 * the check runner started (`KAIKA_TEST_POSTGRES`), or on one that a test file run by itself starts and stops. `db` is there what
 * it is in a server: a role that owns no table, so that a right that is missing is seen. `owner` owns them.
 */
import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { asAdmin, asServer, onDatabase as on, templateDatabase } from '#bin/testCluster.ts'
import { temporaryPostgres } from '#bin/temporaryPostgres.ts'
import type { DB } from '#db/tables.ts'
import { compose, gather, type Module } from '#server/composition.ts'
import { closeDb, openDb, openPool, type Database, type DbOptions } from '#server/db.ts'
import { migrate } from '#server/migrate.ts'
import { makeServerRole } from '#server/serverRole.ts'

/** `url` is the server's, `ownerUrl` that of a superuser who owns the tables. */
export type TestDatabase = { url: string; ownerUrl: string; close(): Promise<void> }

/** For what no server does: time that has passed, history that somebody has rewritten, tables that are missing. */
export let owner: Database

/** For tests of the ledger and of what stands below it: the modules that listen to it are not there. */
export const nothingAbove = {
  sweeps: {},
  proofs: [],
  ports: {
    'ledger.afterCredit': { '2010': async () => {}, '2410': async () => {} },
    'ledger.moneyFreed': async () => {},
    'ledger.newestYuanRate': async () => undefined,
  },
} satisfies Module

/** Opens `db` of server/db.ts on a fresh clone before the tests of this file, and closes and drops it after them. */
export function withDatabase(options: DbOptions = {}): Pick<TestDatabase, 'url' | 'ownerUrl'> {
  let fresh: TestDatabase | undefined
  before(async () => {
    compose(gather([nothingAbove]))
    fresh = await freshDatabase()
    openDb(fresh.url, options)
    owner = new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(fresh.ownerUrl, { connections: 4 }) }) })
  })
  after(async () => {
    await closeDb()
    await owner?.destroy()
    await fresh?.close()
  })
  const opened = (): TestDatabase => {
    if (!fresh) throw new Error('the database is there inside tests, not before them')
    return fresh
  }
  return {
    get url() {
      return opened().url
    },
    get ownerUrl() {
      return opened().ownerUrl
    },
  }
}

export async function freshDatabase(): Promise<TestDatabase> {
  const admin = await postgresUrl()
  const template = await templateDatabase(admin)
  const name = `kaika_test_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    await client.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`) // what is said of a database is not cloned
  })
  return {
    url: asServer(on(admin, name)),
    ownerUrl: on(admin, name),
    close: () => asAdmin(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

/** An empty database without a single table, for tests of migrating itself. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const admin = await postgresUrl()
  const name = `kaika_test_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, async (client) => {
    await withRole(client, admin)
    await client.query(`CREATE DATABASE ${name}`)
  })
  return {
    url: asServer(on(admin, name)),
    ownerUrl: on(admin, name),
    close: () => asAdmin(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

/** The server's role and its rights in a database that has its tables, or gets them now. Gives the server's address. */
export async function migrated(ownerUrl: string): Promise<string> {
  await asAdmin(ownerUrl, (client) => withRole(client, ownerUrl))
  await migrate(ownerUrl, { serverUrl: asServer(ownerUrl) })
  return asServer(ownerUrl)
}

/** Roles belong to all databases. One test file makes it. */
async function withRole(client: pg.Client, url: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(7)')
  await makeServerRole(client, asServer(url))
  await client.query('SELECT pg_advisory_unlock(7)')
}

let started: Promise<string> | undefined
const postgresUrl = (): Promise<string> =>
  (started ??= process.env.KAIKA_TEST_POSTGRES
    ? Promise.resolve(process.env.KAIKA_TEST_POSTGRES)
    : temporaryPostgres().then(({ url }) => url))
