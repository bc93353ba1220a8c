import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { approvalCodes, declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import { BadQuestion, declined } from '../question.ts'
import { readQuestion, writeAnswer } from './question.ts'

type Authorization = Stripe.Issuing.Authorization
type Asked = Pick<
  Authorization,
  'id' | 'merchant_data' | 'network_data' | 'pending_request' | 'request_history' | 'verification_data'
> & { card: Pick<Stripe.Issuing.Card, 'id'> }

/** A purchase of 25.00 euros for 27.00 dollars. */
const purchase: Asked = {
  ...{ id: 'iauth_1', card: { id: 'ic_1' }, request_history: [] },
  merchant_data: {
    ...{ category: 'eating_places_restaurants', category_code: '5812', city: 'Berlin', country: 'DE' },
    ...{ name: 'COFFEE SHOP', network_id: '333301802529120', postal_code: null, state: null, tax_id: null },
    ...{ terminal_id: 'T1', url: null },
  },
  network_data: { acquiring_institution_id: null, system_trace_audit_number: '000123', transaction_id: null },
  pending_request: {
    ...{ amount: 2700, amount_details: null, currency: 'usd', is_amount_controllable: false },
    ...{ merchant_amount: 2500, merchant_currency: 'eur', network_risk_score: null },
  },
  verification_data: {
    ...{ address_line1_check: 'mismatch', address_postal_code_check: 'match', authentication_exemption: null },
    ...{ cvc_check: 'match', expiry_check: 'not_provided', postal_code: '97201', three_d_secure: null },
  },
}
const event = (object: object, type = 'issuing_authorization.request') =>
  Buffer.from(JSON.stringify({ id: 'evt_1', type, created: Date.UTC(2026, 10, 26, 10) / 1000, data: { object } }))
const asked = (change: Partial<Asked> = {}) => readQuestion(event({ ...purchase, ...change }))

test('a request is read as a question about a card by its id, in cents of its own currency', () => {
  const { checks, merchant, ...rest } = asked()
  assert.deepEqual(rest, {
    ...{ kind: 'authorization', ref: 'iauth_1', messageRef: 'iauth_1:0', cardRef: 'ic_1' },
    ...{ amountCents: 2700, merchantAmount: 2500, merchantCurrency: 'EUR', rate: '1.080000' },
    ...{ pos: 'ECOMMERCE', threeDs: 'NONE', partialOk: false, terminalId: 'T1', trace: '000123' },
    occurredAt: Date.UTC(2026, 10, 26, 10),
  })
  assert.deepEqual(checks, { cvc: 'MATCH', expiry: 'ABSENT', zip: 'MATCH', street: 'MISMATCH' })
  assert.deepEqual(merchant, {
    ...{ id: '333301802529120', name: 'COFFEE SHOP', descriptor: 'COFFEE SHOP', mcc: '5812', country: 'DE' },
  })
})

test('a further request for an authorization is named by its place in the history', () => {
  const before = { amount: 2700, approved: true } as Authorization['request_history'][number]
  assert.equal(asked({ request_history: [before] }).messageRef, 'iauth_1:1')
  assert.equal(asked({ request_history: [before, before] }).messageRef, 'iauth_1:2')
})

test('amounts in yen have no decimals, and what is not converted has no rate', () => {
  const pending = purchase.pending_request!
  const yen = asked({ pending_request: { ...pending, amount: 2700, merchant_amount: 4160, merchant_currency: 'jpy' } })
  assert.deepEqual([yen.merchantAmount, yen.rate], [4160, '0.006490'])
  assert.equal(asked({ pending_request: { ...pending, merchant_currency: 'usd' } }).rate, undefined)
  assert.equal(asked({ pending_request: { ...pending, amount: 0, merchant_amount: 0 } }).rate, undefined)
})

test('how it was presented and authenticated; a part is taken where the amount may be chosen', () => {
  const pending = purchase.pending_request!
  assert.equal(asked({ pending_request: { ...pending, is_amount_controllable: true } }).partialOk, true)
  assert.equal(asked({ merchant_data: { ...purchase.merchant_data, category_code: '6011' } }).pos, 'ATM')
  const been = (result: string) =>
    asked({ verification_data: { ...purchase.verification_data, three_d_secure: { result } } }).threeDs
  assert.deepEqual(['authenticated', 'failed', 'attempt_acknowledged', 'required', 'new_in_2027'].map(been), [
    'FRICTIONLESS',
    'FAILED',
    'NONE',
    'NONE',
    'NONE',
  ])
})

test('a value of a check that is not known yet is as if it had not been compared', () => {
  const verification_data = { ...purchase.verification_data, cvc_check: 'partial', address_postal_code_check: '' }
  assert.deepEqual(asked({ verification_data }).checks, {
    ...{ cvc: 'ABSENT', expiry: 'ABSENT', zip: 'ABSENT', street: 'MISMATCH' },
  })
})

test('a merchant without a name and a country', () => {
  const { merchant } = asked({ merchant_data: { ...purchase.merchant_data, name: null, country: null } })
  assert.deepEqual([merchant.name, merchant.country], ['333301802529120', 'ZZ'])
})

test('a request without what a decision needs is refused, and no value of it is repeated', () => {
  for (const part of [
    'id',
    'card',
    'pending_request',
    'merchant_data',
    'verification_data',
    'request_history',
  ] as const) {
    const { [part]: _, ...rest } = purchase
    assert.throws(() => readQuestion(event(rest)), BadQuestion, part)
  }
  assert.throws(() => readQuestion(event(purchase, 'issuing_authorization.created')), BadQuestion)
  for (const body of ['', '{', 'null', '[]', '7']) assert.throws(() => readQuestion(Buffer.from(body)), BadQuestion)
})

test('an answer is yes or no, with the amount only where it is a part, and names ours', () => {
  const yes = { approved: true, amountCents: 2700, authorizationId: 'atx_1' }
  assert.deepEqual(JSON.parse(writeAnswer({ ...yes, isoCode: approvalCodes.full })), {
    ...{ approved: true, metadata: { kaika_auth: 'atx_1' } },
  })
  assert.deepEqual(JSON.parse(writeAnswer({ ...yes, amountCents: 900, isoCode: approvalCodes.partial })), {
    ...{ approved: true, amount: 900, metadata: { kaika_auth: 'atx_1' } },
  })
  for (const reason of Object.keys(declineReasons) as DeclineReason[]) {
    assert.deepEqual(JSON.parse(writeAnswer(declined(reason))), { approved: false, metadata: { reason } })
    const named = JSON.parse(writeAnswer(declined(reason, 'atx_1'))) as unknown
    assert.deepEqual(named, { approved: false, metadata: { kaika_auth: 'atx_1', reason } })
  }
})
