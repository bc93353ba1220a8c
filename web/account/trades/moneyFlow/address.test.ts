import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfPreset, flowDaysFrom, presetOf } from './address.ts'

/** 10 March 2027, 12:00 in Shanghai. */
const NOW = Date.parse('2027-03-10T04:00:00Z')

test('an address says which days, and nonsense is the last thirty', () => {
  assert.deepEqual(flowDaysFrom(new URLSearchParams('from=2027-01-05&until=2027-02-01'), NOW), {
    from: '2027-01-05',
    until: '2027-02-01',
  })
  const last = { from: '2027-02-09', until: '2027-03-10' }
  for (const search of ['', 'from=2027-01-05', 'from=x&until=2027-02-01', 'from=2027-13-01&until=2027-02-01'])
    assert.deepEqual(flowDaysFrom(new URLSearchParams(search), NOW), last, search)
  assert.deepEqual(flowDaysFrom(new URLSearchParams('period=lastMonth'), NOW), {
    from: '2027-02-01',
    until: '2027-02-28',
  })
})

test('a preset has the days that it says, none of them to come', () => {
  assert.deepEqual(daysOfPreset('d7', NOW), { from: '2027-03-04', until: '2027-03-10' })
  assert.deepEqual(daysOfPreset('d90', NOW), { from: '2026-12-11', until: '2027-03-10' })
  assert.deepEqual(daysOfPreset('thisMonth', NOW), { from: '2027-03-01', until: '2027-03-10' })
  assert.deepEqual(daysOfPreset('lastMonth', NOW), { from: '2027-02-01', until: '2027-02-28' })
  assert.equal(presetOf({ from: '2027-02-01', until: '2027-02-28' }, NOW), 'lastMonth')
  assert.equal(presetOf({ from: '2027-02-02', until: '2027-02-28' }, NOW), undefined)
})
