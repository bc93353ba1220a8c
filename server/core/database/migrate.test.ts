import assert from 'node:assert/strict'
import { appendFile, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { beforeEach, afterEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { OURS, withMore } from '#test/fixtures/migrations.ts'
import { digestOf, migrate, unsigned } from './migrate.ts'

const BASELINE = '0001_baseline'

let database: TestDatabase
let url: string
let client: pg.Client
beforeEach(async () => {
  database = await emptyDatabase()
  url = database.ownerUrl
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.close()
})

test('two processes that migrate at once do it once', async () => {
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  assert.equal(applied.filter((names) => names.length > 0).length, 1)
  assert.deepEqual(await migrate(url), [])
})

test('a migrated database has our tables and the job queue', async () => {
  await migrate(url)
  const { rows } = await client.query(
    "SELECT to_regclass('request_key') AS ours, to_regclass('graphile_worker.jobs') AS queue",
  )
  assert.deepEqual(rows, [{ ours: 'request_key', queue: 'graphile_worker.jobs' }])
})

describe('a database that other files made', () => {
  const made = async (...names: string[]) => {
    await client.query('CREATE TABLE kysely_migration (name varchar PRIMARY KEY, timestamp varchar NOT NULL)')
    await client.query(`INSERT INTO kysely_migration SELECT unnest($1::varchar[]), ''`, [names])
  }
  const untouched = async () =>
    assert.deepEqual((await client.query("SELECT to_regclass('graphile_worker.jobs') AS queue")).rows, [
      { queue: null },
    ])

  test('from before the first release is refused with what to do, and stays as it is', async () => {
    await made('0001_house', '0079_rail_words')
    await assert.rejects(migrate(url), {
      message:
        'this database was made before the first release (its last migration is 0079_rail_words) and cannot be brought up to date: ' +
        'start with an empty database (docs/operate/database.md)',
    })
    await untouched()
  })

  test('under the same names is refused with what to do, and stays as it is', async () => {
    await migrate(url)
    await client.query("UPDATE migration_digest SET sha256 = sha256('another text')")
    await assert.rejects(migrate(url), {
      message:
        'this database was made by another 0001_baseline.sql than this version has, before it was released, and cannot be brought up to date: ' +
        'start with an empty database, or with the version that made it (docs/operate/database.md)',
    })
    await client.query('DROP TABLE migration_digest')
    await assert.rejects(migrate(url), /made by another 0001_baseline\.sql/)
  })

  test('by a newer version is left to that version', async () => {
    await made(BASELINE, '9999_newer')
    await assert.rejects(migrate(url), {
      message: 'this database was migrated by a newer version (9999_newer): start that version or a newer one',
    })
    await untouched()
  })
})

describe('the next migration', () => {
  test('of a release is signed, and does not change any more', async () => {
    assert.ok(await unsigned(), 'what was signed is as it was')
    const { folder } = await withMore({ '8001_next': 'SELECT 1;' })
    const signatures = new URL('signed.txt', folder)
    const released = (await readdir(OURS)).filter((name) => name.endsWith('.sql'))
    const lines = released.map(async (name) => `${digestOf(await readFile(new URL(name, OURS), 'utf8'))}  ${name}\n`)
    await writeFile(signatures, `# a note\n${(await Promise.all(lines)).join('')}`)
    assert.deepEqual(
      (await unsigned(folder, signatures)).map(({ name }) => name),
      ['8001_next'],
    )
    await appendFile(new URL(`${BASELINE}.sql`, folder), '-- one word more\n')
    await assert.rejects(unsigned(folder, signatures), /0001_baseline\.sql was released and is not what was signed/)
    await rm(new URL(`${BASELINE}.sql`, folder))
    await assert.rejects(unsigned(folder, signatures), /0001_baseline\.sql was released and is not what was signed/)
  })

  const has = async (relation: string) =>
    (await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [relation])).rows[0].there as boolean

  test('that fails leaves nothing of itself, keeps those before it, and names its line', async () => {
    const files = {
      '8001_good': 'CREATE TABLE good (a int);',
      '8002_bad': 'CREATE TABLE bad (a int);\nINSERT INTO bad VALUES (1),\n  (nothing);',
    }
    await assert.rejects(migrate(url, await withMore(files)), /db\/migrations\/8002_bad\.sql:3: column "nothing"/)
    assert.deepEqual([await has('good'), await has('bad')], [true, false])
    const mended = await withMore({ ...files, '8002_bad': 'CREATE TABLE bad (a int);' })
    assert.deepEqual(await migrate(url, mended), ['8002_bad'])
  })

  test('builds an index while others write, if it says so in its first line', async () => {
    await migrate(url)
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    await writer.query('BEGIN')
    await writer.query(
      `INSERT INTO request_key (cell, account_id, route, request_no, body_hash, expires_at, created_at) VALUES (cell_of('acc_1'), 'acc_1', 'r', '1', '', now(), now())`,
    )
    const next = await withMore({
      '8001_index': `-- without a transaction
-- Left behind, and never used, where building it was interrupted.
DROP INDEX CONCURRENTLY IF EXISTS request_key_created;
CREATE INDEX CONCURRENTLY request_key_created ON request_key (created_at);
`,
    })
    const migrating = migrate(url, next)
    await sleep(300)
    // A plain CREATE INDEX would make this one wait.
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query(`SET lock_timeout = '1s'`)
    await other.query(
      `INSERT INTO request_key (cell, account_id, route, request_no, body_hash, expires_at, created_at) VALUES (cell_of('acc_1'), 'acc_1', 'r', '2', '', now(), now())`,
    )
    await writer.query('COMMIT')
    assert.deepEqual(await migrating, ['8001_index'])
    assert.ok(await has('request_key_created'))
    await Promise.all([writer.end(), other.end()])
  })

  test('gives way when it cannot have its lock, and gets it when the table is free', async () => {
    await migrate(url)
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('BEGIN; SELECT FROM request_key')
    const migrating = migrate(url, await withMore({ '8001_column': 'ALTER TABLE request_key ADD COLUMN extra int;' }))
    // Everybody behind the waiting migration waits too: it must not be for long.
    await sleep(500)
    const began = performance.now()
    await client.query('SELECT count(*) FROM request_key')
    assert.ok(performance.now() - began < 3000)
    await reader.query('COMMIT')
    assert.deepEqual(await migrating, ['8001_column'])
    await reader.end()
  })
})
