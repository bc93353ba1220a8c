import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEvent } from './intake.ts'

const told = (change: Record<string, unknown> = {}) => ({
  id: 'evt_1',
  issuer: 'simulated',
  type: 'auth.expired',
  cardRef: 'crd_1',
  occurredAt: 1,
  ...change,
})

test('an event has names of one to a hundred characters', () => {
  for (const field of ['id', 'issuer', 'type', 'cardRef']) {
    const accepts = [undefined, 7, '', 'x', 'x'.repeat(100), 'x'.repeat(101)].map((word) =>
      isEvent(told({ [field]: word })),
    )
    assert.deepEqual(accepts, [false, false, false, true, true, false], field)
  }
})

test('an event has a whole time, and a place in the order of its card that PostgreSQL can keep', () => {
  assert.deepEqual(
    [1.5, '1', undefined, 0].map((occurredAt) => isEvent(told({ occurredAt }))),
    [false, false, false, true],
  )
  assert.deepEqual(
    [undefined, 0, 2 ** 31 - 1, 1 - 2 ** 31, 2 ** 31, -(2 ** 31), 1.5, '1'].map((seq) => isEvent(told({ seq }))),
    [true, true, true, true, false, false, false, false],
  )
})

test('what is no event, or holds what PostgreSQL cannot keep, is not taken', () => {
  for (const wrong of [null, undefined, 'event', 7, []]) assert.equal(isEvent(wrong), false)
  assert.deepEqual(
    ['a\u0000b', 'half \ud83d', 'whole \ud83d\ude00', '\\u0000'].map((cardRef) => isEvent(told({ cardRef }))),
    [false, false, true, true],
  )
})

test('the code of a 3-D challenge has four to eight digits, where there is one', () => {
  const challenge = (code: unknown) => isEvent(told({ type: 'threeDs.challenged', code }))
  assert.deepEqual([challenge('123456'), challenge(undefined), challenge('')], [true, true, false])
})
