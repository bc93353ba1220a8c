import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR } from '#server/core/clock.ts'
import { recurring } from './recurring.ts'

const NOW = Date.UTC(2026, 10, 21)
const ago = (...days: number[]) => ({ times: days.map((day) => NOW - day * DAY), nowMs: NOW })

test('a charge a month is one that repeats, also over months of different length', () => {
  assert.deepEqual(recurring(ago(3, 34, 64, 95)), { everyDays: 31, nextTime: NOW + 28 * DAY })
  assert.deepEqual(recurring(ago(75, 15, 45)), { everyDays: 30, nextTime: NOW + 15 * DAY })
})

test('weekly charges repeat; one that is overdue is due now', () => {
  assert.equal(recurring(ago(1, 8, 15, 22))?.everyDays, 7)
  assert.equal(recurring(ago(8, 15, 22))?.nextTime, NOW)
})

test('two charges, daily ones, uneven ones and those of long ago do not', () => {
  assert.equal(recurring(ago(1, 31)), undefined)
  assert.equal(recurring(ago(1, 2, 3, 4)), undefined)
  assert.equal(recurring(ago(1, 8, 30)), undefined)
  assert.equal(recurring(ago(60, 90, 120)), undefined)
  assert.equal(recurring({ times: [NOW, NOW - HOUR, NOW - 2 * HOUR], nowMs: NOW }), undefined)
})
