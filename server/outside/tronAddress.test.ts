import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { USDT_CONTRACT } from './chain.ts'
import { hexOfTronAddress, isTronAddress, tronAddressOfHex } from './tronAddress.ts'

test('a mistyped address is told from a real one', () => {
  assert.equal(isTronAddress(USDT_CONTRACT), true)
  assert.equal(isTronAddress(`${USDT_CONTRACT.slice(0, -1)}u`), false)
  assert.equal(isTronAddress(''), false)
})

test('an address survives its hex form', () => {
  assert.equal(tronAddressOfHex(hexOfTronAddress(USDT_CONTRACT)), USDT_CONTRACT)
  assert.equal(tronAddressOfHex(`41${hexOfTronAddress(USDT_CONTRACT)}`), USDT_CONTRACT)
})
