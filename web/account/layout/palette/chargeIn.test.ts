import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeIn } from './chargeIn.ts'

test('a charge is typed in either language, with its amount at the end', () => {
  assert.deepEqual(chargeIn('pass facebook 49'), { merchant: 'facebook', cents: 4900 })
  assert.deepEqual(chargeIn('能付 facebook 49'), { merchant: 'facebook', cents: 4900 })
  assert.deepEqual(chargeIn('Pass google ads $1,030.16 '), { merchant: 'google ads', cents: 103_016 })
  assert.deepEqual(chargeIn('pass facebook'), { merchant: 'facebook', cents: undefined })
  assert.deepEqual(chargeIn('pass facebook ads'), { merchant: 'facebook ads', cents: undefined })
  for (const other of ['pass', 'passport 49', 'facebook 49', '']) assert.equal(chargeIn(other), undefined, other)
})
