import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfDayIn, momentIn, since, timeIn } from './moments.ts'

const at = (iso: string) => Date.parse(iso)

test('a moment is what clocks of the zone show, and back', () => {
  for (const [zone, text, iso] of [
    ['Asia/Shanghai', '2026-11-23T14:02', '2026-11-23T06:02:00Z'],
    ['America/New_York', '2026-11-23T14:02', '2026-11-23T19:02:00Z'],
    ['America/New_York', '2026-07-01T00:00', '2026-07-01T04:00:00Z'],
    ['Pacific/Kiritimati', '2026-12-31T23:59', '2026-12-31T09:59:00Z'],
    ['UTC', '2027-01-01T00:00', '2027-01-01T00:00:00Z'],
  ] as const) {
    assert.equal(momentIn(zone, at(iso)), text)
    assert.equal(timeIn(zone, text), at(iso))
  }
})

test('a moment that comes twice is the first one, and one that clocks skip is later by as much as they skip', () => {
  assert.equal(timeIn('America/New_York', '2026-11-01T01:30'), at('2026-11-01T05:30:00Z'))
  assert.equal(timeIn('America/New_York', '2026-03-08T02:30'), at('2026-03-08T07:30:00Z'))
})

test('a day ends in its zone, also where it has another length', () => {
  assert.equal(endOfDayIn('Asia/Shanghai', at('2026-11-23T16:30:00Z'), 0), at('2026-11-24T15:59:59.999Z'))
  assert.equal(endOfDayIn('America/New_York', at('2026-10-31T12:00:00Z'), 1), at('2026-11-02T04:59:59.999Z'))
})

test('the last day is minutes and hours ago, and before and after it a time is exact', () => {
  const now = at('2026-11-23T12:00:00Z')
  const ago = (ms: number) => since(now - ms, now)
  assert.deepEqual(ago(0), { unit: 'now', count: 0 })
  assert.deepEqual(ago(-5_000), { unit: 'now', count: 0 }, 'clocks differ by seconds')
  assert.deepEqual(ago(59_999), { unit: 'now', count: 0 })
  assert.deepEqual(ago(60_000), { unit: 'minutes', count: 1 })
  assert.deepEqual(ago(3_599_999), { unit: 'minutes', count: 59 })
  assert.deepEqual(ago(3_600_000), { unit: 'hours', count: 1 })
  assert.deepEqual(ago(86_399_999), { unit: 'hours', count: 23 })
  assert.equal(ago(86_400_000), undefined)
  assert.equal(ago(-60_000), undefined, 'a deadline is not told as if it were over')
})
