import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner, withDatabase } from '#test/database.ts'
import { db, many, one, pool, run, sql, transaction } from '#server/core/db.ts'
import { PREPARED_MAX } from './preparingClient.ts'

/** One connection, so that each test knows what it has prepared. */
withDatabase({ connections: 1 })

type Kept = { statement: string; custom: number; generic: number }
/** Without parameters, so that it is not among what it reads. */
const kept = (like: string): Promise<Kept[]> =>
  many(
    db,
    sql<Kept>`SELECT statement, custom_plans AS custom, generic_plans AS generic
                FROM pg_prepared_statements WHERE statement LIKE ${sql.lit(`%${like}%`)}`,
  )

test('a text with parameters is planned once and kept from its second use on', async () => {
  const sum = (a: number) => one(db, sql<{ sum: number }>`SELECT ${a}::int + 1 AS sum /* kept */`)
  assert.equal((await sum(1)).sum, 2)
  assert.equal((await kept('/* kept */')).length, 0)
  for (let a = 2; a < 12; a++) assert.equal((await sum(a)).sum, a + 1)
  const [found, ...others] = await kept('/* kept */')
  assert.equal(others.length, 0)
  // PostgreSQL plans the first five with their values; then one plan serves all.
  assert.deepEqual([found!.custom, found!.generic], [5, 5])
})

test('within a transaction, and through the pool itself, it is the same statement', async () => {
  const text = 'SELECT $1::int AS a /* one of all */'
  const { rows } = await pool.query<{ a: number }>(text, [1])
  assert.equal(rows[0]!.a, 1)
  await transaction(async (tx) => void (await many(tx, sql`SELECT ${2}::int AS a /* one of all */`)))
  await many(db, sql`SELECT ${3}::int AS a /* one of all */`)
  assert.equal((await kept('/* one of all */')).length, 1)
})

test('a connection keeps a bounded number, and what it has let go can be asked again', async () => {
  const texts = Array.from({ length: PREPARED_MAX + 30 }, (_, n) => `SELECT $1::int + ${n} AS sum /* bounded */`)
  const ask = async (n: number) => (await pool.query<{ sum: number }>(texts[n]!, [1])).rows[0]!.sum
  for (const n of texts.keys()) for (let times = 0; times < 2; times++) assert.equal(await ask(n), n + 1)
  const there = new Set((await kept('/* bounded */')).map(({ statement }) => statement))
  assert.equal(there.size, PREPARED_MAX)
  assert.ok(there.has(texts.at(-1)!) && !there.has(texts[0]!), 'the oldest have gone')
  assert.equal(await ask(0), 1)
  assert.ok((await kept('/* bounded */')).some(({ statement }) => statement === texts[0]))
})

test('texts that never come again are not kept', async () => {
  for (let n = 0; n < 2500; n++) await pool.query(`SELECT $1::int + ${n} /* once */`, [1])
  assert.equal((await kept('/* once */')).length, 0)
})

test('a migration that adds a column makes no request fail', async () => {
  const account = (id: string) => sql<{ note?: string }>`SELECT * FROM merchant_note WHERE id = ${id}`
  await sql`CREATE TABLE merchant_note (id text)`.execute(owner)
  await sql`GRANT SELECT, INSERT ON merchant_note TO PUBLIC`.execute(owner)
  const write = (on: Parameters<typeof run>[0], id: string) =>
    many(on, sql<{ note?: string }>`INSERT INTO merchant_note (id) VALUES (${id}) RETURNING *`)
  for (let n = 0; n < 3; n++) {
    await write(db, 'a')
    await many(db, account('a'))
  }
  await sql`ALTER TABLE merchant_note ADD note text DEFAULT 'new'`.execute(owner)
  assert.equal((await many(db, account('a')))[0]!.note, 'new')

  for (let n = 0; n < 3; n++) await transaction(async (tx) => void (await write(tx, 'b')))
  await sql`ALTER TABLE merchant_note ADD more text`.execute(owner)
  let tries = 0
  const rows = await transaction(async (tx) => {
    tries++
    await run(tx, sql`INSERT INTO merchant_note (id) SELECT 'c'`)
    return write(tx, 'c')
  })
  assert.deepEqual([tries, Object.keys(rows[0]!)], [2, ['id', 'note', 'more']])
  assert.equal((await many(db, account('c'))).length, 2, 'what the failed try wrote is gone')
})

test('a statement that failed is prepared again', async () => {
  const divide = (by: number) => many(db, sql<{ q: number }>`SELECT 1 / ${by}::int AS q /* fails */`)
  for (const by of [0, 0, 1, 0]) {
    if (by) assert.deepEqual(await divide(by), [{ q: 1 }])
    else await assert.rejects(divide(by), /division by zero/)
  }
  const missing = () => many(db, sql`SELECT FROM not_there WHERE id = ${1}`)
  for (let n = 0; n < 3; n++) await assert.rejects(missing(), /not_there/)
  await sql`CREATE TABLE not_there (id int)`.execute(owner)
  await sql`GRANT SELECT ON not_there TO PUBLIC`.execute(owner)
  assert.deepEqual(await missing(), [])
})

test('what a connection has lost is prepared again', async () => {
  const sum = (a: number) => many(db, sql<{ sum: number }>`SELECT ${a}::int + 7 AS sum /* lost */`)
  await sum(1)
  await sum(1)
  await pool.query('DEALLOCATE ALL')
  assert.deepEqual(await sum(1), [{ sum: 8 }])
  await sum(1)
  await sum(1)
  await pool.query('DEALLOCATE ALL')
  assert.deepEqual(await transaction((tx) => many(tx, sql<{ sum: number }>`SELECT ${2}::int + 7 AS sum /* lost */`)), [
    { sum: 9 },
  ])
})
