import { strict as assert } from 'node:assert'
import { test, type TestContext } from 'node:test'
import type Stripe from 'stripe'
import { ApiError, captured, newCard, testAccount, uploads, type Account } from './testAccount.ts'

type Dispute = Stripe.Issuing.Dispute

async function withCard(t: TestContext): Promise<{ account: Account; card: string }> {
  const account = await testAccount(t)
  return { account, card: (await newCard(account)).id }
}
const form = (transaction: string, reason: string, facts: Record<string, string> = {}): Record<string, string> => ({
  ...{ transaction, 'evidence[reason]': reason },
  ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [`evidence[${reason}][${name}]`, value])),
})
const refusal = (status: number, like: RegExp) => (error: unknown) =>
  error instanceof ApiError &&
  error.status === status &&
  error.answer.error.type === 'invalid_request_error' &&
  like.test(error.answer.error.message)
const toldOf = ({ events }: Account): [string, string][] =>
  events
    .filter(({ type }) => type.startsWith('issuing_dispute.'))
    .map(({ type, data }) => [type.replace('issuing_dispute.', ''), (data.object as Dispute).status])

test('a dispute is unsubmitted, proven, submitted and won; every step is told, and the money is in the balance', async (t) => {
  const { account, card } = await withCard(t)
  const transaction = await captured(account, card)
  const made = await account.api<Dispute>('POST', '/issuing/disputes', form(transaction, 'fraudulent'))
  assert.deepEqual(
    [made.status, made.amount, made.transaction, made.evidence],
    [
      ...['unsubmitted', 3000, transaction],
      { reason: 'fraudulent', fraudulent: { additional_documentation: null, explanation: null } },
    ],
  )
  const at = `/issuing/disputes/${made.id}`
  await assert.rejects(account.api('POST', `${at}/submit`, {}), refusal(400, /explanation/))
  const { id: file, size, type } = await uploads(account)
  assert.deepEqual([size, type], [20, 'jpg'])
  const facts = { 'evidence[fraudulent][explanation]': 'Not mine', 'metadata[note]': 'a' }
  await account.api('POST', at, facts)
  const proven = await account.api<Dispute>('POST', at, {
    'evidence[fraudulent][additional_documentation]': file,
    'metadata[more]': 'b',
  })
  assert.deepEqual(proven.evidence.fraudulent, { additional_documentation: file, explanation: 'Not mine' })
  assert.deepEqual(proven.metadata, { note: 'a', more: 'b' })
  await account.api('POST', `${at}/submit`, {})
  await assert.rejects(account.api('POST', at, facts), refusal(400, /cannot be changed/))
  await assert.rejects(account.api('POST', `${at}/submit`, {}), refusal(400, /submitted before/))
  await account.api('POST', at, { 'metadata[note]': 'c' })
  const balance = async () => (await account.api<Stripe.Balance>('GET', '/balance')).issuing!.available[0]!.amount
  const before = await balance()
  await account.world.call(`/network/disputes/${made.id}/decide`, { outcome: 'WON', amountCents: 1 })
  assert.equal(await balance(), before + 3000, 'all of it')
  await account.world.call('/network/flush', {})
  assert.deepEqual(toldOf(account), [
    ['created', 'unsubmitted'],
    ['updated', 'unsubmitted'],
    ['updated', 'unsubmitted'],
    ['submitted', 'submitted'],
    ['updated', 'submitted'],
    ['funds_reinstated', 'won'],
    ['closed', 'won'],
  ])
  const listed = await account.api<{ data: Dispute[] }>('GET', `/issuing/disputes?transaction=${transaction}`)
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [made.id],
  )
})

test('what is lost or not submitted in time returns nothing', async (t) => {
  const { account, card } = await withCard(t)
  const opened = async () =>
    account.api<Dispute>(
      'POST',
      '/issuing/disputes',
      form(await captured(account, card), 'fraudulent', { explanation: 'x' }),
    )
  const [lost, expired] = [await opened(), await opened()]
  await account.api('POST', `/issuing/disputes/${lost.id}/submit`, {})
  await account.world.call(`/network/disputes/${lost.id}/decide`, { outcome: 'LOST' })
  await account.world.call(`/network/disputes/${expired.id}/decide`, { outcome: 'EXPIRED' })
  const shown = async ({ id }: Dispute) => account.api<Dispute>('GET', `/issuing/disputes/${id}`)
  const { status, loss_reason } = await shown(lost)
  assert.deepEqual([status, loss_reason], ['lost', 'other'])
  const other = await shown(expired)
  assert.deepEqual([other.status, 'loss_reason' in other], ['expired', false])
})

test('only a capture is disputed, once, for at most its amount, with the evidence of its reason', async (t) => {
  const { account, card } = await withCard(t)
  const opens = (input: Record<string, string>) => account.api<Dispute>('POST', '/issuing/disputes', input)
  await assert.rejects(opens(form('ipi_none', 'fraudulent')), refusal(400, /No such issuing transaction/))
  const transaction = await captured(account, card)
  await assert.rejects(opens({ ...form(transaction, 'fraudulent'), amount: '3001' }), refusal(400, /disputed/))
  await assert.rejects(opens(form(transaction, 'fraudulent', { expected_at: '1' })), refusal(400, /expected_at/))
  await assert.rejects(opens(form(transaction, 'unhappy')), refusal(400, /reason/))
  await assert.rejects(opens({ transaction }), refusal(400, /evidence/))
  await assert.rejects(
    opens(form(transaction, 'other', { additional_documentation: 'file_none' })),
    refusal(400, /No such file/),
  )
  const { id } = await opens(form(transaction, 'not_received', { explanation: 'x', expected_at: '1790000000' }))
  await assert.rejects(opens(form(transaction, 'fraudulent')), refusal(400, /disputed before/))
  await assert.rejects(
    account.api('POST', `/issuing/disputes/${id}`, { 'evidence[fraudulent][explanation]': 'x' }),
    refusal(400, /another reason/),
  )
  await assert.rejects(account.api('POST', `/issuing/disputes/${id}/submit`, {}), refusal(400, /product_description/))
  await assert.rejects(account.api('GET', '/issuing/disputes/idp_none'), refusal(404, /No such issuing dispute/))
  await account.world.call('/network/refunds', {
    ...account.pays(card),
    merchantId: 'mer_google_ads',
    amountCents: 500,
  })
  await account.world.call('/network/flush', {})
  const refund = account.events.find(
    ({ type, data }) =>
      type === 'issuing_transaction.created' && (data.object as Stripe.Issuing.Transaction).type === 'refund',
  )!
  const { id: refunded } = refund.data.object as Stripe.Issuing.Transaction
  await assert.rejects(opens(form(refunded, 'fraudulent')), refusal(400, /captures/))
  await assert.rejects(uploads(account, { type: 'text/html' }), refusal(400, /text\/html/))
  await assert.rejects(uploads(account, { bytes: 5_000_001 }), refusal(400, /5000000/))
})

test('a lost answer is given to whoever asks again with the same key', async (t) => {
  const { account, card } = await withCard(t)
  const input = form(await captured(account, card), 'fraudulent')
  const opens = () => account.api<Dispute>('POST', '/issuing/disputes', input, { 'idempotency-key': 'one' })
  await account.world.call('/network/faults', { loseDisputeAnswers: true })
  await assert.rejects(opens(), TypeError)
  await account.world.call('/network/faults', {})
  const { id } = await opens()
  assert.equal((await opens()).id, id)
  await account.world.call('/network/flush', {})
  assert.deepEqual(toldOf(account), [['created', 'unsubmitted']])
})
