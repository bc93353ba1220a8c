import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf, dayOf, startOf, startOfDate } from '#server/core/clock.ts'
import { nextDueDay, openedOnFor } from './dueDays.ts'

const day = (date: string): number => dayOf(startOfDate(date))
const after = (opened: string, from: string): string =>
  dateOf(startOf(nextDueDay(Date.parse(`${opened}T23:59:00+08:00`), day(from))))

test('a fee is due on the day of opening, and on the last day of a month that is too short for it', () => {
  assert.deepEqual(openedOnFor(day('2027-01-15')), [15])
  assert.deepEqual(openedOnFor(day('2027-01-31')), [31])
  assert.deepEqual(openedOnFor(day('2027-04-30')), [30, 31])
  assert.deepEqual(openedOnFor(day('2027-02-28')), [28, 29, 30, 31])
  assert.deepEqual(openedOnFor(day('2028-02-28')), [28])
  assert.deepEqual(openedOnFor(day('2028-02-29')), [29, 30, 31])
})

test('every card has one fee in each month after that of its opening', () => {
  for (const number of [1, 28, 29, 30, 31]) {
    const opened = Date.parse(`2026-12-${String(number).padStart(2, '0')}T00:30:00+08:00`)
    const months: string[] = []
    for (let at = day('2026-12-01'); at < day('2028-04-01'); at++)
      if (nextDueDay(opened, at) === at) months.push(dateOf(startOf(at)).slice(0, 7))
    assert.equal(months.length, 15, String(number))
    assert.equal(new Set(months).size, 15, String(number))
    assert.equal(months[0], '2027-01')
  }
})

test('the next fee is never in the month of opening, and days are those of Shanghai', () => {
  assert.equal(after('2027-01-31', '2027-01-31'), '2027-02-28')
  assert.equal(after('2027-01-31', '2027-03-01'), '2027-03-31')
  assert.equal(after('2027-01-01', '2027-01-01'), '2027-02-01')
  assert.equal(after('2027-01-15', '2027-03-16'), '2027-04-15')
})
