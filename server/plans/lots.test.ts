import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../core/clock.ts'
import { creditOf, daysBought, daysLeft, earned, elapsedDays, unused, type Lot } from './lots.ts'

const begin = Date.UTC(2026, 2, 1)
const on = (days: number, ms = 0): Date => new Date(begin + days * DAY + ms)
const lot = (more: Partial<Lot> = {}): Lot => ({
  paid_cents: 2900,
  deferred_cents: 2900,
  recognised_cents: 0,
  days: 30,
  starts_at: on(0),
  ends_at: on(30),
  ...more,
})

test('a day has passed when its last millisecond has, none before the beginning, and all at the end', () => {
  const elapsed = [on(-3), on(0), on(1, -1), on(1), on(29, DAY - 1), on(30), on(99)].map((at) => elapsedDays(lot(), at))
  assert.deepEqual(elapsed, [0, 0, 0, 1, 29, 30, 30])
})

test('a lot that was cut short has all its days behind it, and one whose end lags has no more than it has', () => {
  assert.equal(elapsedDays(lot({ ends_at: on(10) }), on(10)), 30)
  assert.equal(elapsedDays(lot({ ends_at: on(40) }), on(35)), 30)
})

test('income goes by what was set aside, what is unused by what was paid; both are rounded down', () => {
  const withCoupon = lot({ paid_cents: 1900 })
  assert.deepEqual(
    [earned(withCoupon, on(1)), earned(withCoupon, on(29)), earned(withCoupon, on(30))],
    [96, 2803, 2900],
  )
  assert.deepEqual([unused(withCoupon, on(13)), unused(withCoupon, on(30))], [1076, 0])
  assert.equal(creditOf([lot(), withCoupon], on(13)), 1643 + 1076)
  assert.equal(creditOf([], on(13)), 0)
})

test('a day that has begun is left, and after the end none is', () => {
  const left = [on(0), on(1, -1), on(1), on(29, 1), on(30, -1), on(30), on(31)].map((at) => daysLeft(on(30), at))
  assert.deepEqual(left, [30, 30, 29, 1, 1, 0, 0])
})

test('money buys whole days at the price of a month; none where it is too little, nothing or less, or the plan is free', () => {
  const bought = [2900, 97, 96, 0, -500].map((cents) => daysBought(cents, 2900))
  assert.deepEqual(bought, [30, 1, 0, 0, 0])
  assert.equal(daysBought(500, 0), 0)
})
