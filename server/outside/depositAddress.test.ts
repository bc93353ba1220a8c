import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { depositAddress, tronAddress } from './depositAddress.ts'
import { USDT_CONTRACT, hexOfTronAddress, isTronAddress, tronAddressOfHex } from './chain.ts'

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/195'/0'/0")

test('the private key 1 has the address that the whole world knows for it', () => {
  const one = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0))
  assert.equal(tronAddress(secp256k1.getPublicKey(one)), 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC')
})

test('an extended public key gives the addresses that its private key would spend from', () => {
  const own = [0, 1, 2].map((index) => tronAddress(account.deriveChild(index).publicKey!))
  assert.deepEqual(
    own,
    [0, 1, 2].map((index) => depositAddress(account.publicExtendedKey, index)),
  )
  assert.equal(new Set(own).size, 3)
})

test('an extended private key is refused', () => {
  assert.throws(() => depositAddress(account.privateExtendedKey, 0), RangeError)
})

test('a mistyped address is told from a real one', () => {
  assert.equal(isTronAddress(USDT_CONTRACT), true)
  assert.equal(isTronAddress(`${USDT_CONTRACT.slice(0, -1)}u`), false)
  assert.equal(isTronAddress(''), false)
})

test('an address survives its hex form', () => {
  assert.equal(tronAddressOfHex(hexOfTronAddress(USDT_CONTRACT)), USDT_CONTRACT)
  assert.equal(tronAddressOfHex(`41${hexOfTronAddress(USDT_CONTRACT)}`), USDT_CONTRACT)
})
