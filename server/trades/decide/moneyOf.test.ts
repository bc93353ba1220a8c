import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf } from '#server/core/cells.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { moneyOf, remember } from './moneyOf.ts'
import type { CardRow } from './rows.ts'

const card = (hash: string, laId: number) => [hash, 'acc', 'card', laId] as unknown as CardRow

test('an account is looked up for the first charge of a card, and known for the next', () => {
  assert.deepEqual(moneyOf(['aa', 'bb']), { unknown: ['aa', 'bb'], cells: [], laIds: [] })
  remember([card('aa', 7)])
  assert.deepEqual(moneyOf(['aa', 'bb']), { unknown: ['bb'], cells: [cellOf('acc')], laIds: [7] })
})

test('what is known of one database is not taken for another', async () => {
  remember([card('cc', 8)])
  openDb('postgres://127.0.0.1/another')
  assert.deepEqual(moneyOf(['cc']), { unknown: ['cc'], cells: [], laIds: [] })
  await closeDb()
})

test('however many cards there are, the memory for them has an end, and those in use stay in it', () => {
  const many = Array.from({ length: 120_000 }, (_, i) => card(`many${i}`, i))
  const busy = [card('busy1', 1_000_001), card('busy2', 1_000_002)]
  remember(busy)
  for (let i = 0; i < many.length; i += 60) {
    remember(many.slice(i, i + 60))
    assert.deepEqual(moneyOf(['busy1', 'busy2']).laIds, [1_000_001, 1_000_002])
  }
  const { unknown, laIds } = moneyOf(many.map(([hash]) => hash))
  assert.ok(laIds.length > 24_000 && laIds.length <= 50_000)
  assert.equal(laIds.at(-1), 119_999)
  assert.equal(unknown.length + laIds.length, many.length)
})
