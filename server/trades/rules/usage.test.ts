import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, dayOf } from '#server/core/clock.ts'
import { limits } from './limits.ts'
import {
  approvalsThisHour,
  approved,
  forget,
  grown,
  isRepeated,
  ranShort,
  remember,
  spentToday,
  unused,
  wrongCvc,
} from './usage.ts'

const NOW = Date.UTC(2026, 10, 21, 4)

test('a card that was never used has used nothing', () => {
  const { recent, counters, ...figures } = unused()
  assert.deepEqual(counters, [])
  assert.ok(recent.every((byte) => byte === 0))
  assert.deepEqual(new Set(Object.values(figures)), new Set([0]))
})

test('approvals add up in their hour and in their day, and begin again in the next', () => {
  const usage = unused()
  approved(usage, 300, NOW)
  approved(usage, 200, NOW)
  assert.deepEqual([approvalsThisHour(usage, NOW), spentToday(usage, NOW), usage.approved], [2, 500, 2])
  assert.deepEqual([approvalsThisHour(usage, NOW + HOUR), spentToday(usage, NOW + HOUR)], [0, 500])
  approved(usage, 50, NOW + HOUR)
  assert.deepEqual([approvalsThisHour(usage, NOW + HOUR), spentToday(usage, NOW + HOUR)], [1, 550])
  assert.equal(spentToday(usage, NOW + DAY), 0)
  approved(usage, 70, NOW + DAY)
  assert.deepEqual([spentToday(usage, NOW + DAY), usage.day], [70, dayOf(NOW + DAY)])
})

test('more of a purchase counts in the day and is no purchase of its own', () => {
  const usage = unused()
  approved(usage, 300, NOW)
  grown(usage, 100, NOW)
  assert.deepEqual([approvalsThisHour(usage, NOW), spentToday(usage, NOW), usage.approved], [1, 400, 1])
})

test('the same purchase is repeated for as long as the time says, to the millisecond', () => {
  const usage = unused()
  remember(usage, 1, NOW)
  assert.deepEqual(
    [NOW - 5, NOW, NOW + 999, NOW + 1000, NOW + 20 * DAY, NOW + 40 * DAY].map((now) => isRepeated(usage, 1, now, 1000)),
    [true, true, true, false, false, false],
  )
  assert.equal(isRepeated(usage, 2, NOW, 1000), false)
  assert.equal(isRepeated(unused(), 1, NOW, 1000), false)
})

test('of thirteen approvals the first is forgotten, and the twelve others are not', () => {
  const usage = unused()
  for (let at = 0; at < 13; at++) remember(usage, at + 1, NOW + at)
  const remembered = Array.from({ length: 13 }, (_, at) => isRepeated(usage, at + 1, NOW + 13, 1000))
  assert.deepEqual(remembered, [false, ...Array.from({ length: 12 }, () => true)])
})

test('the oldest gives way wherever it is, also to one a month later', () => {
  const usage = unused()
  for (let at = 0; at < 12; at++) remember(usage, at + 1, NOW + ((at + 7) % 12))
  remember(usage, 99, NOW + 30 * DAY)
  const gone = Array.from({ length: 12 }, (_, at) => at + 1).filter(
    (print) => !isRepeated(usage, print, NOW + 12, 1000),
  )
  assert.deepEqual(gone, [6])
})

test('an approval changes its slot of the ring, and no other byte', () => {
  const usage = unused()
  for (let at = 0; at < 12; at++) remember(usage, at + 1, NOW + at)
  const before = Buffer.from(usage.recent)
  remember(usage, 13, NOW + 12)
  assert.deepEqual(usage.recent.subarray(8), before.subarray(8))
  assert.notDeepEqual(usage.recent.subarray(0, 8), before.subarray(0, 8))
})

test('a purchase that was reversed is forgotten alone', () => {
  const usage = unused()
  remember(usage, 1, NOW)
  remember(usage, 1, NOW + 1)
  usage.recent = forget(usage.recent, NOW)
  assert.equal(isRepeated(usage, 1, NOW, 1000), true)
  usage.recent = forget(usage.recent, NOW + 1)
  assert.deepEqual([isRepeated(usage, 1, NOW, 1000), usage.recent], [false, unused().recent])
})

test('wrong codes are counted for a day, to the millisecond, and begin again after a block', () => {
  const tries = (...after: number[]) => {
    const usage = unused()
    for (const ms of after) wrongCvc(usage, NOW + ms, limits)
    return usage
  }
  assert.equal(tries(0, 1, DAY - 1).blockedUntil, NOW + DAY - 1 + DAY)
  assert.equal(tries(0, 1, DAY).blockedUntil, 0, 'a day later is the first of the next')
  const { wrongCvc: count, wrongCvcSince } = tries(0, 1, 2)
  assert.deepEqual([count, wrongCvcSince], [0, 0])
  assert.equal(tries(0, 1, 2, DAY + 10).wrongCvc, 1)
})

test('declines for want of money are counted for a day, to the millisecond, and begin again after the third', () => {
  const tries = (...after: number[]) => {
    const usage = unused()
    return after.map((ms) => ranShort(usage, NOW + ms, limits))
  }
  assert.deepEqual(tries(0, 1, DAY - 1), [false, false, true])
  assert.deepEqual(tries(0, 1, DAY, DAY + 1, DAY + 2), [false, false, false, false, true])
  const usage = unused()
  for (const ms of [0, 1, 2]) ranShort(usage, NOW + ms, limits)
  assert.deepEqual([usage.short, usage.shortSince], [0, 0])
})
