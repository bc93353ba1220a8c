import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declinesTo, rungOf, termsOf, type Weight } from './declineLadder.ts'

const of = (attempts: number, declined: number): Weight => ({ approved: attempts - declined, declined })

test('all cards stop strictly above five in a hundred, and never below the sample', () => {
  assert.equal(rungOf(of(100, 5)), 'URGENT')
  assert.equal(rungOf(of(100, 6)), 'STOP')
  assert.equal(rungOf(of(10_000, 500)), 'URGENT')
  assert.equal(rungOf(of(10_000, 501)), 'STOP')
  assert.equal(rungOf(of(40, 5)), 'STOP')
  assert.equal(rungOf(of(40, 4)), 'WARN')
  assert.equal(rungOf(of(39, 39)), 'WARN')
})

test('it warns at three in a hundred, urgently at four, and not for one or two declines', () => {
  assert.equal(rungOf(of(0, 0)), 'FINE')
  assert.equal(rungOf(of(1, 1)), 'FINE')
  assert.equal(rungOf(of(2, 2)), 'FINE')
  assert.equal(rungOf(of(3, 3)), 'WARN')
  assert.equal(rungOf(of(1000, 29)), 'FINE')
  assert.equal(rungOf(of(1000, 30)), 'WARN')
  assert.equal(rungOf(of(1000, 39)), 'WARN')
  assert.equal(rungOf(of(1000, 40)), 'URGENT')
})

test('on probation it stops above four in a hundred of twenty', () => {
  const terms = termsOf(true)
  assert.equal(rungOf(of(125, 5), terms), 'URGENT')
  assert.equal(rungOf(of(125, 6), terms), 'STOP')
  assert.equal(rungOf(of(20, 5), terms), 'STOP')
  assert.equal(rungOf(of(19, 5), terms), 'WARN')
})

test('the declines that are left are those that, counted one by one, lead to the rung', () => {
  const order = ['FINE', 'WARN', 'URGENT', 'STOP']
  for (const terms of [termsOf(false), termsOf(true)])
    for (let approved = 0; approved < 400; approved += 7)
      for (let declined = 0; declined < 30; declined += 1)
        for (const rung of ['WARN', 'URGENT', 'STOP'] as const) {
          const more = declinesTo(rung, { approved, declined }, terms)
          const at = (by: number) => order.indexOf(rungOf({ approved, declined: declined + by }, terms))
          const label = `${rung} at ${approved} approved, ${declined} declined`
          assert.ok(at(more) >= order.indexOf(rung), label)
          assert.ok(more === 0 || at(more - 1) < order.indexOf(rung), `${label}: not one earlier`)
        }
})
