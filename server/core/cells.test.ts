import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf, CELLS, ofAccount } from './cells.ts'
import { db, many, one, sql } from './db.ts'
import { newId } from './ids.ts'
import { withDatabase } from '#test/database.ts'

withDatabase()

test('server and database name the same cell', async () => {
  const ids = ['platform', '', ...Array.from({ length: 500 }, () => newId('usr'))]
  const rows = await many(
    db,
    sql<{ id: string; cell: number }>`SELECT id, cell_of(id) AS cell FROM unnest(${ids}::text[]) AS id`,
  )
  assert.deepEqual(
    rows.map(({ cell }) => cell),
    ids.map(cellOf),
  )
})

test('the cells of known accounts never change: rows are stored under them', () => {
  assert.deepEqual(['platform', 'usr_01K9ZZZZZZZZZZZZZZZZZZZZZZ', 'a'].map(cellOf), [18, 17, 10])
})

test('accounts spread over all cells evenly', () => {
  const counts = Array.from({ length: CELLS }, () => 0)
  for (let i = 0; i < 64_000; i++) counts[cellOf(`usr_${i}`)]!++
  assert.ok(Math.min(...counts) > 850 && Math.max(...counts) < 1150, counts.join(' '))
})

test('the rows of one account are named by cell and account, with or without an alias', async () => {
  const { found } = await one(
    db,
    sql<{ found: number }>`
    SELECT count(*)::int AS found
      FROM (VALUES (${cellOf('usr_1')}::smallint, 'usr_1'), (${cellOf('usr_2')}::smallint, 'usr_2')) AS row (cell, account_id)
     WHERE ${ofAccount('usr_1')} AND ${ofAccount('usr_1', 'row')}`,
  )
  assert.equal(found, 1)
})
