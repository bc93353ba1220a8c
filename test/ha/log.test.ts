import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judge, longestGap, p95, type Authorization, type CardLoad } from './log.ts'

const NOTHING = { lost: [], doubled: [], declinedWhileHeld: [], unresolved: [] }
const asked = (change: Partial<Authorization> = {}): Authorization => ({
  ...{
    ref: 'ha_1',
    cardId: 'crd_1',
    amountCents: 700,
    told: ['approved'],
    reasons: [],
    reversing: false,
    reversed: false,
  },
  ...change,
})
const row = (heldCents: number, status = 'PENDING') => ({ ref: 'ha_1', status, heldCents })
const load = (change: Partial<CardLoad> = {}): CardLoad => ({
  ...{ requestNo: 'ha-1', cardId: 'crd_1', amountCents: 1000, outcome: 'loaded', orderNo: 'ord_1' },
  ...change,
})
const order = { orderNo: 'ord_1', cardId: 'crd_1', amountCents: 1000 }

/** What is wrong, by kind. */
function wrong(
  authorizations: Authorization[],
  booked: Parameters<typeof judge>[1],
  loads: CardLoad[] = [],
  orders = [] as (typeof order)[],
) {
  const verdict = judge({ authorizations, loads }, booked, orders)
  return Object.entries(verdict).flatMap(([kind, found]) => found.map(() => kind))
}

describe('the verdict on what was acknowledged', () => {
  test('finds nothing where the books hold what was said', () => {
    const declined = asked({ ref: 'ha_2', told: ['declined'] })
    const reversed = asked({ ref: 'ha_3', reversing: true, reversed: true })
    const booked = [row(700), { ref: 'ha_3', status: 'REVERSED', heldCents: 0 }]
    assert.deepEqual(
      judge({ authorizations: [asked(), declined, reversed], loads: [load()] }, booked, [order]),
      NOTHING,
    )
  })

  test('an approval that is not in the books is lost, and one that is declined there', () => {
    assert.deepEqual(wrong([asked()], []), ['lost'])
    assert.deepEqual(wrong([asked()], [row(0, 'DECLINED')]), ['lost'])
  })

  test('an approval with two rows, or with more held than asked for, is doubled', () => {
    assert.deepEqual(wrong([asked()], [row(700), row(0)]), ['doubled'])
    assert.deepEqual(wrong([asked({ told: ['approved', 'approved'] })], [row(1400)]), ['lost', 'doubled'])
  })

  test('what was declined must not be held, and not be approved the next time', () => {
    assert.deepEqual(wrong([asked({ told: ['declined'] })], [row(700)]), ['declinedWhileHeld'])
    assert.deepEqual(wrong([asked({ told: ['declined', 'approved'] })], [row(700)]), ['declinedWhileHeld'])
  })

  test('a reversal that was acknowledged releases everything; one that was not has no outcome', () => {
    assert.deepEqual(wrong([asked({ told: [], reversing: true, reversed: true })], [row(700)]), ['lost'])
    assert.deepEqual(wrong([asked({ told: [], reversing: true })], [row(0)]), ['unresolved'])
    assert.deepEqual(wrong([asked({ told: [] })], []), ['unresolved'])
  })

  test('a load is there once: not lost, not with another amount, and not a second time that nobody was told of', () => {
    assert.deepEqual(wrong([], [], [load()], []), ['lost'])
    assert.deepEqual(wrong([], [], [load({ amountCents: 999 })], [order]), ['lost'])
    assert.deepEqual(wrong([], [], [load()], [order, { ...order, orderNo: 'ord_2' }]), ['doubled'])
    assert.deepEqual(wrong([], [], [load({ outcome: undefined, orderNo: undefined })], []), ['unresolved'])
  })
})

test('the gap is the longest time between two approvals, or from the fault to the first', () => {
  assert.equal(longestGap([500, 1000, 4000, 4100], 900, 5000), 3)
  assert.equal(longestGap([], 1000, 9000), 8)
})

test('the p95 of few values is the largest', () => {
  assert.equal(p95([3, 17, 5]), 17)
  assert.equal(p95(Array.from({ length: 100 }, (_, at) => at + 1)), 95)
})
