import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR } from '#server/core/clock.ts'
import { changed, noteStop, readCounters, startedFor, textOf, type Counters } from './counters.ts'
import { isWithin, lockedBy, lockedTo, lockFor, lockState } from './locks.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const at = { zone: 'Asia/Shanghai', now: NOW }
const perDay = { limitId: 'perday', window: 'DAY', amount: 5_000, refunds: 'KEEP' } as const
const by = (id: string, mcc = '5734', ...brandIds: string[]) => ({
  merchant: { id, name: `The ${id}`, descriptor: id, mcc, country: 'US' },
  brandIds: () => brandIds,
})

test('a lock goes through the text of counters with any name of a merchant, and stays beside limits and declines', () => {
  for (const id of ['m1', ' ', ':', '=b1', 'a:1:2:3 b:4:5:6', '面包 🥖', '', 'x'.repeat(64), '.']) {
    let counters: Counters = lockedBy({ by: 'MERCHANT' }, [], { ...by(id), cents: 500 }, NOW)
    counters = changed([perDay], counters, at, { time: NOW, cents: 500, count: 1, fresh: true })
    counters = noteStop([perDay], counters, at, id).counters
    const read = readCounters(textOf(counters))
    assert.deepEqual(read, counters)
    assert.deepEqual(lockedTo({ by: 'MERCHANT' }, read, NOW), {
      by: 'MERCHANT',
      to: id,
      name: `The ${id}`.slice(0, 40),
    })
    assert.equal(isWithin({ by: 'MERCHANT' }, read, by(id), NOW), true)
    assert.equal(isWithin({ by: 'MERCHANT' }, read, by(`${id}2`), NOW), false)
  }
})

test('a merged brand is the one that it has become, and a merchant that got a brand later is still the merchant', () => {
  const brand = lockedBy({ by: 'BRAND' }, [], { ...by('m1', '5734', 'brd_a', 'brd_0'), cents: 500 }, NOW)
  assert.equal(isWithin({ by: 'BRAND' }, brand, by('m2', '5734', 'brd_b', 'brd_a'), NOW), true)
  assert.equal(isWithin({ by: 'BRAND' }, brand, by('m1', '5734', 'brd_b'), NOW), false)
  assert.equal(isWithin({ by: 'BRAND' }, brand, by('m1'), NOW), false)
  const merchant = lockedBy({ by: 'BRAND' }, [], { ...by('m1'), cents: 500 }, NOW)
  assert.equal(isWithin({ by: 'BRAND' }, merchant, by('m1', '5734', 'brd_a'), NOW), true)
})

test('a verification locks for a day; the first purchase of more than a dollar for good', () => {
  const lock = { by: 'KIND' } as const
  const verified = lockedBy(lock, [], { ...by('m1'), cents: 100 }, NOW)
  assert.deepEqual(lockState(lock, verified, NOW), {
    ...{ state: 'PROVISIONAL', by: 'KIND', to: '5734' },
    ...{ since: NOW, until: NOW + DAY },
  })
  // Once more: the day does not begin again.
  assert.equal(lockedBy(lock, verified, { ...by('m1'), cents: 0 }, NOW + HOUR), verified)
  assert.equal(lockState(lock, verified, NOW + DAY).state, 'ARMED')
  assert.equal(isWithin(lock, verified, by('m1', '5812'), NOW + DAY), true)
  assert.equal(
    lockedTo(lock, lockedBy(lock, verified, { ...by('m1', '5812'), cents: 0 }, NOW + DAY), NOW + DAY)!.to,
    '5812',
  )
  const bought = lockedBy(lock, verified, { ...by('m1'), cents: 101 }, NOW + HOUR)
  assert.deepEqual(lockState(lock, bought, NOW + 9 * DAY), { state: 'LOCKED', by: 'KIND', to: '5734', since: NOW })
  // Another place, where the controls only watch.
  assert.equal(lockedBy(lock, verified, { ...by('m1', '5812'), cents: 500 }, NOW + HOUR), verified)
  assert.equal(lockedBy(lock, bought, { ...by('m1', '5812'), cents: 500 }, NOW + HOUR), bought)
})

test('a lock to a named brand needs no purchase, and no purchase changes it', () => {
  const lock = { by: 'BRAND', to: 'brd_a' } as const
  assert.equal(isWithin(lock, [], by('m1'), NOW), false)
  assert.equal(isWithin(lock, [], by('m1', '5734', 'brd_a'), NOW), true)
  assert.deepEqual(lockedBy(lock, [], { ...by('m1', '5734', 'brd_a'), cents: 500 }, NOW), [])
  assert.deepEqual(lockState(lock, [], NOW), { state: 'LOCKED', ...lock })
})

test('under another document, limits go on and the lock only where it locks in the same way', () => {
  const counters = lockedBy({ by: 'BRAND' }, readCounters(`perday:${NOW}:300:1`), { ...by('m1'), cents: 500 }, NOW)
  const [, entry] = counters
  assert.deepEqual(startedFor([perDay], [perDay], counters, at), readCounters(`perday:${NOW}:300:1`))
  assert.deepEqual(lockFor({ by: 'BRAND' }, { by: 'BRAND' }, counters), [entry])
  assert.deepEqual(lockFor({ by: 'BRAND' }, { by: 'KIND' }, counters), [])
  assert.deepEqual(lockFor({ by: 'BRAND' }, { by: 'BRAND', to: 'brd_a' }, counters), [])
  assert.deepEqual(lockFor({ by: 'BRAND' }, undefined, counters), [])
})
