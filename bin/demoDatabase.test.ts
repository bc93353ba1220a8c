import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrate } from '#server/core/database/migrate.ts'
import { readSecrets } from '#server/core/settings/storedSecrets.ts'
import { breakIns } from '#test/breakIns.ts'
import { startPostgres } from './postgres/postgres.ts'

let folder: string
let demo: typeof import('./demoDatabase.ts')
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaika-roles-'))
  process.env.KAIKA_DATA = folder // it is read only once
  delete process.env.DATABASE_URL
  demo = await import('./demoDatabase.ts')
})
after(() => rm(folder, { recursive: true, force: true }))

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query({ text: query, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

test('a data folder from before there were two roles gets the second one, and keeps what is in it', async () => {
  const old = await startPostgres({ dir: path.join(folder, 'postgres') })
  await ask(old.url, 'CREATE DATABASE kaika')
  const kaika = Object.assign(new URL(old.url), { pathname: 'kaika' }).href
  await migrate(kaika)
  await ask(
    kaika,
    `INSERT INTO merchant (ref, name, mcc, country, words, created_at) VALUES ('', 'KEPT', '', '', '', '2026-01-01')`,
  )
  await old.stop()

  const database = await demo.keepDatabase(() => {})
  try {
    await demo.prepareDatabase(database, () => {}, readSecrets(folder))
    assert.deepEqual(await ask(database.url, `SELECT current_user::text, name FROM merchant WHERE name = 'KEPT'`), [
      'kaika_server',
      'KEPT',
    ])
    assert.deepEqual((await breakIns(database.url)).through, [])
    const [owners, servers] = [database.ownerUrl, database.url].map((url) => new URL(url).password)
    assert.notEqual(owners, servers)
    await ask(database.url, `ALTER ROLE CURRENT_USER PASSWORD 'of somebody else'`)
    await assert.rejects(ask(database.url, 'SELECT 1'), /password/)
  } finally {
    await database.stop()
  }
})

test('the next start finds the same role, whatever was done to its password', async () => {
  const database = await demo.keepDatabase(() => {})
  try {
    assert.deepEqual(await ask(database.url, `SELECT count(*)::int FROM merchant WHERE name = 'KEPT'`), [1])
  } finally {
    await database.stop()
  }
})

test('an errand without npm start has both roles too', async () => {
  const { url, ownerUrl, stop } = await demo.borrowDatabase()
  try {
    assert.deepEqual(await ask(url, 'SELECT current_user::text'), ['kaika_server'])
    assert.deepEqual(await ask(ownerUrl, 'SELECT current_user::text'), ['kaika'])
  } finally {
    await stop()
  }
})
