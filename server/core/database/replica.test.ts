/** With a real standby: a second PostgreSQL that begins with the same files and streams from the first. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { lookAtReplica } from '#bin/operate/check/replica.ts'
import type { Seen } from '#bin/operate/check/seen.ts'
import { startPostgres, type Postgres } from '#bin/postgres/postgres.ts'
import { asAdmin, asServer, copyCluster, onDatabase, templateDatabase } from '#bin/postgres/testCluster.ts'
import { closeDb, db, openDb, openPool, sql } from '../db.ts'
import { urlForLongReads, useReplica } from './replica.ts'

describe('a replica', () => {
  let folder: string
  let home: Postgres
  let standby: Postgres
  let [url, replicaUrl] = ['', '']
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kaika-replica-'))
    const start = async (name: string, settings: string[] = []): Promise<Postgres> => {
      const dir = path.join(folder, name)
      await copyCluster(dir)
      if (settings.length > 0) writeFileSync(path.join(dir, 'standby.signal'), '')
      return startPostgres({
        dir,
        durable: false,
        settings: ['shared_buffers=64MB', 'synchronous_commit=on', ...settings],
      })
    }
    home = await start('home')
    const { hostname, port, username, password } = new URL(home.url)
    const leader = `host=${hostname} port=${port} user=${username} password=${password}`
    standby = await start('standby', [`primary_conninfo=${leader}`, 'hot_standby_feedback=on'])
    const name = await templateDatabase(home.url, [])
    url = asServer(onDatabase(home.url, name))
    replicaUrl = asServer(onDatabase(standby.url, name))
    await asAdmin(home.url, (client) => client.query(`ALTER DATABASE ${name} IS_TEMPLATE false`))
    openDb(url, { connections: 2 })
  })
  beforeEach(() => useReplica(replicaUrl))
  after(async () => {
    await useReplica(undefined)
    await closeDb()
    await standby.stop()
    await home.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const replay = (what: 'pause' | 'resume') =>
    asAdmin(standby.url, (client) => client.query(`SELECT pg_wal_replay_${what}()`))
  const write = (word: string) =>
    sql`INSERT INTO job_worker (pool_id, lock_key, seen_at) VALUES (${word}, 1, clock_timestamp())`.execute(db)
  const readThere = async (word: string): Promise<number> => {
    const pool = openPool(await urlForLongReads(), { connections: 1 })
    const { rowCount } = await pool.query('SELECT FROM job_worker WHERE pool_id = $1', [word])
    await pool.end()
    return rowCount!
  }

  test('serves long reads, with everything that was committed before', async () => {
    for (let n = 0; n < 20; n++) {
      await write(`word ${n}`)
      assert.equal(await readThere(`word ${n}`), 1)
      assert.equal(await urlForLongReads(), replicaUrl)
    }
  })

  test('is not used while it is behind, and again once it has caught up', async () => {
    await replay('pause')
    await write('behind')
    assert.equal(await urlForLongReads(), url)
    assert.equal(await readThere('behind'), 1)
    await replay('resume')
    await useReplica(replicaUrl)
    assert.equal(await urlForLongReads(), replicaUrl)
  })

  test('is not used if it is away, or follows nobody, or is not set', async () => {
    await useReplica(Object.assign(new URL(replicaUrl), { port: '1' }).href)
    assert.equal(await urlForLongReads(), url)
    await useReplica(url)
    const began = performance.now()
    assert.equal(await urlForLongReads(), url)
    assert.ok(performance.now() - began < 1000, 'a database that follows nobody is not waited for')
    await useReplica(undefined)
    assert.equal(await urlForLongReads(), url)
  })

  test('is checked with an installation', async () => {
    const wrongWith = async (replica: string | undefined): Promise<readonly string[]> =>
      (await lookAtReplica({ config: { databaseUrl: url, replicaUrl: replica } } as Seen)).wrong
    assert.deepEqual(await wrongWith(undefined), [])
    assert.deepEqual(await wrongWith(replicaUrl), [])
    assert.match((await wrongWith('somewhere')).join(), /^KAIKA_REPLICA_URL is not an address/)
    assert.match((await wrongWith(url)).join(), /^KAIKA_REPLICA_URL leads to a database that streams from no other/)
    assert.match((await wrongWith(standby.url)).join(), /^KAIKA_REPLICA_URL leads to no copy of the database/)
    const away = Object.assign(new URL(replicaUrl), { port: '1' }).href
    assert.match((await wrongWith(away)).join(), /^KAIKA_REPLICA_URL leads to no database that answers/)
    await asAdmin(standby.url, async (client) => {
      await client.query('ALTER SYSTEM SET max_standby_streaming_delay = 1000')
      await client.query('SELECT pg_reload_conf()')
    })
    assert.deepEqual(await wrongWith(replicaUrl), [], 'feedback is enough')
  })
})
