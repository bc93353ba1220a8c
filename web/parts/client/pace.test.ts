import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pace } from './pace.ts'

/** When readings happen if something changes every `everyMs`, for `forMs`, and each reading takes `tookMs`. */
function readings(pace: Pace, { everyMs, forMs, tookMs = 5 }: { everyMs: number; forMs: number; tookMs?: number }) {
  const at: number[] = []
  let due: number | undefined
  for (let ms = 0; ms < forMs; ms++) {
    if (ms % everyMs === 0) due ??= ms + pace.waitMs(ms)
    if (due === undefined || ms < due) continue
    pace.begin(ms)
    pace.took(tookMs)
    at.push(ms)
    due = undefined
  }
  return at
}
const gaps = (at: readonly number[]): number[] => at.slice(1).map((ms, i) => ms - at[i]!)

describe('what changed is read again', () => {
  test('immediately after a quiet time, and what comes with it a tenth of a second later', () => {
    const pace = new Pace(700)
    assert.equal(pace.waitMs(0), 0)
    pace.begin(0)
    assert.equal(pace.waitMs(1), 99)
    assert.equal(pace.waitMs(100), 0)
  })

  test('without waiting, as long as there are three changes a second', () => {
    assert.deepEqual(new Set(gaps(readings(new Pace(700), { everyMs: 350, forMs: 60_000 }))), new Set([350]))
  })

  test('three times a second in a storm, after the first twenty', () => {
    const found = gaps(readings(new Pace(700), { everyMs: 1, forMs: 30_000 }))
    assert.ok(Math.max(...found.slice(0, 19)) <= 101, found.join())
    assert.ok(Math.min(...found.slice(30)) >= 332, found.join())
    assert.ok(Math.max(...found) <= 334, found.join())
  })

  test('seldom in a storm where the answer takes long, but never later than the most that it may wait', () => {
    const found = gaps(readings(new Pace(6_000), { everyMs: 1, forMs: 60_000, tookMs: 200 }))
    assert.ok(Math.min(...found.slice(2)) >= 3_999, found.join())
    const capped = gaps(readings(new Pace(6_000), { everyMs: 1, forMs: 120_000, tookMs: 2_000 }))
    assert.deepEqual(new Set(capped), new Set([6_000]))
  })

  test('at the usual pace again after a storm', () => {
    const pace = new Pace(700)
    const { length } = readings(pace, { everyMs: 1, forMs: 10_000, tookMs: 1_000 })
    assert.ok(length <= 16)
    pace.begin(20_000)
    assert.equal(pace.waitMs(20_000), 100)
  })
})
