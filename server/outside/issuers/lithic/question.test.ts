import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Lithic from 'lithic'
import { approvalCodes, declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import { BadQuestion, declined } from '../question.ts'
import { readQuestion, writeAnswer } from './question.ts'

type Request = Omit<Lithic.Webhooks.CardAuthorizationApprovalRequestWebhookEvent, 'event_type'>

/** A purchase of 25.00 euros for 27.00 dollars. */
const purchase: Request = {
  ...{ token: '0c2adae9-f535-4505-8c35-421dad9bd0b6', event_token: 'f5d1c7a0-0000-4000-8000-000000000001' },
  ...{ status: 'AUTHORIZATION', created: '2026-11-26T10:00:00Z', transaction_initiator: 'CARDHOLDER' },
  ...{ amount: 2700, authorization_amount: 2700, settled_amount: 0, acquirer_fee: 0, cash_amount: 0 },
  ...{ merchant_amount: 2500, merchant_currency: 'EUR', cardholder_currency: 'USD' },
  amounts: {
    cardholder: { amount: 2700, conversion_rate: '1.080000', currency: 'USD' },
    merchant: { amount: 2500, currency: 'EUR' },
    settlement: null,
    hold: null,
  },
  avs: { address: '', zipcode: '97201', address_on_file_match: 'MATCH_ZIP_ONLY' },
  card: {
    ...{ token: '19c22c47-7a75-43ee-9891-595419830f7e', last_four: '4242', memo: 'acc_1 ord_1', state: 'OPEN' },
    ...{ spend_limit: 0, spend_limit_duration: 'FOREVER', type: 'VIRTUAL' },
  },
  merchant: {
    ...{ acceptor_id: '333301802529120', acquiring_institution_id: '1', city: 'BERLIN', country: 'DEU' },
    ...{
      descriptor: 'COFFEE SHOP',
      mcc: '5812',
      state: '',
      phone_number: null,
      postal_code: null,
      street_address: null,
    },
  },
  service_location: null,
  name_validation: { name: { first: '', middle: null, last: '' }, name_on_file_match: { full_name: 'UNVERIFIED' } },
}
const asked = (change: Partial<Request> = {}, id = 'msg_1') =>
  readQuestion(Buffer.from(JSON.stringify({ ...purchase, ...change })), id)

test('a request is read as a question about a card by its token, in cents of its own currency', () => {
  const { checks, merchant, ...rest } = asked()
  assert.deepEqual(rest, {
    ...{ kind: 'authorization', ref: purchase.token, messageRef: purchase.event_token, cardRef: purchase.card.token },
    ...{ amountCents: 2700, merchantAmount: 2500, merchantCurrency: 'EUR', rate: '1.080000' },
    ...{ pos: 'ECOMMERCE', threeDs: 'NONE', partialOk: false, occurredAt: Date.UTC(2026, 10, 26, 10) },
  })
  assert.deepEqual(checks, { cvc: 'ABSENT', expiry: 'ABSENT', zip: 'MATCH', street: 'MISMATCH' })
  assert.deepEqual([merchant.country, merchant.id, merchant.mcc], ['DE', '333301802529120', '5812'])
  const { event_token: _, ...without } = purchase
  assert.equal(readQuestion(Buffer.from(JSON.stringify(without)), 'msg_7').messageRef, 'msg_7')
})

test('what is asked is what may be taken: a foreseen tip is held, an inquiry and a credit take nothing', () => {
  const { amounts } = purchase
  assert.equal(asked({ amounts: { ...amounts, hold: { amount: 3300, currency: 'USD' } } }).amountCents, 3300)
  assert.equal(asked({ amounts: { ...amounts, hold: { amount: 100, currency: 'USD' } } }).amountCents, 2700)
  for (const status of ['BALANCE_INQUIRY', 'CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION'] as const)
    assert.equal(asked({ status }).amountCents, 0, status)
  for (const status of ['FINANCIAL_AUTHORIZATION', 'NEW_IN_2027'])
    assert.equal(asked({ status: status as Request['status'] }).amountCents, 2700, status)
})

test('how it was presented and authenticated', () => {
  const terminal = {
    ...{ attended: false, card_retention_capable: false, on_premise: false, operator: 'UNKNOWN' },
    ...{ partial_approval_capable: true, pin_capability: 'UNSPECIFIED', acceptor_terminal_id: 'T1' },
  } as const
  const atm = asked({ pos: { terminal: { ...terminal, type: 'ATM' } } as unknown as Request['pos'] })
  assert.deepEqual([atm.pos, atm.partialOk, atm.terminalId], ['ATM', true, 'T1'])
  assert.equal(asked({ transaction_initiator: 'MERCHANT' }).pos, 'RECURRING')
  const been = (
    authentication_result: 'SUCCESS' | 'DECLINE' | 'ATTEMPTS',
    authentication_method: 'CHALLENGE' | 'FRICTIONLESS',
  ) =>
    asked({
      cardholder_authentication: {
        ...{ authentication_result, authentication_method, decision_made_by: 'NETWORK', liability_shift: 'NONE' },
        three_ds_authentication_token: null,
      },
    }).threeDs
  assert.deepEqual(
    [
      been('SUCCESS', 'CHALLENGE'),
      been('SUCCESS', 'FRICTIONLESS'),
      been('DECLINE', 'CHALLENGE'),
      been('ATTEMPTS', 'FRICTIONLESS'),
    ],
    ['CHALLENGED', 'FRICTIONLESS', 'FAILED', 'NONE'],
  )
})

test('a result of the address check that is not known yet is as if none was given', () => {
  const avs = { ...purchase.avs, address_on_file_match: 'NEW' as 'MATCH' }
  assert.equal(asked({ avs }).checks!.zip, 'ABSENT')
})

test('a country that is none, and one that is only Lithic’s', () => {
  const { merchant } = purchase
  assert.deepEqual(
    ['USA', 'QZZ', 'ANT', 'ITF', ''].map((country) => asked({ merchant: { ...merchant, country } }).merchant.country),
    ['US', 'XK', 'AN', 'ZZ', 'ZZ'],
  )
})

test('a request without what a decision needs is refused, and no value of it is repeated', () => {
  for (const part of ['token', 'card', 'amounts', 'merchant', 'avs', 'created'] as const) {
    const { [part]: _, ...rest } = purchase
    assert.throws(() => readQuestion(Buffer.from(JSON.stringify(rest)), 'm'), BadQuestion, part)
  }
  for (const body of ['', '{', 'null', '[]', '7'])
    assert.throws(() => readQuestion(Buffer.from(body), 'm'), BadQuestion)
})

test('an answer is one of Lithic’s eight words, with the amount only where it is a part', () => {
  const yes = { approved: true, amountCents: 2700, authorizationId: 'atx_1' }
  assert.deepEqual(JSON.parse(writeAnswer({ ...yes, isoCode: approvalCodes.full })), { result: 'APPROVED' })
  assert.deepEqual(JSON.parse(writeAnswer({ ...yes, amountCents: 900, isoCode: approvalCodes.partial })), {
    ...{ result: 'APPROVED', approved_amount: 900 },
  })
  const known = [
    'AVS_INVALID',
    'CARD_PAUSED',
    'INSUFFICIENT_FUNDS',
    'SUSPECTED_FRAUD',
    'UNAUTHORIZED_MERCHANT',
    'VELOCITY_EXCEEDED',
  ]
  for (const reason of Object.keys(declineReasons) as DeclineReason[]) {
    const { result } = JSON.parse(writeAnswer(declined(reason))) as { result: string }
    assert.ok(known.includes(result), reason)
  }
})
