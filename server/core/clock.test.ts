import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf, dayBegan, dayOf, monthOf, startOf, startOfDate, startOfMonth } from './clock.ts'

const at = (utc: string): number => Date.parse(utc)

test('a day begins when it does in Shanghai, eight hours before it does in Greenwich', () => {
  const [last, first] = [at('2026-03-31T15:59:59.999Z'), at('2026-03-31T16:00:00Z')]
  assert.deepEqual([dateOf(last), dateOf(first)], ['2026-03-31', '2026-04-01'])
  assert.equal(dayOf(first) - dayOf(last), 1)
  assert.equal(dayBegan(first).getTime(), first)
  assert.equal(dayBegan(last).toISOString(), '2026-03-30T16:00:00.000Z')
  assert.equal(startOf(dayOf(first)), first)
  assert.equal(startOfDate('2026-04-01'), first)
  assert.ok(Number.isNaN(startOfDate('2026-04-31x')))
})

test('so does a month, also the last of a year', () => {
  assert.equal(startOfMonth(at('2026-03-31T16:00:00Z')).from.toISOString(), '2026-03-31T16:00:00.000Z')
  const { from, until } = monthOf('2026-12')
  assert.deepEqual([from.toISOString(), until.toISOString()], ['2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'])
})
