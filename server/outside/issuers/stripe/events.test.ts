import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { eventsOf, messageOf, SETS_STATE } from './events.ts'

type Authorization = Stripe.Issuing.Authorization
type Transaction = Stripe.Issuing.Transaction
type Request = Authorization['request_history'][number]

const AT = Date.UTC(2026, 10, 26, 10)
const merchant_data: Authorization['merchant_data'] = {
  ...{ category: 'advertising_services', category_code: '7311', city: null, country: 'US', name: 'ADS', tax_id: null },
  ...{ network_id: 'mer_ads', postal_code: null, state: 'CA', terminal_id: null, url: null },
}
const request = (reason: string, approved = false, amount = 3000): Request => ({
  ...{ amount, approved, reason, amount_details: null, authorization_code: null, created: 1, currency: 'usd' },
  ...{ merchant_amount: amount, merchant_currency: 'usd', network_risk_score: null },
  ...{ reason_message: null, requested_at: null },
})
const transaction = (id: string, amount: number, more: Partial<Transaction> = {}): Transaction => ({
  ...{ id, object: 'issuing.transaction', amount, amount_details: null, authorization: 'iauth_1', card: 'ic_1' },
  ...{ balance_transaction: null, cardholder: null, created: AT / 1000, currency: 'usd', dispute: null },
  ...{ livemode: false, merchant_amount: amount, merchant_currency: 'usd', merchant_data, metadata: {} },
  ...{ network_data: null, type: amount < 0 ? 'capture' : 'refund', wallet: null, ...more },
})
const authorization = (more: Partial<Authorization> = {}): object => ({
  ...{ id: 'iauth_1', amount: 3000, approved: true, card: { id: 'ic_1' }, currency: 'usd', status: 'pending' },
  ...{ merchant_amount: 3000, merchant_currency: 'usd', merchant_data, transactions: [] },
  request_history: [request('webhook_approved', true)],
  verification_data: {
    ...{ cvc_check: 'match', expiry_check: 'match', address_line1_check: 'not_provided' },
    ...{ address_postal_code_check: 'not_provided', three_d_secure: null },
  },
  ...more,
})
const told = (type: string, object: object, previous_attributes?: object) =>
  eventsOf(
    messageOf({
      id: 'evt_1',
      created: AT / 1000,
      type,
      data: { object, ...(previous_attributes && { previous_attributes }) },
    }),
  )
const created = (more: Partial<Authorization>) => told('issuing_authorization.created', authorization(more))
const updated = (more: Partial<Authorization>, before: object) =>
  told('issuing_authorization.updated', authorization(more), before)
const short = (events: ReturnType<typeof told>) =>
  events.map((event) => [event.type, event.id, 'amount' in event ? event.amount : undefined])

test('what we have answered in time is not told again', () => {
  assert.deepEqual(created({}), [])
  assert.deepEqual(created({ approved: false, status: 'closed', request_history: [request('webhook_declined')] }), [])
})

test('what Stripe declined itself has our reason, by what did not match', () => {
  const reasonFor = (reason: string, more: Partial<Authorization['verification_data']> = {}) => {
    const [event] = created({
      ...{ approved: false, status: 'closed', request_history: [request(reason)] },
      verification_data: { ...(authorization() as Authorization).verification_data, ...more },
    })
    assert.ok(event?.type === 'auth.declined', reason)
    return event.reason
  }
  assert.deepEqual(
    ['card_inactive', 'card_canceled', 'card_expired', 'spending_controls', 'insufficient_funds', 'new_in_2027'].map(
      (reason) => reasonFor(reason),
    ),
    ['CARD_PAUSED', 'CARD_CLOSED', 'CARD_EXPIRED', 'VELOCITY_LIMIT', 'ISSUER_DECLINED', 'ISSUER_DECLINED'],
  )
  assert.deepEqual(
    [{ cvc_check: 'mismatch' }, { expiry_check: 'mismatch' }, { three_d_secure: { result: 'failed' } }, {}].map(
      (more) => reasonFor('verification_failed', more),
    ),
    ['CVC_MISMATCH', 'EXPIRY_MISMATCH', 'THREEDS_FAILED', 'AVS_MISMATCH'],
  )
})

test('an answer that came too late is taken back, and that of an increment alone', () => {
  const [first] = created({ approved: false, status: 'closed', request_history: [request('webhook_timeout')] })
  assert.ok(first?.type === 'auth.reversed')
  assert.deepEqual([first.reason, first.final, first.incrementRef], ['TIMEOUT', true, undefined])
  const request_history = [request('webhook_approved', true), request('webhook_error', false, 500)]
  const events = updated({ request_history }, { request_history: request_history.slice(0, 1) })
  const [late] = events
  assert.ok(events.length === 1 && late?.type === 'auth.reversed')
  assert.deepEqual(
    [late.reason, late.final, late.incrementRef, late.amount, late.id],
    ['SYSTEM_ERROR', false, 'iauth_1:1', 500, 'evt_1:1'],
  )
  const raised = [request('webhook_approved', true), request('webhook_approved', true, 500)]
  assert.deepEqual(
    updated({ amount: 3500, request_history: raised }, { amount: 3000, request_history: raised.slice(1) }),
    [],
  )
})

test('a part that is released, and all of it', () => {
  const part = updated({ amount: 2500 }, { amount: 3000 })
  assert.deepEqual(short(part), [['auth.reversed', 'evt_1', 500]])
  assert.equal((part[0] as { final: boolean }).final, false)
  const all = updated({ amount: 0, status: 'reversed' }, { amount: 3000, status: 'pending' })
  assert.deepEqual(short(all), [['auth.reversed', 'evt_1', 3000]])
  assert.equal((all[0] as { final: boolean }).final, true)
  assert.deepEqual(short(updated({ status: 'expired' }, { status: 'pending' })), [['auth.expired', 'evt_1', 3000]])
})

test('the end tells its transactions under their own names, and lets the rest go after them', () => {
  const transactions = [transaction('ipi_1', -1000), transaction('ipi_2', -500)]
  const events = updated(
    { status: 'closed', transactions },
    { status: 'pending', transactions: transactions.slice(0, 1) },
  )
  assert.deepEqual(short(events), [
    ['clearing.posted', 'ipi_1', 1000],
    ['clearing.posted', 'ipi_2', 500],
    ['clearing.posted', 'evt_1', 0],
  ])
  assert.deepEqual(
    events.map((event) => [(event as { final: boolean }).final, (event as { seq?: number }).seq]),
    [
      [false, undefined],
      [false, undefined],
      [true, 1],
    ],
  )
  assert.deepEqual(events[0], told('issuing_transaction.created', transactions[0]!)[0], 'whichever message is first')
  assert.deepEqual(updated({ transactions }, { transactions: [] }), [], 'more may follow')
  assert.deepEqual(
    updated({ amount: 1500, transactions }, { amount: 3000, transactions: [] }),
    [],
    'taken, not released',
  )
})

test('a transaction is taken or returned by its sign', () => {
  const kinds = [
    transaction('ipi_1', -1000),
    transaction('ipi_2', 700),
    transaction('ipi_3', -700, { type: 'refund' }),
    transaction('ipi_4', -200, { authorization: null }),
    transaction('ipi_5', 0),
    transaction('ipi_6', -100, { type: 'new_in_2027' }),
  ].flatMap((one) => told('issuing_transaction.created', one))
  assert.deepEqual(short(kinds), [
    ['clearing.posted', 'ipi_1', 1000],
    ['refund.posted', 'ipi_2', 700],
    ['clearing.posted', 'ipi_3', 700],
    ['clearing.posted', 'ipi_4', 200],
    ['clearing.posted', 'ipi_6', 100],
  ])
  const [first, , , forced] = kinds as { authRef?: string; clearingRef: string; pos: string }[]
  assert.deepEqual([first!.authRef, first!.clearingRef, first!.pos], ['iauth_1', 'ipi_1', 'ECOMMERCE'])
  assert.deepEqual([forced!.authRef, forced!.pos], [undefined, 'FORCED'])
})

test('the state of a card, where it has changed', () => {
  const card = (status: string, before: object) => told('issuing_card.updated', { id: 'ic_1', status }, before)
  assert.deepEqual(
    ['active', 'inactive', 'canceled', 'new_in_2027'].map((status) => {
      const [event] = card(status, { status: 'x' })
      return event?.type === 'card.state' && event.state
    }),
    ['ACTIVE', 'PAUSED', 'CLOSED', 'PENDING'],
  )
  assert.deepEqual(card('active', { metadata: {} }), [])
  const data = { object: { id: 'ic_1', status: 'inactive' }, previous_attributes: { status: 'active' } }
  const caused = (idempotency_key: string | null) =>
    eventsOf(messageOf({ id: 'evt_1', created: 1, type: 'issuing_card.updated', data, request: { idempotency_key } }))
  assert.deepEqual([caused(`${SETS_STATE}1`).length, caused('x').length, caused(null).length], [0, 1, 1], 'not by us')
})

test('words that are not known yet book nothing', () => {
  assert.deepEqual(told('issuing_cardholder.created', { id: 'ich_1' }), [])
  assert.deepEqual(updated({ status: 'paused' }, { status: 'pending' }), [])
  assert.deepEqual(updated({ metadata: { a: '1' } }, { metadata: {} }), [])
})

test('a dispute is told by its status, and a won one returns all of it', () => {
  const dispute = (status: string, more: Partial<Stripe.Issuing.Dispute> = {}) => ({
    ...{ id: 'idp_1', object: 'issuing.dispute', amount: 2000, created: AT / 1000, currency: 'usd', status },
    ...{ evidence: { reason: 'fraudulent' }, livemode: false, metadata: {}, transaction: 'ipi_1', ...more },
  })
  const statusOf = (type: string, object: object) => {
    const [event, ...others] = told(`issuing_dispute.${type}`, object)
    assert.ok(event?.type === 'dispute.updated' && others.length === 0, type)
    const { disputeRef, cardRef, status, amount, currency } = event
    assert.deepEqual([disputeRef, cardRef, currency], ['idp_1', 'idp_1', 'USD'])
    return [status, amount]
  }
  assert.deepEqual(statusOf('created', dispute('unsubmitted')), ['OPEN', 0])
  assert.deepEqual(statusOf('updated', dispute('unsubmitted')), ['OPEN', 0])
  assert.deepEqual(statusOf('submitted', dispute('submitted')), ['IN_PROGRESS', 0])
  assert.deepEqual(statusOf('closed', dispute('won')), ['WON', 2000])
  assert.deepEqual(statusOf('closed', dispute('lost', { loss_reason: 'not_cancelled' })), ['LOST', 0])
  assert.deepEqual(statusOf('closed', dispute('expired')), ['EXPIRED', 0])
  // Credit of Stripe's own before a decision, and the end of it, decide nothing.
  assert.deepEqual(statusOf('funds_reinstated', dispute('submitted')), ['IN_PROGRESS', 0])
  assert.deepEqual(statusOf('funds_rescinded', dispute('submitted')), ['IN_PROGRESS', 0])
  assert.deepEqual(statusOf('funds_reinstated', dispute('won')), ['WON', 2000])
  assert.deepEqual(statusOf('updated', dispute('new_in_2027')), ['IN_PROGRESS', 0])
  assert.deepEqual(statusOf('updated', dispute('unsubmitted', { metadata: { kaika_withdrawn: '1' } })), ['CANCELED', 0])
  const [inPounds] = told('issuing_dispute.closed', dispute('won', { currency: 'gbp' }))
  assert.ok(inPounds?.type === 'dispute.updated' && inPounds.currency === 'GBP', 'never taken for dollars')
})
