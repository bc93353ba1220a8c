import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withDatabase } from '../../../test/database.ts'
import { pool } from '../../db.ts'
import { arrayText } from './arrayText.ts'

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

test('numbers and truths are written as they are', async () => {
  const { rows } = await pool.query('SELECT to_jsonb($1::bigint[]) AS cents, to_jsonb($2::boolean[]) AS counted', [
    arrayText([0, -12, 9007199254740991, null]),
    arrayText([true, false, null]),
  ])
  assert.deepEqual(rows[0], { cents: [0, -12, 9007199254740991, null], counted: [true, false, null] })
})
