import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from './clearing.ts'
import { shrunk } from './releaseHold.ts'

const auth = (more: Partial<NonNullable<Parameters<typeof settle>[0]>> = {}) => ({
  status: 'PENDING' as const,
  amount_cents: 3000,
  held_cents: 3030,
  cleared_cents: 0,
  ...more,
})

test('a clearing within its hold uses what it takes, and only the final one frees the rest', () => {
  const whole = { kind: 'CLEARING', used: 3030, held: 0, biz: null, status: 'COMPLETE' }
  assert.deepEqual(settle(auth(), 3030, 3000, true), whole)
  const part = { kind: 'CLEARING', used: 1010, held: 2020, biz: null, status: 'PARTIAL' }
  assert.deepEqual(settle(auth(), 1010, 1000, false), part)
  assert.deepEqual(settle(auth(), 1010, 1000, true), { ...part, held: 0, biz: 1005, status: 'COMPLETE' })
  const rest = auth({ status: 'PARTIAL', held_cents: 2020, cleared_cents: 1000 })
  assert.deepEqual(settle(rest, 2020, 2000, true), { ...whole, used: 2020 })
})

test('a clearing above its hold takes all of it and says so, also by a cent', () => {
  const over = settle(auth(), 3031, 3001, true)
  assert.deepEqual(over, { kind: 'CLEARING_OVER', used: 3030, held: 0, biz: 1003, status: 'COMPLETE' })
  assert.equal(settle(auth({ held_cents: 3000 }), 3030, 3000, true).kind, 'CLEARING_OVER', 'its fee was not held')
})

test('a clearing without an open authorization is forced, and leaves a decline declined', () => {
  const forced = { kind: 'FORCED_POST', used: 0, held: 0, biz: 1001 }
  assert.deepEqual(settle(undefined, 500, 500, true), { ...forced, status: undefined })
  assert.deepEqual(settle(auth({ status: 'DECLINED' }), 500, 500, true), { ...forced, status: 'DECLINED' })
  for (const status of ['REVERSED', 'EXPIRED', 'COMPLETE'] as const)
    assert.deepEqual(settle(auth({ status }), 500, 500, true), { ...forced, status: 'COMPLETE' })
})

const fee = (left: number): number => (left === 0 ? 0 : Math.max(30, Math.round(left * 0.015)))
const held = { amount_cents: 4000, cleared_cents: 0, fee_cents: 60, fee_taken_cents: 0, held_cents: 4060 }

test('less authorized frees the amount and its share of the fee', () => {
  assert.deepEqual(shrunk(held, 1000, fee), { amount_cents: 3000, fee_cents: 45, held_cents: 3045 })
  assert.deepEqual(shrunk(held, 4000, fee), { amount_cents: 0, fee_cents: 0, held_cents: 0 })
  assert.deepEqual(shrunk(held, 9999, fee), { amount_cents: 0, fee_cents: 0, held_cents: 0 })
})

test('what clearings have taken of the fee stays taken, and a fee does not rise by a reversal', () => {
  const cleared = { ...held, cleared_cents: 3333, fee_taken_cents: 50, held_cents: 677 }
  assert.deepEqual(shrunk(cleared, 1000, fee), { amount_cents: 3000, fee_cents: 50, held_cents: 0 })
  assert.equal(shrunk({ ...held, fee_cents: 40 }, 500, fee).fee_cents, 40)
})
