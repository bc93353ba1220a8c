import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { emptyDatabase } from '../test/database.ts'
import { migrate } from './migrate.ts'

test('two processes that migrate at once do it once', async () => {
  const { url, close } = await emptyDatabase()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  assert.equal(applied.filter((names) => names.length > 0).length, 1)
  assert.deepEqual(await migrate(url), [])
  await close()
})

test('a migrated database has our tables and the job queue', async () => {
  const { url, close } = await emptyDatabase()
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "SELECT to_regclass('request_key') AS ours, to_regclass('graphile_worker.jobs') AS queue",
  )
  assert.deepEqual(rows, [{ ours: 'request_key', queue: 'graphile_worker.jobs' }])
  await client.end()
  await close()
})
