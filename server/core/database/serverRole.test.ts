import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { freePort } from '#bin/postgres/postgres.ts'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { breakIns } from '#test/breakIns.ts'
import { emptyDatabase, withDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'
import { asRole, makeServerRole } from './serverRole.ts'

async function asked<R extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function undone(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(statement)
    await client.query('ROLLBACK')
  } finally {
    await client.end()
  }
}

describe('the server’s own connection to the database', () => {
  const database = withDatabase()

  it('alters no table, stops no trigger, reads no file, and rewrites no history', async () => {
    const { tried, through, guarded } = await breakIns(database.url)
    assert.deepEqual(through, [])
    assert.ok(guarded.length >= 12 && tried > 900, `${tried} ways were tried, ${guarded.length} tables only grow`)
  })

  it('has no right on a partition: it reads and writes tables, whose triggers check them', async () => {
    const parts = await asked<{ part: string; rights: string | null }>(
      database.url,
      `SELECT pg_class.oid::regclass::text AS part,
              (SELECT string_agg(name, ' ') FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS name
                WHERE has_any_column_privilege(pg_class.oid, name) OR has_table_privilege(pg_class.oid, 'DELETE, TRUNCATE, TRIGGER')) AS rights
         FROM pg_class WHERE relispartition AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    assert.ok(parts.some(({ part }) => part === 'ledger_entry_00_07'))
    assert.deepEqual(
      parts.filter(({ rights }) => rights !== null),
      [],
    )
  })

  it('has what the same attempts need to fail: their owner does them', async () => {
    for (const done of [
      'ALTER TABLE ledger_entry DISABLE TRIGGER ALL',
      'SET session_replication_role = replica',
      'DELETE FROM card_log',
    ])
      await undone(database.ownerUrl, done)
  })

  it('finds no function that works with the rights of somebody else, except those that make and drop months, and keep a shard in its place', async () => {
    const found = await asked<{ proname: string }>(
      database.url,
      `SELECT proname FROM pg_proc WHERE prosecdef AND has_function_privilege(oid, 'EXECUTE') ORDER BY 1`,
    )
    assert.deepEqual(
      found.map(({ proname }) => proname),
      ['drop_month', ...(testWorkers.length > 0 ? ['keep_shard'] : []), 'make_months'],
    )
  })

  it('does not open the door of the owner with its own password, or with none', async () => {
    const owner = new URL(database.ownerUrl).username
    for (const password of [new URL(database.url).password, ''])
      await assert.rejects(asked(asRole(database.url, owner, password), 'SELECT 1'), /password/)
  })
})

describe('a server', () => {
  const database = withDatabase()

  /** Waits until it is ready or has ended. */
  async function startsWith(url: string, more: NodeJS.ProcessEnv = {}): Promise<{ ready: boolean; said: string }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaika-role-'))
    const ports = { PORT: String(await freePort()), SIMULATORS_PORT: String(await freePort()) }
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, '../../main.ts')],
      {
        env: { ...process.env, ...ports, DATABASE_URL: url, KAIKA_DATA: folder, ...more },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    )
    let said = ''
    child.stderr!.on('data', (text) => (said += String(text)))
    const ended = once(child, 'close')
    const ready = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
    return { ready, said }
  }

  it('starts with a role that owns nothing', async () => {
    assert.deepEqual(await startsWith(database.url), { ready: true, said: '' })
  })

  it('does not start with one that could rewrite its history, and says in one line what to do', async () => {
    const { ready, said } = await startsWith(database.ownerUrl)
    assert.ok(!ready)
    assert.match(
      said,
      /^DATABASE_URL connects as kaika, which is a superuser: [^\n]+docs\/operate\/database\.md[^\n]+\n$/,
    )
    assert.ok(!said.includes(new URL(database.ownerUrl).password))
  })

  it('starts with it where the operator has said so, and says so', async () => {
    const { ready, said } = await startsWith(database.ownerUrl, { KAIKA_UNRESTRICTED_DATABASE: 'on' })
    assert.ok(ready, said)
    assert.match(said, /^DATABASE_URL connects as kaika, which is a superuser: [^\n]+\n$/)
  })

  it('does not start with the owner of its tables either, nor with one who may become them', async () => {
    await asked(database.ownerUrl, `CREATE ROLE kaika_heir LOGIN PASSWORD 'kaika-test'`)
    try {
      await asked(database.ownerUrl, `GRANT ALL ON ALL TABLES IN SCHEMA public TO kaika_heir`)
      await asked(database.ownerUrl, `ALTER TABLE ledger_entry OWNER TO kaika_heir`)
      const { ready, said } = await startsWith(asRole(database.url, 'kaika_heir', 'kaika-test'))
      assert.ok(!ready)
      assert.match(said, /kaika_heir, which owns tables:/)
    } finally {
      await asked(database.ownerUrl, `REASSIGN OWNED BY kaika_heir TO kaika`)
      await asked(database.ownerUrl, `DROP OWNED BY kaika_heir`)
      await asked(database.ownerUrl, `DROP ROLE kaika_heir`)
    }
  })
})

describe('a database of one’s own', () => {
  it('is migrated by an owner who is no superuser, for a role of any name, and again without a change', async () => {
    const { ownerUrl: admin, close } = await emptyDatabase()
    const name = new URL(admin).pathname.slice(1)
    const [owner, server] = [`${name}_owner`, `Server of ${name}`]
    const [ownerUrl, serverUrl] = [asRole(admin, owner, 'one'), asRole(admin, server, 'two: /@?')]
    await asked(admin, `CREATE ROLE ${owner} LOGIN PASSWORD 'one'`)
    await asked(admin, `ALTER DATABASE ${name} OWNER TO ${owner}`)
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    try {
      const asOwner = new pg.Client({ connectionString: ownerUrl })
      await asOwner.connect()
      await assert.rejects(
        makeServerRole(asOwner, serverUrl),
        /there is no role Server of .* docs\/operate\/database\.md/,
      )
      await asOwner.end()
      await makeServerRole(client, serverUrl)
      await migrate(ownerUrl, { serverUrl })
      const rights = () =>
        asked(
          admin,
          `SELECT grantee, table_name, column_name, privilege_type FROM information_schema.column_privileges
            WHERE grantee = $1 ORDER BY 1, 2, 3, 4`,
          [server],
        )
      const before = await rights()
      assert.ok(before.length > 1000)
      // Rights granted in between are revoked, and the next start finds everything as before.
      await asked(admin, `GRANT UPDATE, DELETE ON ledger_entry TO "${server}"`)
      assert.deepEqual(await migrate(ownerUrl, { serverUrl }), [])
      assert.deepEqual(await rights(), before)
      assert.deepEqual((await breakIns(serverUrl)).through, [])
    } finally {
      await client.end()
      await close()
      await asked(onPostgres(admin), `DROP ROLE ${owner}`)
      await asked(onPostgres(admin), `DROP ROLE "${server}"`)
    }
  })
})

const onPostgres = (url: string): string => Object.assign(new URL(url), { pathname: 'postgres' }).href
