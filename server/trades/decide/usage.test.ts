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
  const { recent, ...figures } = unused()
  assert.equal(recent, '')
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
  remember(usage, 'p1', 'atx_000001', NOW)
  assert.deepEqual(
    [NOW, NOW + 999, NOW + 1000].map((now) => isRepeated(usage, 'p1', now, 1000)),
    [true, true, false],
  )
  assert.equal(isRepeated(usage, 'p2', NOW, 1000), false)
  assert.equal(isRepeated(unused(), 'p1', NOW, 1000), false)
})

test('of thirteen approvals the first is forgotten, and the twelve others are not', () => {
  const usage = unused()
  for (let at = 0; at < 13; at++) remember(usage, `p${at}`, `atx_${at}`, NOW)
  const remembered = Array.from({ length: 13 }, (_, at) => isRepeated(usage, `p${at}`, NOW, 1000))
  assert.deepEqual(remembered, [false, ...Array.from({ length: 12 }, () => true)])
})

test('a purchase that was reversed is forgotten alone', () => {
  const usage = unused()
  remember(usage, 'p1', 'atx_000001', NOW)
  remember(usage, 'p1', 'atx_000002', NOW)
  usage.recent = forget(usage.recent, 'atx_000001')
  assert.equal(isRepeated(usage, 'p1', NOW, 1000), true)
  usage.recent = forget(usage.recent, 'atx_000002')
  assert.deepEqual([isRepeated(usage, 'p1', NOW, 1000), usage.recent], [false, ''])
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
