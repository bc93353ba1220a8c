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

test('fifty thousand cards are known and not one more: the half that was used longest ago is forgotten', async () => {
  openDb('postgres://127.0.0.1/empty')
  assert.equal(moneyOf('first'), undefined) // nothing is known of a new database
  const cards = Array.from({ length: 50_000 }, (_, i) => card(`all${i}`, i))
  remember(cards)
  // What is known already takes no place, and neither does what nobody knows.
  remember(cards.slice(-100))
  for (let i = 0; i < 60_000; i++) assert.equal(moneyOf(`nobody${i}`), undefined)
  assert.equal(moneyOf('all49999')?.laId, 49_999)
  assert.equal(moneyOf('all25000')?.laId, 25_000)
  remember([card('one more', 7)])
  assert.deepEqual(
    ['all0', 'all24999', 'all25000', 'one more'].map((hash) => moneyOf(hash)?.laId),
    [undefined, undefined, 25_000, 7],
  )
  await closeDb()
})

test('a card that is known takes no other’s place, and one whose money lies elsewhere is corrected', async () => {
  openDb('postgres://127.0.0.1/empty')
  assert.equal(moneyOf('all0'), undefined)
  remember(Array.from({ length: 50_000 }, (_, i) => card(`all${i}`, i)))
  remember([card('all49999', 49_999)]) // known already: nothing is forgotten for it
  assert.equal(moneyOf('all0')?.laId, 0)
  remember([card('all0', 64)])
  assert.deepEqual(moneyOf('all0'), { cell: 0, laId: 64 })
  await closeDb()
})
