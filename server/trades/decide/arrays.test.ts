import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withDatabase } from '#test/database.ts'
import { pool } from '#server/core/db.ts'
import { arrayOf, arrayText, type Type, type Value } from './arrays.ts'

withDatabase()

const cells = (text: string) => pool.query<{ read: unknown }>('SELECT $1::text[] AS read', [text])

test('PostgreSQL reads back what was written, whatever a merchant calls itself', async () => {
  const awkward = ['', 'NULL', 'null', ',', '{}', '"', '\\', '\\"', ' a ', 'AMZN Mktp US*2K4TR8', '开卡', null]
  const value = fc.oneof(
    fc.constantFrom(...awkward),
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', ' ', 'a') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(value), async (values) => {
      const { rows } = await cells(arrayText(values))
      assert.deepEqual(rows[0]!.read, values)
    }),
    { numRuns: 300 },
  )
})

test('bytes arrive as they are, of any length', async () => {
  for (const sent of [[Buffer.from([0, 255, 1]), Buffer.alloc(0), Buffer.alloc(96, 7)], []]) {
    const { rows } = await pool.query<{ read: Buffer[] | null }>(
      'SELECT array_agg(v ORDER BY at) AS read FROM unnest($1::bytea[]) WITH ORDINALITY AS t (v, at)',
      [arrayOf('bytea', sent)],
    )
    assert.deepEqual(rows[0]!.read ?? [], sent)
  }
})

test('numbers, truths and moments arrive as they are', async () => {
  const sent: [type: Type, values: Value[]][] = [
    ['bigint', [0, -1, -12, 2 ** 31, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null]],
    ['integer', [0, -12, 2 ** 31 - 1, null]],
    ['smallint', [0, -12, 2 ** 15 - 1, null]],
    ['boolean', [true, false, null]],
    ['timestamptz', [0, -1, 946_684_799_999, Date.UTC(2026, 6, 14, 9, 30, 0, 123), 8_640_000_000_000_000, null]],
    ['bigint', []],
  ]
  for (const [type, values] of sent) {
    const text = values.map((value) => (type === 'timestamptz' && value !== null ? `epoch ${value}` : value))
    const { rows } = await pool.query(
      `SELECT coalesce(jsonb_agg(${type === 'timestamptz' ? `'epoch ' || round(extract(epoch FROM v) * 1000)` : 'v'} ORDER BY at), '[]') AS read
         FROM unnest($1::${type}[]) WITH ORDINALITY AS t (v, at)`,
      [arrayOf(type, values)],
    )
    assert.deepEqual(rows[0].read, text, type)
  }
})
