import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { nowMs, setClock } from '../core/clock.ts'
import { db, many, sql } from '../core/db.ts'
import { firstIdOf, timeOfId } from '../core/ids.ts'
import { useSecrets } from '../core/secrets.ts'
import { withDatabase } from '#test/database.ts'
import { authIdText, authKey, firstAuthKey, newAuthId, refHash, refKey } from './authId.ts'

withDatabase()
afterEach(() => setClock())

const numberOf = (id: Buffer) => id.readBigInt64BE().toString()

test('server and database name an authorization alike, and read the name back', async () => {
  const moments = [
    Date.UTC(2020, 0, 1),
    Date.UTC(2026, 10, 25, 3, 4, 5, 678),
    Date.UTC(2039, 8, 8),
    Date.UTC(2088, 0, 1),
  ]
  const ids = moments.flatMap((ms) => {
    setClock(() => ms)
    return Array.from({ length: 50 }, newAuthId)
  })
  const rows = await many(
    db,
    sql<{
      text: string
    }>`SELECT auth_text(id) AS text FROM unnest(${ids.map(numberOf)}::bigint[]) WITH ORDINALITY AS made (id, n) ORDER BY n`,
  )
  assert.deepEqual(
    rows.map(({ text }) => text),
    ids.map(authIdText),
  )
  assert.deepEqual(
    ids.map((id) => authKey(authIdText(id))),
    ids.map(numberOf),
  )
  assert.deepEqual([...new Set(ids.map((id) => timeOfId(authIdText(id))))], moments)
})

test('ids are a ULID each, different, and in the order of time', () => {
  let ms = Date.UTC(2026, 10, 25)
  setClock(() => (ms += 1))
  const ids = Array.from({ length: 2000 }, () => authIdText(newAuthId()))
  for (const id of ids) assert.match(id, /^atx_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every((id) => id >= firstIdOf('atx', Date.UTC(2026, 10, 25))))
})

test('a range of time is a range of ids', () => {
  const [before, after] = [BigInt(firstAuthKey(nowMs() - 1)), BigInt(firstAuthKey(nowMs() + 60_000))]
  const id = BigInt(numberOf(newAuthId()))
  assert.ok(before < id && id < after)
  assert.equal(firstAuthKey(0), '0')
  assert.equal(firstAuthKey(Date.UTC(2020, 0, 1) + 5.5), String(5 * 2 ** 22))
})

test('the count goes round within its moment: four million ids of one are eight bytes each, and of that moment', () => {
  const ms = Date.UTC(2026, 10, 25) - ((Date.UTC(2026, 10, 25) - Date.UTC(2020, 0, 1)) % 1024)
  setClock(() => ms)
  const [from, until] = [BigInt(firstAuthKey(ms)), BigInt(firstAuthKey(ms + 1))]
  let [least, most, before] = [until, from, -1n]
  for (let n = 0; n < 2 ** 22; n++) {
    const id = newAuthId()
    const key = id.readBigInt64BE()
    if (id.length !== 8 || key === before) assert.fail(`${id.toString('hex')} after ${before}`)
    if (key < least) least = key
    if (key > most) most = key
    before = key
  }
  assert.deepEqual([least, most], [from, until - 1n])
})

test('a text that names no authorization is no key', () => {
  for (const text of [
    '',
    'atx_',
    'crd_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'atx_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    `atx_0000000000${'0'.repeat(16)}`,
  ])
    assert.equal(authKey(text), undefined, text)
})

test('the name of one issuer is not that of another', () => {
  const key = randomBytes(32).toString('base64')
  useSecrets({ fieldKey: key, lookupKey: key })
  assert.notEqual(refKey('a', 'r1'), refKey('b', 'r1'))
  assert.notEqual(refKey('a', 'r1'), refKey('a', 'r2'))
  assert.equal(refHash('a', 'r1').readBigInt64BE().toString(), refKey('a', 'r1'))
  assert.equal(refHash('a', 'r1').length, 8)
})

test('a moment that no id will have sorts behind all of them, and a text of one is no id', async () => {
  const last = Date.UTC(2089, 0, 1)
  setClock(() => last)
  assert.ok(BigInt(numberOf(newAuthId())) < BigInt(firstAuthKey(9_999_999_999_999)))
  const fits = await many(db, sql`SELECT ${firstAuthKey(9_999_999_999_999)}::bigint > 0 AS fits`)
  assert.deepEqual(fits, [{ fits: true }])
  assert.equal(authKey(`${firstIdOf('atx', 9_999_999_999_999)}${'0'.repeat(16)}`), undefined)
})
