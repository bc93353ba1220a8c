/** The database as the servers see it, and the role that owns its tables. */
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { grants } from '#db/grants.ts'
import { clockSkewMs, isClockRight } from '#server/core/clock.ts'
import { closeDb, db, many, one, openDb, sql } from '#server/core/db.ts'
import { compareClocks } from '#server/core/health/clockMonitor.ts'
import { excessRights } from '#server/core/database/serverRole.ts'
import { dangers } from '#server/core/settings/dangers.ts'
import { databaseFacts } from '#server/production.ts'
import type { Found, Seen } from './seen.ts'

/** Of all its pools; what staff and tools need comes on top. */
const CONNECTIONS_OF_A_SERVER = 24

export async function lookAtDatabase({ config }: Seen): Promise<Found> {
  if (!config.databaseUrl) return { wrong: [], skipped: 'DATABASE_URL is missing' }
  openDb(config.databaseUrl, { connections: 2 })
  try {
    return { wrong: await problems(config) }
  } catch (error) {
    return { wrong: [`DATABASE_URL leads to no database that answers: ${reasonOf(error)}`] }
  } finally {
    await closeDb()
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as Error & { code?: string }
  return message || code || String(error)
}

async function problems(config: Seen['config']): Promise<string[]> {
  const wrong = await settingsOfServer()
  await compareClocks()
  if (!isClockRight())
    wrong.push(
      `this machine's clock is ${Math.round(clockSkewMs()! / 1000)} seconds ahead of the database's: check NTP on both`,
    )
  const tables = await tablesMissing()
  if (tables.length > 0) return [...wrong, ...tables]
  const rights = await rightsMissing()
  if (rights.length > 0)
    return [
      ...wrong,
      ...dangers.mightyRole({ settings: config, database: { demo: [], demoStaff: [], ...(await excessRights()) } }),
      `DATABASE_URL connects as a role that lacks ${rights.slice(0, 3).join(', ')}${rights.length > 3 ? ` and ${rights.length - 3} more rights` : ''}: run bin/kaika migrate with this DATABASE_URL`,
    ]
  const database = await databaseFacts({ staff: true })
  const facts = { settings: config, database }
  return [
    ...wrong,
    ...(config.simulated
      ? []
      : [dangers.mightyRole, dangers.demoDatabase, dangers.demoPasswords].flatMap((row) => row(facts))),
    ...(await administrators()),
  ]
}

/** Settings that lose what was acknowledged, or change what statements mean; with the value that each must not have. */
const settingsThatLose: Record<string, { not: string; because: string }> = {
  fsync: { not: 'off', because: 'a power cut would lose or damage everything' },
  full_page_writes: { not: 'off', because: 'a power cut could damage tables' },
  synchronous_commit: { not: 'off', because: 'a power cut would lose money that was acknowledged' },
  zero_damaged_pages: { not: 'on', because: 'damage would be hidden' },
  ignore_checksum_failure: { not: 'on', because: 'damage would be hidden' },
  standard_conforming_strings: { not: 'off', because: 'texts would be read differently' },
  default_transaction_read_only: { not: 'on', because: 'nothing could be written' },
  session_replication_role: { not: 'replica', because: 'the triggers that guard the books would not run' },
}

async function settingsOfServer(): Promise<string[]> {
  const { version, encoding, standby, isolation, connections } = await one(
    db,
    sql<{ version: number; encoding: string; standby: boolean; isolation: string; connections: number }>`
    SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS standby,
           current_setting('server_encoding') AS encoding, current_setting('default_transaction_isolation') AS isolation,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections`,
  )
  const found = await many(
    db,
    sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings WHERE name = ANY (${Object.keys(settingsThatLose)})`,
  )
  return [
    ...(version < 150_000 ? [`PostgreSQL is older than 15: ${Math.floor(version / 10_000)}`] : []),
    ...(encoding === 'UTF8' ? [] : [`the database has the encoding ${encoding}: create it with ENCODING 'UTF8'`]),
    ...(standby ? ['DATABASE_URL leads to a standby, where nothing can be written'] : []),
    ...(isolation === 'read committed'
      ? []
      : [`default_transaction_isolation is ${isolation}: read committed is what the server's locks expect`]),
    ...(connections < CONNECTIONS_OF_A_SERVER
      ? [`max_connections leaves ${connections}, and one server uses up to ${CONNECTIONS_OF_A_SERVER}`]
      : []),
    ...found.flatMap(({ name, setting }) =>
      setting === settingsThatLose[name]!.not ? [`${name} is ${setting}: ${settingsThatLose[name]!.because}`] : [],
    ),
  ]
}

async function tablesMissing(): Promise<string[]> {
  const { there, readable } = await one(
    db,
    sql<{ there: boolean; readable: boolean | null }>`
    SELECT to_regclass('public.kysely_migration') IS NOT NULL AS there,
           has_table_privilege(to_regclass('public.kysely_migration'), 'SELECT') AS readable`,
  )
  if (!there) return ['the database has no tables: run bin/kaika migrate']
  if (!readable)
    return ['the database has tables that this role may not read: run bin/kaika migrate with this DATABASE_URL']
  const ours = readdirSync(new URL('../../../db/migrations/', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
  const applied = (await many(db, sql<{ name: string }>`SELECT name FROM kysely_migration`)).map(({ name }) => name)
  const missing = ours.filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !ours.includes(name))
  return [
    ...(missing.length > 0 ? [`the database lacks the migrations ${missing.join(', ')}: run bin/kaika migrate`] : []),
    ...(newer.length > 0 ? [`the database was migrated by a newer version (${newer.join(', ')}): start that one`] : []),
  ]
}

/** What db/grants.ts lists and the role does not have. */
async function rightsMissing(): Promise<string[]> {
  const needed = Object.entries(grants).flatMap(([table, rights]) =>
    ['SELECT', ...(rights.match(/INSERT|UPDATE|DELETE/g) ?? [])].map((right) => ({ table, right })),
  )
  const lacking = await many(
    db,
    sql<{ right: string; table: string }>`
    SELECT needed.right, needed.table
      FROM unnest(${needed.map(({ table }) => table)}::text[], ${needed.map(({ right }) => right)}::text[]) AS needed ("table", "right")
     WHERE CASE WHEN to_regclass('public.' || needed.table) IS NULL THEN false
                WHEN needed.right = 'DELETE' THEN NOT has_table_privilege('public.' || needed.table, 'DELETE')
                ELSE NOT has_any_column_privilege('public.' || needed.table, needed.right) END`,
  )
  return lacking.map(({ right, table }) => `${right} on ${table}`)
}

/** Nobody yet is how an installation begins; a single administrator can change nobody's roles. */
async function administrators(): Promise<string[]> {
  const { staff, admins } = await one(
    db,
    sql<{ staff: number; admins: number }>`
    SELECT count(*) AS staff, count(*) FILTER (WHERE 'ADMIN' = ANY (roles) AND disabled_at IS NULL) AS admins FROM staff`,
  )
  return staff > 0 && admins < 2
    ? [
        `the desk has ${admins} administrator${admins === 1 ? '' : 's'}, and changes of roles take two: bin/kaika staff add`,
      ]
    : []
}

export async function lookAtOwner({ env, config: { databaseUrl } }: Seen): Promise<Found> {
  const ownerUrl = env['KAIKA_DATABASE_OWNER_URL']
  if (!ownerUrl || !databaseUrl) return { wrong: [], skipped: 'KAIKA_DATABASE_OWNER_URL is not set here' }
  if (!URL.canParse(ownerUrl))
    return { wrong: ['KAIKA_DATABASE_OWNER_URL is not an address like postgres://owner@host/kaika'] }
  if (URL.canParse(databaseUrl) && new URL(ownerUrl).username === new URL(databaseUrl).username)
    return {
      wrong: [
        'KAIKA_DATABASE_OWNER_URL has the role of DATABASE_URL: migrations need one that owns the tables, servers one that does not',
      ],
    }
  try {
    const [owners, servers] = await Promise.all([identityOf(ownerUrl), identityOf(databaseUrl).catch(() => undefined)])
    return {
      wrong: [
        ...(servers && servers.database !== owners.database
          ? ['KAIKA_DATABASE_OWNER_URL leads to another database than DATABASE_URL']
          : []),
        ...(owners.foreign > 0
          ? [`KAIKA_DATABASE_OWNER_URL connects as a role that does not own ${owners.foreign} of the tables`]
          : []),
      ],
    }
  } catch (error) {
    return { wrong: [`KAIKA_DATABASE_OWNER_URL leads to no database that answers: ${reasonOf(error)}`] }
  }
}

async function identityOf(url: string): Promise<{ database: string; foreign: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ database: string; foreign: number }>(
      `SELECT current_database() || ' ' || pg_postmaster_start_time() AS database,
              (SELECT count(*)::int FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
                  AND NOT pg_has_role(relowner, 'USAGE')) AS foreign`,
    )
    return rows[0]!
  } finally {
    await client.end().catch(() => {})
  }
}
