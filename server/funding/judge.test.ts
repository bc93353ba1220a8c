import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR } from '../core/clock.ts'
import { judge, worth, type Expecting } from './judge.ts'

const expiresAt = new Date('2026-03-01T12:00:00Z')
const terms = { min: 110_00, feeBps: 200 }
const on = (ms: number): Date => new Date(expiresAt.getTime() + ms)
const order = (change: Partial<Expecting> = {}): Expecting => ({
  status: 'WAIT_PAY',
  payUnits: 120_000_000,
  feeBps: 200,
  expiresAt,
  credited: false,
  ...change,
})
const told = (units: number, at: Date, expecting: Expecting | undefined = order(), before = 0) => {
  const { outcome, ...more } = judge({ units, at, before }, expecting, terms)
  return [outcome, 'status' in more ? more.status : undefined, 'reason' in more ? more.reason : undefined]
    .filter(Boolean)
    .join(' ')
}

test('within the hour the exact amount is a success, up to a cent more or less', () => {
  assert.equal(told(120_000_000, on(-HOUR)), 'CREDITED SUCCESS')
  assert.equal(told(120_010_000, on(0)), 'CREDITED SUCCESS')
  assert.equal(told(119_990_000, on(-1)), 'CREDITED SUCCESS')
  assert.equal(told(119_989_999, on(-1)), 'CREDITED MISMATCH amount_differs')
  assert.equal(told(120_010_001, on(-1)), 'CREDITED MISMATCH amount_differs')
})

test('within the hour any other amount from the minimum up is credited as received, less waits for the rest', () => {
  assert.equal(told(110_000_000, on(-1)), 'CREDITED MISMATCH amount_differs')
  assert.equal(told(109_999_999, on(-1)), 'PARTIAL partial')
  assert.equal(told(5_000_000_000, on(-1)), 'CREDITED MISMATCH amount_differs')
})

test('after the hour only the exact amount is credited, for one day', () => {
  assert.equal(told(120_000_000, on(1)), 'CREDITED SUCCESS')
  assert.equal(told(120_000_000, on(DAY)), 'CREDITED SUCCESS')
  assert.equal(told(120_000_000, on(DAY + 1)), 'SUSPENSE MISMATCH late')
  assert.equal(told(121_000_000, on(1)), 'SUSPENSE MISMATCH late')
})

test('a second transfer to a paid order is credited as received within the hour, and never changes how the order stands', () => {
  const paid = order({ status: 'SUCCESS', credited: true })
  assert.equal(told(120_000_000, on(-1), paid), 'CREDITED UNCHANGED second_transfer')
  assert.equal(told(50_000_000, on(-1), paid, 120_000_000), 'CREDITED UNCHANGED second_transfer')
  assert.equal(told(50_000_000, on(-1), paid, 10_000_000), 'SUSPENSE UNCHANGED under_minimum')
  assert.equal(told(120_000_000, on(1), paid), 'SUSPENSE UNCHANGED late')
})

test('within the hour several transfers count together: they complete the order, also one that was credited short of it', () => {
  assert.equal(told(50_000_000, on(-1)), 'PARTIAL partial')
  assert.equal(told(70_000_000, on(-1), order(), 50_000_000), 'CREDITED SUCCESS')
  assert.equal(told(60_000_000, on(-1), order(), 50_000_000), 'CREDITED MISMATCH amount_differs')
  const short = order({ status: 'MISMATCH', credited: true })
  assert.equal(told(4_500_000, on(-1), short, 115_500_000), 'CREDITED SUCCESS')
})

test('after the hour a transfer stands for itself, whatever came before', () => {
  assert.equal(told(70_000_000, on(1), order(), 50_000_000), 'SUSPENSE MISMATCH late')
})

test('dust is nothing, and money for nobody waits', () => {
  assert.equal(told(0, on(-1)), 'DUST dust')
  assert.equal(told(999_999, on(-1)), 'DUST dust')
  assert.equal(judge({ units: 200_000_000, at: on(0) }, undefined, terms).outcome, 'SUSPENSE')
})

test('late money pays the fee of now, money in time the fee of its quote', () => {
  const cheap = order({ feeBps: 100 })
  assert.equal((judge({ units: 120_000_000, at: on(-1) }, cheap, terms) as { feeBps: number }).feeBps, 100)
  assert.equal((judge({ units: 120_000_000, at: on(1) }, cheap, terms) as { feeBps: number }).feeBps, 200)
})

test('worth is floored to the cent, the fee rounds half-up, and the two make the whole', () => {
  assert.deepEqual(worth(110_003_700, 200), { value: 11_000, fee: 220, credit: 10_780 })
  assert.deepEqual(worth(110_259_999, 200), { value: 11_025, fee: 221, credit: 10_804 })
  assert.deepEqual(worth(110_240_000, 200), { value: 11_024, fee: 220, credit: 10_804 })
})
