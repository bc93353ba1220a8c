import { strict as assert } from 'node:assert'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Transaction } from 'lithic/resources/transactions/transactions'
import type { PurchaseAnswer } from '../network/authorizations.ts'
import { shop } from '../shoppers.ts'
import { seeded } from '../world.ts'
import { ApiError, approve, newCard, testProgram, type Program } from './testProgram.ts'

async function bought(t: TestContext, more: object = {}) {
  const program = await testProgram(t)
  const card = await newCard(program)
  const answer = await program.buy(card.token, more)
  const at = `/network/authorizations/${answer.authorizationId}`
  return { program, card, answer, at, call: (path: string, body: object = {}) => program.world.call(at + path, body) }
}

async function only(program: Program): Promise<Transaction> {
  await program.world.call('/network/flush', {})
  const found = [...program.transactions().values()]
  assert.equal(found.length, 1)
  return found[0]!
}
const kinds = ({ events }: Transaction) => events!.map(({ type, amount, result }) => [type, amount, result])

test('a question names the card by its token, and never its number', async (t) => {
  const { program, card, answer } = await bought(t, { zipCode: '73301', terminalId: 'T1' })
  assert.deepEqual([answer.approved, answer.amountCents], [true, 3000])
  const [question] = program.questions
  assert.equal(question!.card.token, card.token)
  assert.deepEqual([question!.amounts.cardholder.amount, question!.merchant.country], [3000, 'USA'])
  assert.deepEqual(question!.avs, { address: '', zipcode: '73301', address_on_file_match: 'NOT_PRESENT' })
  assert.equal(question!.pos!.terminal!.acceptor_terminal_id, 'T1      ')
  const { cardNumber } = program.pays(card.token)
  const transaction = await only(program)
  assert.ok(!JSON.stringify([program.questions, program.messages]).includes(cardNumber))
  assert.deepEqual([transaction.token, transaction.status], [question!.token, 'PENDING'])
  assert.deepEqual(transaction.events![0]!.token, question!.event_token)
  assert.deepEqual(kinds(transaction), [['AUTHORIZATION', 3000, 'APPROVED']])
  assert.equal(transaction.amounts.hold.amount, -3000)
  assert.deepEqual(await program.api('GET', `/transactions/${transaction.token}`), withoutType(transaction))
})
const withoutType = (message: object): object => {
  const { event_type: _, ...rest } = message as { event_type?: string }
  return rest
}

test('an increment has the token of its authorization and an event token of its own', async (t) => {
  const { program, call } = await bought(t)
  await call('/increment', { amountCents: 500 })
  const [one, two] = program.questions
  assert.equal(two!.token, one!.token)
  assert.notEqual(two!.event_token, one!.event_token)
  assert.equal(two!.amount, 500)
  assert.equal((await only(program)).amounts.hold.amount, -3500)
})

test('a transaction grows: partial clearing, release, last clearing, refund, and both undone', async (t) => {
  const { program, answer, call } = await bought(t)
  const { clearingId } = (await call('/clear', { amountCents: 1000, final: false })) as { clearingId: string }
  await call('/reverse', { amountCents: 500 })
  assert.deepEqual([(await only(program)).status, (await only(program)).amounts.hold.amount], ['PENDING', -1500])
  await call('/clear', { amountCents: 1600 })
  const { refundId } = (await call('/refund', { amountCents: 700 })) as { refundId: string }
  for (const id of [clearingId, refundId]) await program.world.call(`/network/postings/${id}/reverse`, {})
  const transaction = await only(program)
  assert.deepEqual(kinds(transaction), [
    ['AUTHORIZATION', 3000, 'APPROVED'],
    ['CLEARING', 1000, 'APPROVED'],
    ['AUTHORIZATION_REVERSAL', 500, 'APPROVED'],
    ['CLEARING', 1600, 'APPROVED'],
    ['RETURN', -700, 'APPROVED'],
    ['CORRECTION_CREDIT', -1000, 'APPROVED'],
    ['RETURN_REVERSAL', 700, 'APPROVED'],
  ])
  assert.deepEqual(
    [transaction.status, transaction.settled_amount, transaction.amounts.hold.amount],
    ['SETTLED', 1600, 0],
  )
  const reference = (at: number) => transaction.events![at]!.network_info!.acquirer!.acquirer_reference_number
  assert.equal(reference(5), reference(1))
  assert.equal(reference(6), reference(4))
  const day = transaction.updated.slice(0, 10)
  const lines = await program.api<{ data: { transactions_gross_amount: number; transaction_token: string }[] }>(
    'GET',
    `/reports/settlement/details/${day}`,
  )
  assert.deepEqual(
    lines.data.map((line) => line.transactions_gross_amount),
    [1000, 1600, -700, -1000, 700],
  )
  const balances = await program.api<{ data: { total_amount: number; pending_amount: number }[] }>('GET', '/balances')
  assert.deepEqual([balances.data[0]!.total_amount, balances.data[0]!.pending_amount], [5_000_000_00 - 1600, 0])
  assert.equal(answer.approved, true)
})

test('a pump advises the amount that stays held; what is left expires', async (t) => {
  const { program, call } = await bought(t, { merchantId: 'mer_shell', amountCents: 8000 })
  await call('/reverse', { amountCents: 3000 })
  assert.equal((await only(program)).amounts.hold.amount, -5000)
  await call('/expire')
  const transaction = await only(program)
  assert.deepEqual(
    transaction.events!.map(({ type, amount }) => [type, amount]),
    [
      ['AUTHORIZATION', 8000],
      ['AUTHORIZATION_ADVICE', 5000],
      ['AUTHORIZATION_EXPIRY', 5000],
    ],
  )
  assert.equal(transaction.status, 'EXPIRED')
})

test('Lithic declines wrong card details and blocked cards itself, and tells it', async (t) => {
  const program = await testProgram(t)
  const { token } = await newCard(program)
  const { cvc, expYear } = program.pays(token)
  const reasons = []
  for (const more of [{ cvc: cvc === '111' ? '222' : '111' }, { expYear: expYear - 1 }])
    reasons.push((await program.buy(token, more)).reason)
  for (const state of ['PAUSED', 'CLOSED']) {
    await program.api('PATCH', `/cards/${token}`, { state })
    reasons.push((await program.buy(token)).reason)
  }
  assert.deepEqual(reasons, ['CVC_MISMATCH', 'EXPIRY_MISMATCH', 'CARD_PAUSED', 'CARD_CLOSED'])
  assert.equal(program.questions.length, 0)
  await program.world.call('/network/flush', {})
  const told = [...program.transactions().values()].map(({ status, events }) => [
    status,
    events![0]!.detailed_results[0],
  ])
  assert.deepEqual(told, [
    ['DECLINED', 'CARD_SECURITY_CODE_INCORRECT'],
    ['DECLINED', 'CARD_EXPIRY_DATE_INCORRECT'],
    ['DECLINED', 'CARD_PAUSED'],
    ['DECLINED', 'CARD_CLOSED'],
  ])
})

test('a failing answer is asked again once under the same tokens; two failures decline', async (t) => {
  const program = await testProgram(t)
  const { token } = await newCard(program)
  let failures = 1
  program.decide = (question) => (failures-- > 0 ? 500 : approve(question))
  assert.equal((await program.buy(token)).approved, true)
  const [one, two] = program.questions
  assert.deepEqual([two!.token, two!.event_token], [one!.token, one!.event_token])
  failures = 2
  assert.equal((await program.buy(token)).approved, false)
  assert.equal(program.questions.length, 4)
  await program.world.call('/network/flush', {})
  const declined = program.transactions().get(program.questions[3]!.token)!
  assert.deepEqual(kinds(declined), [['AUTHORIZATION', 3000, 'UNKNOWN_HOST_TIMEOUT']])
})

test('an answer that does not follow the document declines; a part is only for a terminal that takes one', async (t) => {
  const program = await testProgram(t)
  const { token } = await newCard(program)
  const outcomes = []
  for (const [answer, more] of [
    ['not JSON', {}],
    [{ result: 'APPROVED', approved_amount: 1000 }, {}],
    [{ result: 'APPROVED', approved_amount: 1000 }, { partialOk: true }],
    [{ result: 'INSUFFICIENT_FUNDS' }, {}],
    [{ result: 'NEVER_HEARD_OF' }, {}],
  ] as const) {
    program.decide = () => answer
    const { approved, amountCents, reason } = await program.buy(token, more)
    outcomes.push([approved, amountCents, reason])
  }
  assert.deepEqual(outcomes, [
    [false, 0, 'SYSTEM_ERROR'],
    [false, 0, 'SYSTEM_ERROR'],
    [true, 1000, undefined],
    [false, 0, 'INSUFFICIENT_FUNDS'],
    [false, 0, 'ISSUER_DECLINED'],
  ])
})

test('an address on file is compared with the ZIP code', async (t) => {
  const program = await testProgram(t)
  const { token } = await newCard(program)
  await program.world.call('/lithic/address-on-file', { cardToken: token, zipCode: '73301' })
  for (const zipCode of ['73301', '10001']) await program.buy(token, { zipCode })
  assert.deepEqual(
    program.questions.map(({ avs }) => avs.address_on_file_match),
    ['MATCH_ZIP_ONLY', 'MISMATCH'],
  )
})

test('a challenge is confirmed at our server, without a code, and the purchase goes on', async (t) => {
  const program = await testProgram(t)
  const { token } = await newCard(program)
  const finish = async (response: string): Promise<string> => {
    const answer: PurchaseAnswer = await program.buy(token, { merchantId: 'mer_always_challenges' })
    assert.equal(answer.reason, 'THREEDS_REQUIRED')
    const { authentication_object } = program.messages.findLast(
      ({ event_type }) => event_type === 'three_ds_authentication.challenge',
    )! as unknown as { authentication_object: { token: string; card_token: string } }
    assert.equal(authentication_object.card_token, token)
    const body = { token: authentication_object.token, challenge_response: response }
    await program.api('POST', '/three_ds_decisioning/challenge_response', body)
    await assert.rejects(
      program.api('POST', '/three_ds_decisioning/challenge_response', body),
      (error: unknown) => error instanceof ApiError && error.status === 422,
    )
    await program.world.call('/network/flush', {})
    for (let tries = 0; program.questions.length === 0 && tries < 100; tries++) await program.world.call('/clock')
    return program.questions.pop()!.cardholder_authentication!.authentication_result
  }
  assert.equal(await finish('APPROVE'), 'SUCCESS')
  assert.equal(await finish('DECLINE_BY_CUSTOMER'), 'DECLINE')
  await program.world.call('/network/flush', {})
  const ended = program.messages.filter(({ event_type }) => event_type === 'three_ds_authentication.updated')
  assert.deepEqual(
    ended.map(({ authentication_result }) => authentication_result),
    ['SUCCESS', 'DECLINE'],
  )
})

test('faults: doubled messages arrive twice, dropped ones are only in the list', async (t) => {
  const { program, call } = await bought(t)
  await program.world.call('/network/flush', {})
  await program.world.call('/network/faults', { duplicate: true })
  await call('/clear', { amountCents: 1000, final: false })
  // A copy follows up to 300 ms later.
  for (let tries = 0; tries < 40 && program.messages.length < 4; tries++) await setTimeout(50)
  assert.deepEqual(program.messages.at(-1), program.messages.at(-2))
  await program.world.call('/network/faults', { dropRate: 1 })
  const before = program.messages.length
  await call('/clear')
  assert.equal(program.messages.length, before)
  const listed = await program.api<{ data: { payload: { status: string } }[] }>(
    'GET',
    '/events?event_types=card_transaction.updated&page_size=1',
  )
  assert.equal(listed.data[0]!.payload.status, 'SETTLED')
})

test('shoppers use cards of Lithic as they use all others', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const program = await testProgram(t, { now: () => now })
  await newCard(program)
  await program.world.call('/network/flush', {})
  now += 3_600_000
  const random = seeded(11)
  for (let walks = 0; walks < 60; walks++, now += 60_000) {
    await shop(program.world.world, random)
    assert.ok(await program.world.world.events.flush(20_000))
  }
  const statuses = new Set([...program.transactions().values()].map(({ status }) => status))
  assert.ok(program.questions.length > 10 && statuses.has('SETTLED'), [...statuses].join())
  assert.equal(program.world.asked.length, 0, 'the simulated issuer is not asked')
})
