import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { cardNumbers } from '#server/cards/sealed.ts'
import { closeDb, openDb } from '#server/core/db.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { cvcFits } from '#server/cards/cards.ts'
import { forget, moneyOf, remember, type Found } from './moneyOf.ts'

const key = () => randomBytes(32).toString('base64')
before(() => useSecrets({ fieldKey: key(), lookupKey: key() }))

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex')
const card = (name: string, laId: number): Found => [hashOf(name), laId % 64, laId, null, `crd_${laId}`]
const laIdOf = (name: string) => moneyOf(hashOf(name))?.laId

test('a card is looked up for its first charge, and known for the next', () => {
  assert.deepEqual(['aa', 'bb'].map(laIdOf), [undefined, undefined])
  remember([card('aa', 67)])
  assert.deepEqual(moneyOf(hashOf('aa')), { cell: 3, laId: 67, cardId: 'crd_67', code: null })
  assert.equal(laIdOf('bb'), undefined)
})

test('a card whose place is forgotten is looked up again', () => {
  remember([card('once', 9), card('other', 10)])
  forget(hashOf('once'))
  assert.deepEqual(['once', 'other'].map(laIdOf), [undefined, 10])
})

test('the security code is known for as long as the card, whatever happens to the key that sealed it', () => {
  const fieldKey = key()
  const lookupKey = key()
  useSecrets({ fieldKey, lookupKey })
  const secret = { pan: '4242420000000018', cvc: '123' }
  const [row] = cardNumbers('crd_1', { issuerId: 'simulated', ref: 'ref', secret })
  const hash = row!.pan_hmac.toString('hex')
  remember([[hash, 1, 1, row!.cvc_enc, 'crd_1']])
  useSecrets({ fieldKey: key(), fieldKeyId: 2, lookupKey })
  const { code } = moneyOf(hash)!
  assert.deepEqual(
    ['123', '124'].map((cvc) => cvcFits(code!, secret.pan, cvc)),
    [true, false],
  )
})

test('what is known of one database is not taken for another', async () => {
  remember([card('cc', 8)])
  openDb('postgres://127.0.0.1/another')
  assert.equal(laIdOf('cc'), undefined)
  await closeDb()
})

test('a hundred thousand cards and more are known at once', () => {
  const cards = Array.from({ length: 120_000 }, (_, i) => card(`many${i}`, i))
  for (let i = 0; i < cards.length; i += 60) remember(cards.slice(i, i + 60))
  const isKnown = ([hash, , laId]: Found): boolean => moneyOf(hash)?.laId === laId
  // While the memory grew, those that nobody asked for stayed behind.
  remember(cards.filter((one) => !isKnown(one)))
  assert.ok(cards.filter(isKnown).length > 119_000)
})
