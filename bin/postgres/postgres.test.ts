import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { memorySettings } from './memorySettings.ts'
import { freePort, runningPostgres, startPostgres } from './postgres.ts'

let folder: string
let dir: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaika-launch-'))
  dir = path.join(folder, 'postgres')
})
after(() => rm(folder, { recursive: true, force: true }))

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

test('a first start that was cut short half-way through leaves nothing in the way', async () => {
  mkdirSync(`${dir}.new/base`, { recursive: true })
  writeFileSync(`${dir}.new/PG_VERSION`, '18\n')
  const postgres = await startPostgres({ dir })
  assert.deepEqual(await ask(postgres.url, 'SELECT 1'), [1])
  await postgres.stop()
})

test('buffers and log have a share of the memory, within limits', async () => {
  assert.deepEqual(memorySettings(24 * 1024).slice(0, 3), [
    'shared_buffers=6144MB',
    'effective_cache_size=12288MB',
    'max_wal_size=8192MB',
  ])
  assert.deepEqual(memorySettings(300).slice(0, 3), [
    'shared_buffers=128MB',
    'effective_cache_size=256MB',
    'max_wal_size=2048MB',
  ])
  const postgres = await startPostgres({ dir })
  const [buffers] = await ask(
    postgres.url,
    "SELECT setting::int * 8 / 1024 FROM pg_settings WHERE name = 'shared_buffers'",
  )
  assert.equal(`shared_buffers=${String(buffers)}MB`, memorySettings()[0])
  await postgres.stop()
})

test('characters are classified as in UTF-8, so that the trigram index sees Chinese', async () => {
  const postgres = await startPostgres({ dir })
  await ask(postgres.url, 'CREATE EXTENSION pg_trgm')
  assert.deepEqual(await ask(postgres.url, "SELECT cardinality(show_trgm('支付宝')) > 0"), [true])
  await postgres.stop()
})

test('what was committed is there after kill -9, and outside tests it is on disk at commit', async () => {
  const postgres = await startPostgres({ dir })
  assert.deepEqual(await ask(postgres.url, "SELECT current_setting('fsync'), current_setting('synchronous_commit')"), [
    'on',
    'on',
  ])
  await ask(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.ended
  const again = await startPostgres({ dir })
  assert.deepEqual(await ask(again.url, 'SELECT answer FROM kept'), [42])
  await again.stop()
})

test('a server left behind by a supervisor that was killed is found, and gives way to the next start', async () => {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
    await startPostgres({ dir: ${JSON.stringify(dir)} })
    process.kill(process.pid, 'SIGKILL')`
  await once(spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: 'ignore' }), 'exit')
  const left = runningPostgres(dir)
  assert.ok(left, 'it lives on without its supervisor')
  const next = await startPostgres({ dir })
  assert.notEqual(next.url, left)
  assert.deepEqual(await ask(next.url, 'SELECT answer FROM kept'), [42])
  await next.stop()
  assert.equal(runningPostgres(dir), undefined)
})

test('two supervisors cannot share a folder, and the first is not disturbed', async () => {
  const first = await startPostgres({ dir })
  await assert.rejects(startPostgres({ dir }), /in use by process \d+/)
  assert.deepEqual(await ask(first.url, 'SELECT 1'), [1])
  await first.stop()
})

test('a process number that somebody else has got since does not stop the start', async () => {
  writeFileSync(path.join(dir, 'postmaster.pid'), `${process.ppid}\n${dir}\n`)
  const postgres = await startPostgres({ dir })
  assert.deepEqual(await ask(postgres.url, 'SELECT 1'), [1])
  await postgres.stop()
})

test('a port that is taken is named', async () => {
  const port = await freePort()
  const squatter = createServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  await assert.rejects(startPostgres({ dir, port }), new RegExp(`port ${port} is taken`))
  squatter.close()
})
