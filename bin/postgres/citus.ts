/** A coordinator and two workers, from the PostgreSQL with Citus that this machine has installed. For tests: they live as long as this process. */
import { randomBytes } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile, chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeServerRole, SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { migrate } from '#server/core/database/migrate.ts'
import { distribute } from './distribute.ts'
import { unprivileged, type Programs } from './postgresPrograms.ts'
import { temporaryPostgres, type Temporary } from './temporaryPostgres.ts'
import { asAdmin, asServer, onDatabase } from './testCluster.ts'

/** The newest PostgreSQL here that has Citus. */
export function programsWithCitus(): Programs | undefined {
  const found = globSync('/usr/lib/postgresql/*/lib/citus.so').sort().at(-1)
  const bin = found && path.join(path.dirname(found), '../bin')
  if (!bin || !existsSync(`${bin}/initdb`)) return undefined
  return { initdb: `${bin}/initdb`, postgres: `${bin}/postgres`, runAs: unprivileged() }
}

const SETTINGS = [
  'shared_preload_libraries=citus',
  'max_connections=600',
  'max_prepared_transactions=600',
  'max_locks_per_transaction=1024',
  'citus.enable_unsafe_triggers=on',
  'citus.shard_count=4',
  // A transaction may change a copied table after many shards.
  'citus.multi_shard_modify_mode=sequential',
  'citus.node_conninfo=sslmode=disable',
]

export type Spread = { coordinator: string; workers: string[]; nodes: readonly Temporary[]; stop(): Promise<void> }

/** `settings`: beside those of tests, and instead of them. */
export async function temporaryCitus(
  programs: Programs,
  { durable = false, settings = [] }: { durable?: boolean; settings?: readonly string[] } = {},
): Promise<Spread> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-citus-'))
  const passwordFile = path.join(folder, 'passwords')
  // The coordinator gives the workers its roles with their passwords.
  const password = randomBytes(18).toString('base64url')
  const options = { programs, durable, settings: [...SETTINGS, ...settings], password, passwordFile }
  const nodes = await Promise.all([0, 1, 2].map(() => temporaryPostgres(options)))
  const [coordinator, ...workers] = nodes.map(({ url }) => url) as [string, ...string[]]
  await writeFile(passwordFile, [coordinator, asServer(coordinator)].map(passwordLine).join(''), { mode: 0o600 })
  const { uid, gid } = programs.runAs
  if (uid !== undefined && gid !== undefined) for (const owned of [folder, passwordFile]) await chown(owned, uid, gid)
  for (const url of [coordinator, ...workers]) await asAdmin(url, (client) => makeServerRole(client, asServer(url)))
  return {
    coordinator,
    workers,
    nodes,
    stop: async () => {
      await Promise.all(nodes.map(({ stop }) => stop()))
      await rm(folder, { recursive: true })
    },
  }
}

const passwordLine = (url: string): string => {
  const { username, password } = new URL(url)
  return `*:*:*:${username}:${decodeURIComponent(password)}\n`
}

/** Makes the nodes know each other in this database. It must be there on each of them, and empty. */
export async function joinNodes(admin: string, workers: readonly string[], database: string): Promise<void> {
  for (const node of [admin, ...workers])
    await asAdmin(onDatabase(node, database), (client) => client.query('CREATE EXTENSION citus'))
  const at = (url: string) => [new URL(url).hostname, Number(new URL(url).port)]
  await asAdmin(onDatabase(admin, database), async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', at(admin))
    for (const worker of workers) await client.query('SELECT citus_add_node($1, $2)', at(worker))
  })
}

/** A new database, migrated and spread. Returns the owner's address. */
export async function spreadDatabase({ coordinator, workers, nodes }: Spread, name: string): Promise<string> {
  for (const { url } of nodes) await asAdmin(url, (client) => client.query(`CREATE DATABASE ${name}`))
  await joinNodes(coordinator, workers, name)
  const ownerUrl = onDatabase(coordinator, name)
  await migrate(ownerUrl, { serverUrl: asServer(ownerUrl) })
  await distribute(ownerUrl, SERVER_ROLE)
  return ownerUrl
}

/** Spreads the tables of a migrated template, which then can be copied node by node: nothing is connected to it any more. */
export async function spreadTemplate(admin: string, workers: readonly string[], template: string): Promise<void> {
  await distribute(onDatabase(admin, template), SERVER_ROLE)
  for (const node of [admin, ...workers])
    await asAdmin(node, async (client) => {
      await client.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`)
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [template])
    })
}
