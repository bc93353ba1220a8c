import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { xlsx } from './asXlsx.ts'
import type { Cells } from './cells.ts'

test('a workbook waits for whoever takes it: over a slow line it would pile up in memory', async () => {
  const ROWS = 40_000
  let read = 0
  let ended = false
  async function* rows(): AsyncGenerator<Cells[]> {
    try {
      for (; read < ROWS; read += 20) yield Array.from({ length: 20 }, () => [randomBytes(60).toString('base64')])
    } finally {
      ended = true
    }
  }
  const book = xlsx('Numbers', [{ title: 'n', kind: 'text' }], ROWS, rows())
  let taken = 0
  while (taken < 100_000) taken += ((await book.next()).value as Uint8Array).length
  for (let before = -1; before !== read;) {
    before = read
    await sleep(300)
  }
  assert.ok(read > 0 && read < ROWS / 4, `${read} rows were read for ${taken} bytes that somebody took`)
  while (!(await book.next()).done);
  assert.equal(read, ROWS, 'and the rest comes when it is taken')
  assert.ok(ended)
})

test('whoever leaves a workbook before its end leaves no row being read', async () => {
  let ended = false
  async function* rows(): AsyncGenerator<Cells[]> {
    try {
      for (;;) yield [[randomBytes(60).toString('base64')]]
    } finally {
      ended = true
    }
  }
  const book = xlsx('Numbers', [{ title: 'n', kind: 'text' }], 1_000_000, rows())
  for (let pieces = 0; pieces < 20; pieces++) await book.next()
  await book.return(undefined)
  for (let waited = 0; waited < 5000 && !ended; waited += 20) await sleep(20)
  assert.ok(ended)
})
