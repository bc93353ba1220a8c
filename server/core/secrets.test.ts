import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  isHashOf,
  KeyUnknown,
  lookupHash,
  lookupHashes,
  marksToFind,
  nameMarks,
  referenceHash,
  seal,
  unseal,
  useSecrets,
} from './secrets.ts'

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

describe('several keys', () => {
  const before = { fieldKey: key(1), lookupKey: key(2) }
  const added = { ...before, otherFieldKeys: { 2: key(3) }, otherLookupKeys: { 2: key(4) }, referenceKey: key(2) }
  const used = {
    ...{ fieldKey: key(3), fieldKeyId: 2, otherFieldKeys: { 1: key(1) } },
    ...{ lookupKey: key(4), lookupKeyId: 2, otherLookupKeys: { 1: key(2) }, referenceKey: key(2) },
  }
  const removed = { fieldKey: key(3), fieldKeyId: 2, lookupKey: key(4), lookupKeyId: 2, referenceKey: key(2) }
  const after = <T>(secrets: Parameters<typeof useSecrets>[0], work: () => T): T => {
    useSecrets(secrets)
    return work()
  }

  it('open what any of them sealed, and seal with the current one', () => {
    const old = after(before, () => seal('row', 'text'))
    const next = after(used, () => seal('row', 'text'))
    assert.deepEqual([old[0], next[0]], [1, 2])
    for (const secrets of [added, used])
      assert.deepEqual(
        after(secrets, () => [old, next].map((sealed) => unseal('row', sealed))),
        ['text', 'text'],
      )
    assert.equal(
      after(added, () => seal('row', 'text')[0]),
      1,
    )
    after(before, () => assert.throws(() => unseal('row', next), KeyUnknown))
    after(removed, () => assert.throws(() => unseal('row', old), /sealed with field key 1; this process has 2/))
    assert.equal(
      after(removed, () => unseal('row', next)),
      'text',
    )
  })

  it('find by the current one, are entered by each, and compare with each', () => {
    const old = after(before, () => lookupHash('zip', 'card 97062'))
    after(added, () => {
      assert.deepEqual(lookupHash('zip', 'card 97062'), old)
      assert.deepEqual(
        lookupHashes('zip', 'card 97062').map(({ keyId }) => keyId),
        [1, 2],
      )
    })
    after(used, () => {
      assert.ok(isHashOf('zip', 'card 97062', old))
      assert.ok(!isHashOf('zip', 'card 97063', old))
      assert.ok(!isHashOf('zip', 'card 97062', Buffer.alloc(0)))
      assert.deepEqual(lookupHashes('zip', 'card 97062')[0]!.hash, lookupHash('zip', 'card 97062'))
      assert.deepEqual(lookupHashes('zip', 'card 97062')[1]!.hash, old)
    })
    after(removed, () => assert.ok(!isHashOf('zip', 'card 97062', old)))
  })

  it('search names that are marked by either', () => {
    const old = after(before, () => nameMarks('acc', 'Quillon'))
    const found = (secrets: Parameters<typeof useSecrets>[0]) =>
      after(secrets, () => marksToFind('acc', 'quil')).some(([mark]) => old.includes(mark!))
    assert.deepEqual([before, added, used, removed].map(found), [true, true, true, false])
  })

  it('leave the hashes of references as they were', () => {
    const hashes = [before, added, used, removed].map((secrets) => after(secrets, () => referenceHash('auth', 'a 1')))
    for (const hash of hashes) assert.deepEqual(hash, hashes[0])
  })
})
