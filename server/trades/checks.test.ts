import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksFrom, checksNumber } from './checks.ts'

test('every combination of results is read as it was written, and fits a small number', () => {
  for (let number = 0; number < 3 ** 4; number++) assert.equal(checksNumber(checksFrom(number)!), number)
  assert.deepEqual(checksFrom(checksNumber({ cvc: 'MATCH', expiry: 'MISMATCH', zip: 'ABSENT', street: 'MATCH' })), {
    ...{ cvc: 'MATCH', expiry: 'MISMATCH', zip: 'ABSENT', street: 'MATCH' },
  })
  assert.equal(checksFrom(null), null)
})
