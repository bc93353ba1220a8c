import { strict as assert } from 'node:assert'
import { test, type TestContext } from 'node:test'
import type Stripe from 'stripe'
import { shop } from '../shoppers.ts'
import { seeded } from '../world.ts'
import { newCard, testAccount, type Account, type Authorization } from './testAccount.ts'

type Transaction = Stripe.Issuing.Transaction

async function bought(t: TestContext, more: object = {}) {
  const account = await testAccount(t)
  const card = await newCard(account)
  const answer = await account.buy(card.id, more)
  const at = `/network/authorizations/${answer.authorizationId}`
  return { account, card, answer, call: (path: string, body: object = {}) => account.world.call(at + path, body) }
}

async function only(account: Account): Promise<Authorization> {
  await account.world.call('/network/flush', {})
  const found = [...account.authorizations().values()]
  assert.equal(found.length, 1)
  return found[0]!
}
const transactionsOf = ({ events }: Account): [string, number, boolean][] =>
  events
    .filter(({ type }) => type === 'issuing_transaction.created')
    .map(({ data }) => data.object as Transaction)
    .map(({ type, amount, authorization }) => [type, amount, authorization !== null])

test('a question names the card by its id, and never its number', async (t) => {
  const { account, card, answer } = await bought(t, { zipCode: '73301', terminalId: 'T1', trace: '000123' })
  assert.deepEqual([answer.approved, answer.amountCents], [true, 3000])
  const [question] = account.questions
  const asked = question!.data.object
  assert.equal(question!.type, 'issuing_authorization.request')
  assert.equal(asked.card.id, card.id)
  assert.deepEqual(
    [asked.amount, asked.approved, asked.request_history, asked.pending_request!.amount],
    [0, false, [], 3000],
  )
  assert.deepEqual([asked.merchant_data.terminal_id, asked.network_data!.system_trace_audit_number], ['T1', '000123'])
  const { cvc_check, expiry_check, address_postal_code_check } = asked.verification_data
  assert.deepEqual([cvc_check, expiry_check, address_postal_code_check], ['match', 'match', 'match'])
  const authorization = await only(account)
  const { cardNumber } = account.pays(card.id)
  assert.ok(!JSON.stringify([account.questions, account.events]).includes(cardNumber))
  assert.deepEqual([authorization.id, authorization.status, authorization.amount], [asked.id, 'pending', 3000])
  assert.deepEqual(
    authorization.request_history.map(({ amount, reason }) => [amount, reason]),
    [[3000, 'webhook_approved']],
  )
  assert.deepEqual(await account.api('GET', `/issuing/authorizations/${asked.id}`), authorization)
})

test('an increment is asked with the history of what was decided before', async (t) => {
  const { account, call } = await bought(t)
  await call('/increment', { amountCents: 500 })
  const [one, two] = account.questions.map(({ data }) => data.object)
  assert.equal(two!.id, one!.id)
  assert.deepEqual([two!.amount, two!.pending_request!.amount, two!.request_history.length], [3000, 500, 1])
  const raised = await only(account)
  assert.deepEqual([raised.amount, raised.request_history.length], [3500, 2])
})

test('captures, a released part, a refund and what is undone are transactions of their own', async (t) => {
  const { account, call } = await bought(t)
  const { clearingId } = (await call('/clear', { amountCents: 1000, final: false })) as { clearingId: string }
  await call('/reverse', { amountCents: 500 })
  const open = await only(account)
  assert.deepEqual([open.status, open.amount, open.transactions.length], ['pending', 2500, 1])
  await call('/clear', { amountCents: 1600 })
  const { refundId } = (await call('/refund', { amountCents: 700 })) as { refundId: string }
  for (const id of [clearingId, refundId]) await account.world.call(`/network/postings/${id}/reverse`, {})
  const closed = await only(account)
  assert.deepEqual([closed.status, closed.transactions.length], ['closed', 5])
  assert.deepEqual(transactionsOf(account), [
    ['capture', -1000, true],
    ['capture', -1600, true],
    ['refund', 700, true],
    ['refund', 1000, true],
    ['refund', -700, true],
  ])
  const lines = await account.api<{ data: Stripe.BalanceTransaction[] }>(
    'GET',
    '/balance_transactions?type=issuing_transaction&limit=100&expand[]=data.source',
  )
  assert.deepEqual(
    lines.data.map(({ amount, source }) => [amount, (source as Transaction).object]),
    [-700, 1000, 700, -1600, -1000].map((amount) => [amount, 'issuing.transaction']),
  )
  const { issuing } = await account.api<Stripe.Balance>('GET', '/balance')
  assert.equal(issuing!.available[0]!.amount, 5_000_000_00 - 1600)
})

test('what is never captured expires, and what is released is reversed', async (t) => {
  const { account, call, card } = await bought(t)
  await call('/expire')
  assert.deepEqual([(await only(account)).status, (await only(account)).amount], ['expired', 3000])
  const second = await account.buy(card.id)
  await account.world.call(`/network/authorizations/${second.authorizationId}/reverse`, {})
  await account.world.call('/network/flush', {})
  const reversed = [...account.authorizations().values()].at(-1)!
  assert.deepEqual([reversed.status, reversed.amount], ['reversed', 0])
  assert.deepEqual(account.events.at(-1)!.data.previous_attributes, {
    ...{ amount: 3000, merchant_amount: 3000, status: 'pending' },
  })
})

test('Stripe declines wrong card details and inactive cards itself, and tells it', async (t) => {
  const account = await testAccount(t)
  const { id } = await newCard(account)
  const { cvc, expYear } = account.pays(id)
  const reasons = []
  for (const more of [{ cvc: cvc === '111' ? '222' : '111' }, { expYear: expYear - 1 }])
    reasons.push((await account.buy(id, more)).reason)
  for (const status of ['inactive', 'canceled']) {
    await account.api('POST', `/issuing/cards/${id}`, { status })
    reasons.push((await account.buy(id)).reason)
  }
  assert.deepEqual(reasons, ['CVC_MISMATCH', 'EXPIRY_MISMATCH', 'CARD_PAUSED', 'CARD_CLOSED'])
  assert.equal(account.questions.length, 0)
  await account.world.call('/network/flush', {})
  assert.deepEqual(
    [...account.authorizations().values()].map(({ status, approved, request_history, verification_data }) => [
      ...[status, approved, request_history[0]!.reason, verification_data.cvc_check],
    ]),
    [
      ['closed', false, 'verification_failed', 'mismatch'],
      ['closed', false, 'verification_failed', 'match'],
      ['closed', false, 'card_inactive', 'match'],
      ['closed', false, 'card_canceled', 'match'],
    ],
  )
})

test('it is asked once: no answer and a failure decline, in words of their own', async (t) => {
  const account = await testAccount(t, { deadlineMs: 100 })
  const { id } = await newCard(account)
  for (const answer of [null, 500, 'not JSON', { approved: 'yes' } as never]) {
    account.decide = () => answer
    assert.equal((await account.buy(id)).approved, false)
  }
  account.decide = () => ({ approved: true })
  account.answerHeaders = {}
  assert.equal((await account.buy(id)).approved, false, 'without a Stripe-Version')
  assert.equal(account.questions.length, 5)
  await account.world.call('/network/flush', {})
  assert.deepEqual(
    [...account.authorizations().values()].map(({ request_history: [first] }) => [first!.approved, first!.reason]),
    ['webhook_timeout', 'webhook_error', 'webhook_error', 'webhook_error', 'webhook_error'].map((one) => [false, one]),
  )
})

test('a part is only for a terminal that takes one, and the reason of a decline is kept', async (t) => {
  const account = await testAccount(t)
  const { id } = await newCard(account)
  const outcomes = []
  for (const [answer, more] of [
    [{ approved: true, amount: 1000 }, {}],
    [{ approved: true, amount: 1000 }, { partialOk: true }],
    [{ approved: false, metadata: { reason: 'INSUFFICIENT_FUNDS', kaika_auth: 'atx_1' } }, {}],
    [{ approved: false }, {}],
  ] as const) {
    account.decide = () => answer
    const { approved, amountCents, reason } = await account.buy(id, more)
    outcomes.push([approved, amountCents, reason])
  }
  assert.deepEqual(outcomes, [
    [false, 0, 'SYSTEM_ERROR'],
    [true, 1000, undefined],
    [false, 0, 'INSUFFICIENT_FUNDS'],
    [false, 0, 'ISSUER_DECLINED'],
  ])
  await account.world.call('/network/flush', {})
  const kept = [...account.authorizations().values()].map(({ metadata }) => metadata)
  assert.deepEqual(kept[2], { reason: 'INSUFFICIENT_FUNDS', kaika_auth: 'atx_1' })
})

test('an increment that nobody answered is in the history of its authorization, which stays', async (t) => {
  const { account, call } = await bought(t)
  account.decide = () => 500
  await call('/increment', { amountCents: 500 })
  const { amount, status, request_history } = await only(account)
  assert.deepEqual([amount, status], [3000, 'pending'])
  assert.deepEqual(
    request_history.map(({ reason }) => reason),
    ['webhook_approved', 'webhook_error'],
  )
})

test('shoppers use cards of Stripe as they use all others', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const account = await testAccount(t, { now: () => now })
  await newCard(account)
  await account.world.call('/network/flush', {})
  now += 3_600_000
  const random = seeded(11)
  for (let walks = 0; walks < 60; walks++, now += 60_000) {
    await shop(account.world.world, random)
    assert.ok(await account.world.world.events.flush(20_000))
  }
  const statuses = new Set([...account.authorizations().values()].map(({ status }) => status))
  assert.ok(account.questions.length > 10 && statuses.has('closed'), [...statuses].join())
  assert.equal(account.world.asked.length, 0, 'the simulated issuer is not asked')
})
