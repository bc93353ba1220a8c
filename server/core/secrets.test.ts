import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { lookupHash, seal, unseal, useSecrets } from './secrets.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

describe('a sealed field', () => {
  before(() => useSecrets({ fieldKey: key(1), lookupKey: key(2) }))

  it('opens in its own row, and nowhere else', () => {
    const sealed = seal('lgn_1', '+8613800000001')
    assert.equal(unseal('lgn_1', sealed), '+8613800000001')
    assert.throws(() => unseal('lgn_2', sealed))
    assert.ok(!sealed.toString('latin1').includes('138'))
  })

  it('is another text each time, and opens with no bit changed', () => {
    const sealed = seal('row', 'text')
    assert.ok(!sealed.equals(seal('row', 'text')))
    for (let at = 0; at < sealed.length; at++) {
      const broken = Buffer.from(sealed)
      broken[at]! ^= 1
      assert.throws(() => unseal('row', broken), `byte ${at}`)
    }
  })

  it('does not open with another key', () => {
    const sealed = seal('row', 'text')
    useSecrets({ fieldKey: key(9), lookupKey: key(2) })
    assert.throws(() => unseal('row', sealed))
    useSecrets({ fieldKey: key(1), lookupKey: key(2) })
  })
})

describe('a look-up hash', () => {
  it('is the same for the same text and kind, and needs the key', () => {
    const hash = lookupHash('mobile', '+8613800000001')
    assert.ok(hash.equals(lookupHash('mobile', '+8613800000001')))
    assert.ok(!hash.equals(lookupHash('card', '+8613800000001')))
    useSecrets({ fieldKey: key(1), lookupKey: key(3) })
    assert.ok(!hash.equals(lookupHash('mobile', '+8613800000001')))
  })
})
