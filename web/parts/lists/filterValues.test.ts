import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centsText, dayEnd, dayRanges, dayStart, dayText, moneyText } from './filterValues.ts'

test('a day of a filter is a day in Shanghai, from its first to its last millisecond', () => {
  assert.equal(new Date(Number(dayStart('2026-11-21'))).toISOString(), '2026-11-20T16:00:00.000Z')
  assert.equal(new Date(Number(dayEnd('2026-11-21'))).toISOString(), '2026-11-21T15:59:59.999Z')
})

test('both ends of a day are shown as that day again', () => {
  assert.equal(dayText(dayStart('2026-11-21')), '2026-11-21')
  assert.equal(dayText(dayEnd('2026-11-21')), '2026-11-21')
})

test('the ranges that are offered end today in Shanghai, and months are whole, also across a year', () => {
  // Half past midnight in Shanghai, still the evening before in Greenwich.
  assert.deepEqual(dayRanges(Date.parse('2027-01-02T16:30:00Z')), {
    today: { start: '2027-01-03', end: '2027-01-03' },
    last7Days: { start: '2026-12-28', end: '2027-01-03' },
    last30Days: { start: '2026-12-05', end: '2027-01-03' },
    thisMonth: { start: '2027-01-01', end: '2027-01-31' },
    lastMonth: { start: '2026-12-01', end: '2026-12-31' },
  })
})

test('an address that holds no time shows no day', () => {
  assert.equal(dayText('tomorrow'), '')
  assert.equal(dayText(undefined), '')
})

test('an amount is sent in cents and shown in dollars', () => {
  assert.equal(centsText('12.5'), '1250')
  assert.equal(moneyText('1250'), '12.5')
})

test('what is no amount filters nothing', () => {
  assert.equal(centsText('12.345'), '')
  assert.equal(moneyText('<script>'), '')
})
