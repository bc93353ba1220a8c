/** The database of the demo: one's own by DATABASE_URL, or the embedded PostgreSQL in KAIKA_DATA. */
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readSecrets } from '../server/config.ts'
import { migrate } from '../server/migrate.ts'
import { useSecrets } from '../server/secrets.ts'
import { freePort, runningPostgres, startPostgres, type Postgres } from './postgres.ts'
import { keep, type Kept } from './supervise.ts'

export const dataDir = path.resolve(process.env.KAIKA_DATA ?? '.kaika')
const folder = path.join(dataDir, 'postgres')
const NAME = 'kaika'

const on = (admin: string, database: string): string => Object.assign(new URL(admin), { pathname: database }).href

export type DemoDatabase = Kept & { url: string; embedded: boolean }
const NOT_OURS: Kept = { stop: async () => {}, kill: () => {} }

/** For as long as the demo runs: if PostgreSQL dies, it is started again on the same port. */
export async function keepDatabase(say: (line: string) => void): Promise<DemoDatabase> {
  const given = process.env.DATABASE_URL
  if (given) return { ...NOT_OURS, url: given, embedded: false }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const port = await freePort()
  let postgres: Postgres | undefined
  const start = async () => {
    const started = (postgres = await startPostgres({ dir: folder, port }))
    return {
      ended: started.ended.then(() => 'ended'),
      stop: started.stop,
      kill: () => process.kill(started.pid, 'SIGQUIT'),
    }
  }
  const kept = await keep('PostgreSQL', start, say)
  await createDatabase(postgres!.url)
  return { ...kept, url: on(postgres!.url, NAME), embedded: true }
}

/** For one errand: the database of the running demo, or its PostgreSQL started until `stop`. */
export async function borrowDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const running = runningPostgres(folder)
  const given = process.env.DATABASE_URL ?? (running && on(running, NAME))
  if (given) return { url: given, stop: async () => {} }
  if (!existsSync(folder))
    throw new Error(`there is no database in ${dataDir} yet: run npm start once, or set DATABASE_URL`)
  const postgres = await startPostgres({ dir: folder })
  return { url: on(postgres.url, NAME), stop: postgres.stop }
}

/** Migrated, and without half a demo world: an embedded database in which the telling was cut short is made anew. */
export async function prepareDatabase({ url, embedded }: DemoDatabase, say: (line: string) => void): Promise<void> {
  await migrateSigning(url)
  if ((await demoWorld(url)) !== 'half') return
  if (!embedded) throw new Error('the demo world in this database was cut short: begin with an empty one')
  say('The demo world was cut short: telling it again from the beginning.')
  const admin = on(url, 'postgres')
  await asAdmin(admin, (client) => client.query(`DROP DATABASE ${NAME} WITH (FORCE)`))
  for (const file of globSync(path.join(dataDir, 'simulators.sqlite*'))) rmSync(file) // the outside's half of it
  await createDatabase(admin)
  await migrateSigning(url)
}

/** One of the migrations signs what is there already, with the key of this data folder. */
export async function migrateSigning(url: string): Promise<void> {
  useSecrets(readSecrets(dataDir))
  await migrate(url)
}

export async function demoWorld(url: string): Promise<'none' | 'half' | 'whole'> {
  let found: 'none' | 'half' | 'whole' = 'none'
  await asAdmin(url, async (client) => {
    const { rows } = await client.query<{ finished_at: Date | null }>('SELECT finished_at FROM demo_world')
    if (rows[0]) found = rows[0].finished_at ? 'whole' : 'half'
  })
  return found
}

const createDatabase = (admin: string): Promise<void> =>
  asAdmin(admin, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME])
    if (!rowCount) await client.query(`CREATE DATABASE ${NAME}`)
  })

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
