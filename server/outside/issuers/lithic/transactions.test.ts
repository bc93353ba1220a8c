/** What Lithic tells of a transaction, in our words; whole lives are in lithic.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf } from './transactions.ts'

const event = (token: string, amount: number, result: string) => ({
  ...{ token, type: 'AUTHORIZATION', result, created: `2026-11-26T10:00:0${token.at(-1)}Z` },
  amounts: {
    cardholder: { amount, currency: 'USD', conversion_rate: '1.000000' },
    merchant: { amount, currency: 'USD' },
  },
})
const told = (...events: object[]) =>
  eventsOf({
    ...{ id: 'msg_1', sentAt: 0 },
    payload: {
      ...{ event_type: 'card_transaction.updated', token: 'txn_1', card_token: 'card_1', status: 'PENDING', events },
      merchant: { acceptor_id: 'm1', descriptor: 'ADS', mcc: '7311', country: 'USA', city: '', state: '' },
    } as { event_type: string },
  })

test('the first question of a transaction that was not answered in time takes the whole hold back, a later one only what it raised', () => {
  const [first, ...others] = told(event('evt_1', 3000, 'UNKNOWN_HOST_TIMEOUT'))
  assert.partialDeepStrictEqual(first, { type: 'auth.reversed', authRef: 'txn_1', amount: 3000, final: true })
  assert.deepEqual([others, first && 'incrementRef' in first], [[], false])

  const [raised, ...more] = told(event('evt_1', 3000, 'APPROVED'), event('evt_2', 500, 'UNKNOWN_HOST_TIMEOUT'))
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(raised, {
    ...{ type: 'auth.reversed', authRef: 'txn_1', incrementRef: 'evt_2' },
    ...{ amount: 500, final: false, reason: 'TIMEOUT' },
  })
})

test('what is declined of a transaction that stands says nothing of the part that was approved', () => {
  assert.partialDeepStrictEqual(told(event('evt_1', 3000, 'CARD_PAUSED')), [
    { type: 'auth.declined', authRef: 'txn_1', reason: 'CARD_PAUSED' },
  ])
  assert.deepEqual(told(event('evt_1', 3000, 'APPROVED'), event('evt_2', 500, 'INSUFFICIENT_FUNDS')), [])
})
