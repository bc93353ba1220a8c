import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf, median, percentile, reached } from './figures.ts'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

test('a percentile is a value that was measured: so many of the values are not above it, and one less would be too few', () => {
  const cases: [count: number, share: number, value: number][] = [
    [1, 0.99, 1],
    [100, 0.5, 50],
    [100, 0.99, 99],
    [100, 1, 100],
    [1000, 0.999, 999],
    [1001, 0.999, 1000],
    [10, 0, 1],
  ]
  for (const [count, share, value] of cases) {
    const sorted = upTo(count)
    assert.equal(percentile(sorted, share), value, `${share} of ${count}`)
    assert.ok(sorted.filter((one) => one <= value).length >= share * count)
  }
})

test('the slowest hundredth is in the percentile above it and not in the one below', () => {
  const sorted = [...Array.from({ length: 990 }, () => 5), ...Array.from({ length: 10 }, () => 400)]
  assert.deepEqual([percentile(sorted, 0.99), percentile(sorted, 0.991)], [5, 400])
})

test('the median of an even number is the upper of the two in the middle', () => {
  assert.equal(median([4, 1, 3, 2]), 3)
})

test('a figure at its target has reached it, on either side, and its line says so', () => {
  const most = { what: 'a', value: 10, unit: 'ms', reach: { atMost: 10 } }
  const least = { what: 'b', value: 4.5, unit: '×', reach: { atLeast: 4.5 } }
  assert.deepEqual([reached(most), reached(least)], [true, true])
  assert.deepEqual([reached({ ...most, value: 10.01 }), reached({ ...least, value: 4.49 })], [false, false])
  assert.match(lineOf({ ...most, value: 10.01 }), /≤ 10 MISSED$/)
})
