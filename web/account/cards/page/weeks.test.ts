import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spansOf } from './weeks.ts'

const day = (date: string, spent: number, refunded = 0) => ({ date, count: spent ? 1 : 0, spent, refunded })

test('weeks begin on Monday, and lose nothing', () => {
  // 6 November 2026 is a Friday.
  const days = ['06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16'].map((of, at) =>
    day(`2026-11-${of}`, 100 + at, at),
  )
  const weeks = spansOf(days, 'week')
  assert.deepEqual(
    weeks.map(({ from, until }) => [from, until]),
    [
      ['2026-11-06', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-16', '2026-11-16'],
    ],
  )
  assert.deepEqual(
    weeks.map(({ net, count }) => [net, count]),
    [
      [300, 3],
      [700, 7],
      [100, 1],
    ],
  )
  assert.deepEqual(spansOf(days, 'day').length, 11)
  assert.deepEqual(spansOf([], 'week'), [])
})
