/**
 * Gives each test file its own database: a clone of a template that was migrated once, on the PostgreSQL that the check runner started (`KAIKA_TEST_POSTGRES`),
 * or on one that a single test file starts and stops. `db` is what it is on a server: a role that owns no table, so that missing rights are noticed. `owner`
 * owns them.
 */
import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import {
  asAdmin,
  asServer,
  copyDatabase,
  dropDatabase,
  onDatabase as on,
  templateDatabase,
  testWorkers,
} from '#bin/postgres/testCluster.ts'
import { temporaryPostgres } from '#bin/postgres/temporaryPostgres.ts'
import type { DB } from '#db/tables.ts'
import { compose, gather, type Module } from '#server/core/composition.ts'
import { closeDb, openDb, openPool, type Database, type DbOptions, type Tx } from '#server/core/db.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { makeServerRole } from '#server/core/database/serverRole.ts'

/** `url` is the server's, `ownerUrl` that of a superuser who owns the tables. */
export type TestDatabase = { url: string; ownerUrl: string; close(): Promise<void> }

/** For what no server does: passing time, rewritten history, missing tables. */
export let owner: Database

/** For tests of the ledger and lower layers: without the modules that listen to it. */
export const nothingAbove = {
  sweeps: {},
  proofs: [],
  heldElsewhere: [],
  undecidedFees: [],
  ports: {
    'ledger.afterCredit': { '2010': async () => {}, '2410': async () => {}, '2420': async () => {} },
    'ledger.moneyFreed': async () => {},
    'ledger.newestYuanRate': async () => undefined,
  },
} satisfies Module

/** Opens `db` of server/core/db.ts on a fresh clone before the tests of this file, and closes and drops it after them. */
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
  await copyDatabase(admin, name, template)
  return { url: asServer(on(admin, name)), ownerUrl: on(admin, name), close: () => dropDatabase(admin, name) }
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

/** Creates the server's role and its rights in a database with tables, migrating it first if necessary. Returns the server's URL. */
export async function migrated(ownerUrl: string): Promise<string> {
  await asAdmin(ownerUrl, (client) => withRole(client, ownerUrl))
  await migrate(ownerUrl, { serverUrl: asServer(ownerUrl) })
  return asServer(ownerUrl)
}

/** Roles are shared by all databases. One test file creates it. */
async function withRole(client: pg.Client, url: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(7)')
  await makeServerRole(client, asServer(url))
  await client.query('SELECT pg_advisory_unlock(7)')
}

/** For history that is rewritten past its triggers until the end of the transaction, on every node of a spread database. */
export async function ignoreTriggers(tx: Tx): Promise<void> {
  await sql`SET LOCAL citus.propagate_set_commands = local`.execute(tx)
  await sql`SET LOCAL session_replication_role = replica`.execute(tx)
}

/** Whether a transaction of the test's database waits for a lock, on whichever node. */
export const somebodyWaits = async (): Promise<boolean> =>
  (
    await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      ${testWorkers.length > 0 ? sql`UNION ALL SELECT FROM citus_lock_waits` : sql``}`.execute(owner)
  ).rows.length > 0

let started: Promise<string> | undefined
const postgresUrl = (): Promise<string> =>
  (started ??= process.env.KAIKA_TEST_POSTGRES
    ? Promise.resolve(process.env.KAIKA_TEST_POSTGRES)
    : temporaryPostgres().then(({ url }) => url))
