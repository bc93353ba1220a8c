import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { after, test } from 'node:test'
import pg from 'pg'
import { withDatabase } from '#test/database.ts'
import { openPool, pool } from '../db.ts'
import { copyOut } from './copyOut.ts'

const database = withDatabase()

const own = openPoolOnce()
function openPoolOnce() {
  let made: pg.Pool | undefined
  after(() => made?.end())
  return () =>
    (made ??= openPool(pool.options.connectionString!, { connections: 2, pipeline: false, statementTimeoutMs: 0 }))
}
const text = async (pieces: AsyncIterable<Buffer>): Promise<string> => {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}
/** Rows of every length, some longer than one read of the connection, with characters of one to four bytes. */
const LONG = `SELECT n, repeat(chr(CASE n % 4 WHEN 0 THEN 97 WHEN 1 THEN 233 WHEN 2 THEN 21345 ELSE 128512 END), n * n % 70000) FROM generate_series(1, 400) AS n`

test('the bytes are what PostgreSQL writes, wherever the connection cuts them', async () => {
  const client = await own().connect()
  const { rows } = await client.query<{ line: string }>(`SELECT n || ',' || text AS line FROM (${LONG}) AS r (n, text)`)
  const copied = await text(copyOut(client, `COPY (${LONG}) TO STDOUT WITH (FORMAT csv)`))
  assert.equal(copied.replaceAll('""', ''), rows.map(({ line }) => `${line}\n`).join(''))
  assert.equal((await client.query('SELECT 1 AS one')).rows[0].one, 1, 'and the connection goes on afterwards')
  assert.equal(await text(copyOut(client, 'COPY (SELECT 1 WHERE false) TO STDOUT')), '')
  client.release()
})

test('a notice among the rows is not one of them', async () => {
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  await client.query(`CREATE FUNCTION pg_temp.told(n int) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN RAISE NOTICE 'at %', n; RETURN n; END $$`)
  const rows = copyOut(
    client as pg.ClientBase as pg.PoolClient,
    'COPY (SELECT pg_temp.told(n) FROM generate_series(1, 3) AS n) TO STDOUT',
  )
  assert.equal(await text(rows), '1\n2\n3\n')
  await client.end()
})

test('an error in the middle ends the file with it, and not as if it were whole', async () => {
  const client = await own().connect()
  const copying = text(copyOut(client, 'COPY (SELECT 1 / (9000 - n) FROM generate_series(1, 20000) AS n) TO STDOUT'))
  await assert.rejects(copying, /division by zero/)
  assert.equal((await client.query('SELECT 1 AS one')).rows[0].one, 1)
  client.release()
})

test('while nobody takes, little is read', async () => {
  const client = await own().connect()
  const { stream } = (client as unknown as { connection: { stream: EventEmitter & { bytesRead: number } } }).connection
  const before = stream.bytesRead
  const copying = copyOut(client, `COPY (SELECT repeat('x', 1000) FROM generate_series(1, 100000)) TO STDOUT`)
  await copying.next()
  await new Promise((wake) => setTimeout(wake, 300))
  assert.ok(stream.bytesRead - before < 1_000_000, `${stream.bytesRead - before} bytes were read for one piece`)
  let bytes = 0
  for await (const piece of copying) bytes += piece.length
  assert.ok(bytes > 99_000_000)
  client.release()
})

/** As over a slow line: a byte at a time, with every header split at every position. */
test('a message may come in any number of readings', async () => {
  const message = (letter: string, body: string): Buffer => {
    const bytes = Buffer.alloc(5 + body.length)
    bytes.write(letter)
    bytes.writeUInt32BE(4 + body.length, 1)
    bytes.write(body, 5)
    return bytes
  }
  const wire = Buffer.concat([
    message('H', '\0\0\0'),
    message('d', 'first\n'),
    message('d', ''),
    message('N', 'notice'),
    message('d', 'second\n'),
    message('S', 'setting'),
    message('d', 'third\n'),
  ])
  for (const size of [1, 2, 3, 5, 7, 11, 1000]) {
    const stream = Object.assign(new EventEmitter(), { pause() {}, resume() {} })
    const theirs: Buffer[] = []
    stream.on('data', (bytes: Buffer) => theirs.push(bytes))
    type Query = { submit(connection: unknown): void; handleReadyForQuery(): void }
    let query: Query | undefined
    const client = { query: (asked: Query) => (query = asked).submit({ stream, query() {} }) }
    const copied = text(copyOut(client as unknown as pg.PoolClient, 'COPY …'))
    await Promise.resolve()
    const all = Buffer.concat([wire, message('c', ''), message('C', 'COPY 3\0')])
    for (let at = 0; at < all.length; at += size) stream.emit('data', Buffer.from(all.subarray(at, at + size)))
    query!.handleReadyForQuery()
    assert.equal(await copied, 'first\nsecond\nthird\n', `in readings of ${size}`)
    assert.equal(Buffer.concat(theirs).toString('latin1'), all.subarray(wire.length).toString('latin1'))
  }
})
