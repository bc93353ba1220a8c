import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookValue, positionsIn, sellableOf } from './positions.ts'

const day = (at: number, debits: number, credits = 0) => ({
  ...{ code: '1210' as const, owner: 'WECHAT', currency: 'CNY' as const },
  ...{ day: at, debits, credits },
})

test('what came first goes first: the age is that of the oldest money left', () => {
  const oldest = (...days: ReturnType<typeof day>[]) => {
    const [only] = positionsIn(days)
    return [only!.balance, only!.oldestDay]
  }
  assert.deepEqual(oldest(day(1, 100), day(2, 50)), [150, 1])
  assert.deepEqual(oldest(day(1, 100), day(2, 50, 99)), [51, 1])
  assert.deepEqual(oldest(day(1, 100), day(2, 50, 100)), [50, 2])
  assert.deepEqual(oldest(day(1, 100), day(2, 50), day(3, 0, 150)), [0, null])
  assert.deepEqual(oldest(day(1, 100), day(3, 0, 150)), [-50, null], 'we owe the acquirer')
})

const held = (more: Record<string, number>) =>
  Object.entries({ '1030 CNY': 0, '1040 USDT': 0, '1900 CNY': 0, '1900 USDT': 0, '1900 USD': 0, ...more }).map(
    ([key, balance]) => ({ code: key.slice(0, 4), owner: '', currency: key.slice(5), balance }),
  )

test('the book value of a part is its share, and of everything is everything, beside USDT at a dollar each', () => {
  const books = held({ '1900 CNY': -495_000, '1900 USDT': -110_003_700, '1900 USD': 68_750 + 11_000 })
  assert.equal(bookValue(books, 'CNY', 495_000), 68_750)
  assert.equal(bookValue(books, 'CNY', 100_000), 13_889)
  assert.equal(bookValue(books, 'USDT', 110_003_700), 11_000)
  assert.equal(bookValue(books, 'USDT', 100_000_000), 10_000)
  assert.equal(bookValue(books, 'USDT', 3_700), 0, 'a fraction of a cent is worth none')
})

test('only what is at hand and in the position may be sold', () => {
  assert.equal(sellableOf(held({ '1030 CNY': 497_000, '1900 CNY': -495_000 }), 'CNY'), 495_000)
  assert.equal(sellableOf(held({ '1030 CNY': 200_000, '1900 CNY': -495_000 }), 'CNY'), 200_000)
  assert.equal(sellableOf(held({ '1030 CNY': 200_000, '1900 CNY': 5 }), 'CNY'), 0)
  assert.equal(sellableOf(held({ '1040 USDT': -1 }), 'USDT'), 0)
})
