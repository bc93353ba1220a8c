import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Gate } from '#test/faults/gate.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'
import {
  closeDb,
  db,
  isTaken,
  many,
  one,
  openDb,
  OutcomeUnknown,
  pool,
  run,
  runAtCommit,
  sql,
  transaction,
} from '#server/core/db.ts'
import { now } from '#server/core/clock.ts'

const window = (key: string) => sql`INSERT INTO rate_limit (key, taken, ends_at) VALUES (${key}, 1, ${now()})`
const windows = async (): Promise<string[]> =>
  (await many(db, sql<{ key: string }>`SELECT key FROM rate_limit ORDER BY key`)).map(({ key }) => key)
const pid = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`

describe('what is asked together', () => {
  let fresh: TestDatabase
  let gate: Gate
  let trips = 0
  before(async () => {
    fresh = await freshDatabase()
    gate = await new Gate(Number(new URL(fresh.url).port)).listen()
    let last: Buffer | undefined
    gate.judge = (_, asked) => {
      if (asked !== last) trips++
      last = asked
      return 'pass'
    }
    openDb(Object.assign(new URL(fresh.url), { port: String(gate.port) }).href, { connections: 3 })
  })
  after(async () => {
    await closeDb()
    await gate.refuse()
    await fresh.close()
  })
  beforeEach(async () => {
    await sql`DELETE FROM rate_limit`.execute(db)
    for (let n = 0; n < 3; n++) await Promise.all([one(db, pid), transaction((tx) => one(tx, pid))])
    trips = 0
  })

  test('reads of one turn take one connection and one round trip', async () => {
    const rows = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => one(db, sql<{ pid: number; n: number }>`${pid}, ${n}::int AS n`)),
    )
    assert.deepEqual(
      rows.map(({ n }) => n),
      [1, 2, 3, 4, 5],
    )
    assert.equal(new Set(rows.map(({ pid }) => pid)).size, 1)
    assert.equal(trips, 1)
  })

  test('one that fails takes none of the others with it', async () => {
    const divide = (by: number) => one(db, sql<{ q: number }>`SELECT 6 / ${by}::int AS q`)
    const ends = await Promise.allSettled([divide(1), divide(0), divide(3)])
    assert.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? end.value.q : (end.reason as { code: string }).code)),
      [6, '22012', 2],
    )
  })

  test('an error says where it was asked for', async () => {
    const asksForNothing = () => one(db, sql`SELECT ${1}::int / 0`)
    const failed = await asksForNothing().catch(({ stack }: Error) => stack)
    assert.match(String(failed), /division by zero[^]* at async one /)
  })

  test('what waits for a lock holds up no read', async () => {
    await run(db, window('locked'))
    const lock = sql`SELECT key FROM rate_limit WHERE key = 'locked' FOR UPDATE`
    const [waiting] = await transaction(async (tx) => {
      await many(tx, lock)
      const waiting = many(db, lock)
      await one(db, pid)
      return [waiting] // a promise by itself would be waited for
    })
    assert.equal((await waiting).length, 1)
  })

  test('a transaction waits once for its first read, once for its write, and once for everything at its end', async () => {
    await transaction(async (tx) => {
      await many(tx, sql`SELECT key FROM rate_limit FOR UPDATE`)
      await run(tx, window('a'))
      await runAtCommit(tx, window('b'))
      await runAtCommit(tx, window('c'))
    })
    assert.equal(trips, 3)
    assert.deepEqual(await windows(), ['a', 'b', 'c'])
  })

  test('what fails at the end rolls back the whole, and says why', async () => {
    await run(db, window('there'))
    const failing = transaction(async (tx) => {
      await run(tx, window('a'))
      await runAtCommit(tx, window('there'))
      await runAtCommit(tx, window('b'))
    })
    await assert.rejects(failing, (error) => isTaken(error, 'rate_limit_pkey') && !(error instanceof OutcomeUnknown))
    assert.deepEqual(await windows(), ['there'])
  })

  test('what was meant for the end of one transaction is not in the next', async () => {
    await assert.rejects(
      transaction(async (tx) => {
        await runAtCommit(tx, window('never'))
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    for (let n = 0; n < 3; n++) await transaction((tx) => run(tx, window(`n${n}`)))
    assert.deepEqual(await windows(), ['n0', 'n1', 'n2'])
  })

  test('a write does not run by itself when its transaction could not begin', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
    for (const client of clients) {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
      client.query = ((text: unknown, ...more: unknown[]) =>
        query(text === 'begin' ? 'SELECT 1 / 0' : text, ...more)) as typeof client.query
      client.release()
    }
    await assert.rejects(
      transaction((tx) => Promise.all([run(tx, window('alone')), many(tx, pid)])),
      /division by zero/,
    )
    await assert.rejects(
      transaction(async (tx) => {
        await many(tx, pid)
        await run(tx, window('alone'))
      }),
      /division by zero/,
    )
    await assert.rejects(
      transaction((tx) => runAtCommit(tx, window('alone'))),
      /division by zero/,
    )
    assert.deepEqual(await windows(), [])
  })
})
