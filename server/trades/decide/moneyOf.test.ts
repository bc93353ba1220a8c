import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeDb, openDb } from '#server/core/db.ts'
import { moneyOf, remember } from './moneyOf.ts'
import type { CardRow } from './rows.ts'

const card = (hash: string, laId: number) => [hash, 'acc', 'card', laId, laId % 64] as unknown as CardRow

test('an account is looked up for the first charge of a card, and known for the next', () => {
  assert.deepEqual(['aa', 'bb'].map(moneyOf), [undefined, undefined])
  remember([card('aa', 67)])
  assert.deepEqual(['aa', 'bb'].map(moneyOf), [{ cell: 3, laId: 67 }, undefined])
})

test('what is known of one database is not taken for another', async () => {
  remember([card('cc', 8)])
  openDb('postgres://127.0.0.1/another')
  assert.equal(moneyOf('cc'), undefined)
  await closeDb()
})

test('however many cards there are, the memory for them has an end, and those in use stay in it', () => {
  const many = Array.from({ length: 120_000 }, (_, i) => card(`many${i}`, i))
  const busy = [card('busy1', 1_000_001), card('busy2', 1_000_002)]
  remember(busy)
  for (let i = 0; i < many.length; i += 60) {
    remember(many.slice(i, i + 60))
    assert.deepEqual(
      ['busy1', 'busy2'].map((hash) => moneyOf(hash)?.laId),
      [1_000_001, 1_000_002],
    )
  }
  const known = many.map(([hash]) => moneyOf(hash)).filter((place) => place !== undefined)
  assert.ok(known.length > 24_000 && known.length <= 50_000)
  assert.equal(known.at(-1)!.laId, 119_999)
})
