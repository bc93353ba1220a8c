import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf, monthsAfter } from './months.ts'

test('a month begins at midnight in Shanghai', () => {
  assert.equal(monthOf(Date.parse('2026-10-31T15:59:59Z')), '2026-10')
  assert.equal(monthOf(Date.parse('2026-10-31T16:00:00Z')), '2026-11')
})

test('months follow one another over the turn of the year, both ways', () => {
  assert.equal(monthsAfter('2026-12', 1), '2027-01')
  assert.equal(monthsAfter('2026-01', -1), '2025-12')
  assert.equal(monthsAfter('2026-03', 0), '2026-03')
})
