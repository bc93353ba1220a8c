import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR } from '#server/core/clock.ts'
import { recognize, type Charge } from './recognize.ts'

const NOW = Date.UTC(2026, 10, 21)
const charge = (time: number, amountCents = 1500, feeCents = 0): Charge => ({ time, amountCents, feeCents })
const ago = (...days: number[]) => days.map((day) => charge(NOW - day * DAY))
const on = (...dates: string[]) => dates.map((date) => charge(Date.parse(`${date}T10:00Z`)))
const dates = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 10))
/** What is said of the only recurring charge. */
function only(charges: readonly Charge[], nowMs = NOW) {
  const found = recognize(charges, nowMs)
  assert.equal(found.length, 1)
  const { unit, everyDays, state, confidence, nextTime } = found[0]!
  return [unit, everyDays, state, confidence, nextTime === undefined ? null : dates([nextTime])[0]]
}

const cases: [name: string, charges: Charge[], said: unknown[]][] = [
  ['every week', ago(1, 8, 15, 22), ['WEEK', 7, 'EXPECTED', 'HIGH', '2026-11-27']],
  ['every week, due today', ago(7, 14, 21, 28), ['WEEK', 7, 'EXPECTED', 'HIGH', '2026-11-21']],
  ['overdue by a day: due now', ago(8, 15, 22), ['WEEK', 7, 'EXPECTED', 'LOW', '2026-11-21']],
  ['every ten days', ago(5, 15, 25, 35), ['DAY', 10, 'EXPECTED', 'HIGH', '2026-11-26']],
  ['every thirty days, in any order', ago(75, 15, 45), ['DAY', 30, 'EXPECTED', 'LOW', '2026-12-06']],
  ['on the 18th of each month', ago(3, 34, 64, 95), ['MONTH', 31, 'EXPECTED', 'HIGH', '2026-12-18']],
  ['each quarter', ago(20, 112, 204), ['DAY', 92, 'EXPECTED', 'LOW', '2027-02-01']],
  ['each year, after two charges', ago(100, 465), ['YEAR', 365, 'EXPECTED', 'LOW', '2027-08-13']],
  ['one month was left out', ago(5, 35, 95, 125), ['DAY', 30, 'EXPECTED', 'LOW', '2026-12-16']],
  ['one missed: the one after it', ago(12, 19, 26, 33), ['WEEK', 7, 'MISSED', 'HIGH', '2026-11-23']],
  ['two missed: cancelled', ago(76, 106, 136), ['DAY', 30, 'CANCELLED', 'LOW', null]],
]
for (const [name, charges, said] of cases)
  test(`recurring charges: ${name}`, () => assert.deepEqual(only(charges), said))

test('two charges, daily ones, uneven ones and those of long ago do not recur', () => {
  assert.deepEqual(recognize(ago(1, 31), NOW), [])
  assert.deepEqual(recognize(ago(1, 2, 3, 4), NOW), [])
  assert.deepEqual(recognize(ago(1, 8, 30), NOW), [])
  assert.deepEqual(recognize(ago(1, 8, 22), NOW), [])
  assert.deepEqual(recognize(ago(200, 230, 260), NOW), [])
  assert.deepEqual(
    recognize(
      [NOW, NOW - HOUR, NOW - 2 * HOUR].map((time) => charge(time)),
      NOW,
    ),
    [],
  )
  assert.deepEqual(recognize([charge(NOW - 100 * DAY, 9900), charge(NOW - 465 * DAY, 1500)], NOW), [])
  assert.deepEqual(recognize([], NOW), [])
})

test('what is charged on the 31st is charged on the last day of shorter months, and on the 31st again', () => {
  const [found] = recognize(on('2026-12-31', '2027-01-31', '2027-02-28'), Date.UTC(2027, 2, 1))
  assert.equal(found!.unit, 'MONTH')
  assert.deepEqual(dates(found!.until(Date.UTC(2027, 5, 1))), ['2027-03-31', '2027-04-30', '2027-05-31'])
})

test('a price that was the same twice and differs now has changed; prices that always differ have a range', () => {
  const priced = (...amounts: number[]) => amounts.map((cents, at) => charge(NOW - (2 + 7 * at) * DAY, cents))
  const [changed] = recognize(priced(1800, 1500, 1500), NOW)
  assert.deepEqual([changed!.state, changed!.formerCents, changed!.last.amountCents], ['CHANGED', 1500, 1800])
  const [ranged] = recognize(priced(1800, 1500, 1700), NOW)
  assert.deepEqual([ranged!.state, ranged!.leastCents, ranged!.mostCents], ['EXPECTED', 1500, 1800])
  assert.equal(ranged!.formerCents, undefined)
})

test('hours of difference make no other interval of a month', () => {
  const times = ['2026-07-05T10:00Z', '2026-08-05T13:00Z', '2026-09-05T17:00Z'].map((time) => Date.parse(time))
  const [found] = recognize(
    times.map((time) => charge(time)),
    Date.UTC(2026, 8, 6),
  )
  assert.deepEqual([found!.unit, dates([found!.nextTime!])], ['MONTH', ['2026-10-05']])
})

test('two subscriptions at one merchant are told apart by their amounts', () => {
  const two = [...ago(3, 33, 63), ...ago(10, 40, 70).map(({ time }) => charge(time, 9900))]
  const found = recognize(two, NOW).map(({ last, everyDays }) => [last.amountCents, everyDays])
  assert.deepEqual(
    found.toSorted(([a], [b]) => a! - b!),
    [
      [1500, 30],
      [9900, 30],
    ],
  )
})
