import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/core/refusals.ts'
import { withDatabase } from '#test/database.ts'
import { MINUTE, setClock } from './clock.ts'
import { transaction } from './db.ts'
import { storeQuote, useQuote } from './quotes.ts'

withDatabase()

const priced = {
  accountId: 'acc_1',
  scene: 'load',
  input: { cardId: 'crd_1', amount: 5000 },
  lines: { fee: 125 },
  total: 5125,
  currency: 'USD',
}
const use = (quoteId: string, change: object = {}) =>
  transaction((tx) => useQuote(tx, { ...priced, quoteId, ...change }))
const refusedWith = (name: string) => (error: unknown) => error instanceof Refusal && error.refusal === name

test('a quote gives back what was shown, whatever the order of the fields', async () => {
  const { quoteId } = await storeQuote(priced)
  const used = await use(quoteId, { input: { amount: 5000, cardId: 'crd_1' } })
  assert.deepEqual(used, { lines: { fee: 125 }, total: 5125 })
})

test('twenty uses of one quote at once: one succeeds', async () => {
  const { quoteId } = await storeQuote(priced)
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => use(quoteId)))
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a quote for something else is refused and stays usable for what it was for', async () => {
  const { quoteId } = await storeQuote(priced)
  await assert.rejects(use(quoteId, { input: { cardId: 'crd_1', amount: 9000 } }), refusedWith('quote_changed'))
  await assert.rejects(use(quoteId, { scene: 'open' }), refusedWith('quote_changed'))
  await use(quoteId)
})

test("another account's quote and an old one are refused alike", async () => {
  const { quoteId } = await storeQuote(priced)
  await assert.rejects(use(quoteId, { accountId: 'acc_2' }), refusedWith('quote_expired'))
  const from = Date.now()
  setClock(() => from + 6 * MINUTE)
  await assert.rejects(use(quoteId), refusedWith('quote_expired'))
  setClock()
})
