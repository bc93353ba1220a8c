import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { CONFIRM_DURABLE } from '../db.ts'
import { CITUS, hangingUpAfter, hearWarnings } from './databaseClient.ts'
import { grantToServer } from './serverRole.ts'

const FOLDER = new URL('../../../db/migrations/', import.meta.url)
const SIGNATURES = new URL('../../../db/signed.txt', import.meta.url)
/** An arbitrary number, the same for every process that migrates. */
const LOCK = 5_245_242

/** How long a migration waits for a lock, with everybody who comes after it, before it gives way and tries again. */
const LOCK_TIMEOUT = '2s'
const TRIES = 30
const PAUSE_MS = 1000
const GUARD_PAUSE_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

/** The first line of a file whose statements cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const ALONE = '-- without a transaction'

/** `until`: the name of the last file to apply. */
type Options = { serverUrl?: string; folder?: URL; until?: string }

/**
 * Brings the database up to date: applies new files of `db/migrations/` by name, each in a transaction of its own, and the tables of the job queue. Safe to run
 * from several processes simultaneously; the second waits and finds nothing to do. Returns the names of the applied files. `url` is the owner's; the role of
 * `serverUrl` gets what the server needs (db/grants.ts).
 */
export async function migrate(url: string, { serverUrl, folder = FOLDER, until }: Options = {}): Promise<string[]> {
  const pool = new pg.Pool({ Client: hangingUpAfter(0), connectionString: url, max: 3, onConnect: hearWarnings })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // One lock around both, because two job queues that install simultaneously collide.
  const guard = await pool.connect()
  try {
    await takeGuard(guard)
    const files = await filesIn(folder)
    const applied = await appliedIn(guard)
    refuseForeign(applied, files)
    await runMigrations({ pgPool: pool })
    const isDue = ({ name }: File) =>
      !applied.some((one) => one.name === name) && (until === undefined || name <= until)
    const fresh = files.filter(isDue)
    for (const { name } of fresh) await apply(db, name, files)
    await makeMonths(guard)
    if (serverUrl !== undefined) await grantToServer(guard, serverUrl)
    await guard.query(CONFIRM_DURABLE) // files that an earlier run applied may be on no standby yet
    return fresh.map(({ name }) => name)
  } finally {
    guard.release(true)
    await db.destroy()
  }
}

/** Asked for again and again: a statement that waits keeps its snapshot, and CREATE INDEX CONCURRENTLY of whoever has the lock would wait for that. */
async function takeGuard(client: pg.ClientBase): Promise<void> {
  const isTaken = async () =>
    (await client.query<{ has: boolean }>('SELECT pg_try_advisory_lock($1) AS has', [LOCK])).rows[0]!.has
  while (!(await isTaken())) await sleep(GUARD_PAUSE_MS)
}

/** The first months of tables that age; the sweep `retention.age` makes the later ones, also where a lock was not to be had. */
async function makeMonths(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('retention') IS NOT NULL AS there")
  if (!rows[0]!.there) return
  await client.query("SELECT make_months(now() + interval '1 month')").catch((error: pg.DatabaseError) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error
  })
}

type File = { name: string; text: string }
/** `digest` is null where the database does not know it: it was made before databases kept it. */
type Applied = { name: string; digest: string | null }

/** The SHA-256 of a file of `db/migrations/`, in hexadecimal: what a signature and a database remember it by. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function filesIn(folder: URL): Promise<File[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.sql'.length),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}

/** The migrations that no release has signed. Throws if a signed one is gone, is not what was signed, or comes after one that is not. */
export async function unsigned(folder = FOLDER, signatures = SIGNATURES): Promise<File[]> {
  const files = await filesIn(folder)
  const signed = (await readFile(signatures, 'utf8')).split('\n').filter((line) => /^[0-9a-f]{64} /.test(line))
  for (const [at, line] of signed.entries()) {
    const [digest, name] = line.split(/ +/)
    const file = files[at]
    if (!file || `${file.name}.sql` !== name || digestOf(file.text) !== digest)
      throw new Error(
        `db/migrations/${name} was released and is not what was signed: a later file changes what it made`,
      )
  }
  return files.slice(signed.length)
}

async function appliedIn(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Record<'names' | 'digests', boolean>>(
    "SELECT to_regclass('kysely_migration') IS NOT NULL AS names, to_regclass('migration_digest') IS NOT NULL AS digests",
  )
  const { names, digests } = rows[0]!
  if (!names) return []
  const digest = digests
    ? "(SELECT encode(sha256, 'hex') FROM migration_digest WHERE migration_digest.name = made.name)"
    : 'NULL'
  const found = await client.query<Applied>(
    `SELECT name, ${digest} AS digest FROM kysely_migration AS made ORDER BY name`,
  )
  return found.rows
}

/** Refuses a database that other files made than these. */
function refuseForeign(applied: readonly Applied[], ours: readonly File[]): void {
  const foreign = applied.filter(({ name }) => !ours.some((file) => file.name === name))
  if (foreign.length)
    throw new Error(
      applied.some(({ name }) => name === ours[0]!.name)
        ? `this database was migrated by a newer version (${foreign.map(({ name }) => name).join(', ')}): start that version or a newer one`
        : `this database was made before the first release (its last migration is ${foreign.at(-1)!.name}) and cannot be brought up to date: ` +
            'start with an empty database (docs/operate/database.md)',
    )
  const other = applied.find(({ name, digest }) => digest !== digestOf(ours.find((file) => file.name === name)!.text))
  if (other)
    throw new Error(
      `this database was made by another ${other.name}.sql than this version has, before it was released, and cannot be brought up to date: ` +
        'start with an empty database, or with the version that made it (docs/operate/database.md)',
    )
}

/** One file, waiting for locks only for moments at a time: whoever needs a table meanwhile waits no longer than that. */
async function apply(db: Kysely<unknown>, name: string, files: readonly File[]): Promise<void> {
  const alone = files.find((file) => file.name === name)!.text.startsWith(ALONE)
  for (let tries = 1; ; tries++) {
    const migrations = Object.fromEntries(files.map((file) => [file.name, asMigration(file, alone)]))
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateTo(name, { disableTransactions: alone })
    if (!error) return
    if (tries >= TRIES || codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    await sleep(PAUSE_MS)
  }
}

const codeOf = (error: unknown): unknown => ((error as Error).cause as { code?: unknown } | undefined)?.code

const asMigration = ({ name, text }: File, alone: boolean): Migration => ({
  async up(db) {
    let sent = 0
    const send = async ({ at, text }: Statement) => {
      sent = at
      await sql.raw(text).execute(db)
    }
    try {
      if (!alone) await sql.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`).execute(db)
      // Sent alone, because several in one message are a transaction; and an engine that spreads tables sends each change of one to the other nodes.
      if (alone || (await isSpread(db))) for (const statement of statementsIn(text)) await send(statement)
      else await send({ at: 0, text })
      // Again, if a file without a transaction was applied and its name was not noted.
      await sql`
        INSERT INTO migration_digest (name, sha256) VALUES (${name}, decode(${digestOf(text)}, 'hex'))
            ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`.execute(db)
    } catch (error) {
      const { message, position } = error as pg.DatabaseError
      const line = position ? `:${text.slice(0, sent + Number(position)).split('\n').length}` : ''
      throw new Error(`db/migrations/${name}.sql${line}: ${message}`, { cause: error })
    }
  },
})

const isSpread = async (db: Kysely<unknown>): Promise<boolean> => (await sql.raw(CITUS).execute(db)).rows.length > 0

/** A statement and its place in its file. */
type Statement = { at: number; text: string }
/** A comment, a string, a quoted name, a function's body, or one character. */
const TOKEN = /--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|[^]/g
function statementsIn(text: string): Statement[] {
  const statements: Statement[] = []
  let at: number | undefined
  for (const { 0: token, index } of `${text};`.matchAll(TOKEN))
    if (token === ';') {
      if (at !== undefined) statements.push({ at, text: text.slice(at, index) })
      at = undefined
    } else if (!/^(\s|--|\/\*)/.test(token)) at ??= index
  return statements
}
