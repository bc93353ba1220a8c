import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { PlaceTable, type Place } from './placeTable.ts'

const hashOf = (n: number | string): Buffer => createHash('sha256').update(String(n)).digest()
const placeOf = (n: number): Place => ({
  cell: n % 64,
  laId: 2 ** 40 + n,
  cardId: `crd_${String(n).padStart(26, '0')}`,
  code: n % 2 ? hashOf(`code ${n}`) : null,
})

test('a place is found as it was set, by its own hash and no other', () => {
  const table = new PlaceTable(1024)
  assert.equal(table.get(hashOf(1)), undefined)
  for (let n = 0; n < 300; n++) table.set(hashOf(n), placeOf(n))
  for (let n = 0; n < 300; n++) assert.deepEqual(table.get(hashOf(n)), placeOf(n))
  for (let n = 300; n < 3000; n++) assert.equal(table.get(hashOf(n)), undefined)
  assert.equal(table.get(Buffer.from('short')), undefined)
})

test('a hash that differs only behind its beginning is another', () => {
  const table = new PlaceTable(1024)
  const hash = hashOf(7)
  table.set(hash, placeOf(7))
  for (let at = 0; at < 16; at++) {
    const other = Buffer.from(hash)
    other[at]! ^= 1
    assert.equal(table.get(other), undefined, `byte ${at}`)
  }
})

test('a place that is set again replaces the one before, and one that is deleted is gone', () => {
  const table = new PlaceTable(1024)
  table.set(hashOf(1), placeOf(1))
  table.set(hashOf(1), placeOf(2))
  assert.deepEqual(table.get(hashOf(1)), placeOf(2))
  table.delete(hashOf(2))
  assert.deepEqual(table.get(hashOf(1)), placeOf(2))
  table.delete(hashOf(1))
  assert.equal(table.get(hashOf(1)), undefined)
})

test('a part that is full forgets what was used longest ago', () => {
  // All of one part: sixteen entries.
  const table = new PlaceTable(16)
  for (let n = 0; n < 16; n++) table.set(hashOf(n), placeOf(n))
  for (const n of [0, 1, 2, 3]) table.get(hashOf(n))
  for (let n = 16; n < 28; n++) table.set(hashOf(n), placeOf(n))
  const known = Array.from({ length: 28 }, (_, n) => n).filter((n) => table.get(hashOf(n)))
  assert.deepEqual(known, [0, 1, 2, 3, ...Array.from({ length: 12 }, (_, n) => 16 + n)])
})

test('a place that was got stays what it was when its entry becomes another card’s', () => {
  const table = new PlaceTable(16)
  table.set(hashOf(1), placeOf(1))
  const place = table.get(hashOf(1))
  for (let n = 2; n < 40; n++) table.set(hashOf(n), placeOf(n))
  assert.equal(table.get(hashOf(1)), undefined)
  assert.deepEqual(place, placeOf(1))
})

test('a table is full before many of its parts are', () => {
  const table = new PlaceTable(1024)
  let n = 0
  while (!table.isFull) table.set(hashOf(n), placeOf(n++))
  for (let again = 0; again < 5; again++) table.set(hashOf(0), placeOf(0))
  const known = Array.from({ length: n }, (_, n) => n).filter((n) => table.get(hashOf(n))).length
  assert.ok(n === 513 && known > n * 0.99, `${known} of ${n}`)
})
