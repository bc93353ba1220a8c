/** Disputes through Stripe's SDK, at the simulated Stripe. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type Stripe from 'stripe'
import { WAIT_DAYS } from '#contract/disputes/disputes.ts'
import { DAY } from '#server/core/clock.ts'
import { OutsideUnknown } from '#server/outside/ask.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'
import { captured, newCard, testAccount } from '#simulators/stripe/testAccount.ts'
import type { DisputeEvidence, NewDispute } from '../disputes.ts'
import { stripeIssuer } from './stripe.ts'

const NOTE = 'I have never heard of this shop.'
const POSTED = Date.UTC(2026, 9, 1, 12)
const ADS = { name: 'GOOGLE *ADS', mcc: '7311' }
const SHOES = { name: 'SHOES', mcc: '5651' }

async function atStripe(t: TestContext) {
  const account = await testAccount(t)
  const { id: cardRef } = await newCard(account)
  const { url, secret } = account.world
  const settings = { ...stripeSecrets(secret), url, scriptUrl: url }
  const api = stripeIssuer(settings).disputes!
  const bought = (): Promise<string> => captured(account, cardRef)
  let disputes = 0
  const about = async (change: Partial<NewDispute> = {}): Promise<NewDispute> => ({
    ...{ idem: `dsp_${++disputes}`, cardRef, clearingRef: change.clearingRef ?? (await bought()), postedAt: POSTED },
    ...{ merchant: ADS, amount: 2000, currency: 'USD', reason: 'FRAUD', note: NOTE, filedAt: POSTED, ...change },
  })
  const shown = (ref: string) => account.api<Stripe.Issuing.Dispute>('GET', `/issuing/disputes/${ref}`)
  return { account, api, about, bought, shown, settings }
}

const file = (idem: string, more: Partial<DisputeEvidence> = {}): DisputeEvidence => ({
  ...{ idem, name: 'evidence.jpg', type: 'image/jpeg', bytes: Buffer.from('a picture') },
  ...more,
})
const at = (ms: number): number => ms / 1000
const product = { product_description: 'Bought from GOOGLE *ADS', product_type: 'service' }
const explanation = NOTE

const wanted: readonly [NewDispute['reason'], Partial<NewDispute>, reason: string, facts: object][] = [
  ['FRAUD', {}, 'fraudulent', { explanation }],
  ['DUPLICATE', {}, 'duplicate', { explanation, original_transaction: 'the other one' }],
  ['WRONG_AMOUNT', {}, 'duplicate', { explanation }],
  ['NOT_RECEIVED', {}, 'not_received', { explanation, ...product, expected_at: at(POSTED + WAIT_DAYS * DAY) }],
  [
    'NOT_AS_DESCRIBED',
    { merchant: SHOES },
    'merchandise_not_as_described',
    { explanation, return_description: NOTE, received_at: at(POSTED) },
  ],
  ['NOT_AS_DESCRIBED', {}, 'service_not_as_described', { explanation, received_at: at(POSTED) }],
  ['CANCELED', {}, 'canceled', { explanation, cancellation_reason: NOTE, canceled_at: at(POSTED), ...product }],
  [
    'REFUND_NOT_PROCESSED',
    { merchant: SHOES },
    'canceled',
    {
      ...{ explanation, cancellation_reason: NOTE, canceled_at: at(POSTED) },
      ...{ product_description: 'Bought from SHOES', product_type: 'merchandise' },
      expected_at: at(POSTED + WAIT_DAYS * DAY),
    },
  ],
  ['NO_AUTHORIZATION', {}, 'no_valid_authorization', { explanation }],
  ['OTHER', {}, 'other', { explanation, ...product }],
]

test('for every reason it has what Stripe asks for, is proven by its one file and submitted', async (t) => {
  const { api, about, bought, shown } = await atStripe(t)
  for (const [reason, change, theirs, facts] of wanted) {
    const originalRef = reason === 'DUPLICATE' ? { originalRef: await bought() } : {}
    const dispute = await about({ reason, ...change, ...originalRef })
    const { ref, status, wonAmount, currency } = await api.open(dispute)
    assert.deepEqual([status, wonAmount, currency], ['OPEN', 0, 'USD'])
    await api.addEvidence(ref, file(dispute.idem))
    await api.addEvidence(ref, file(dispute.idem))
    assert.equal((await api.submit(ref)).status, 'IN_PROGRESS')
    assert.equal((await api.submit(ref)).status, 'IN_PROGRESS')
    const { evidence, transaction, amount, metadata } = await shown(ref)
    assert.deepEqual([transaction, amount, evidence.reason], [dispute.clearingRef, 2000, theirs])
    assert.deepEqual(metadata, { kaika_dispute: dispute.idem, kaika_evidence: dispute.idem })
    const given = Object.entries(evidence[theirs as 'other']!).filter(([, value]) => value !== null)
    const { card_statement, additional_documentation, ...others } = Object.fromEntries(given)
    assert.match(String(reason === 'WRONG_AMOUNT' ? card_statement : additional_documentation), /^file_/, reason)
    assert.ok(card_statement === undefined || additional_documentation === undefined, reason)
    assert.deepEqual(
      others,
      'originalRef' in originalRef ? { ...facts, original_transaction: originalRef.originalRef } : facts,
    )
  }
})

test('it is created once for its key, also long after Stripe has forgotten it', async (t) => {
  const { account, api, about } = await atStripe(t)
  const dispute = await about()
  const made = await Promise.all([api.open(dispute), api.open(dispute)])
  account.world.world.store.run('DELETE FROM stripe_requests')
  const again = await api.open(dispute)
  assert.deepEqual(new Set([...made, again].map(({ ref }) => ref)).size, 1)
  await account.world.call('/network/flush', {})
  assert.equal(account.events.filter(({ type }) => type === 'issuing_dispute.created').length, 1)
})

test('what Stripe does not take is refused, and what it does not answer is open', async (t) => {
  const { account, api, about, settings } = await atStripe(t)
  const refused = { code: 'DISPUTE_REFUSED' }
  await assert.rejects(api.open(await about({ clearingRef: 'ipi_none' })), refused)
  await assert.rejects(api.open(await about({ amount: 3001 })), refused)
  const dispute = await about()
  const { ref } = await api.open(dispute)
  await assert.rejects(api.open({ ...dispute, idem: 'dsp_other' }), refused, 'once for a transaction')
  const notFound = { code: 'DISPUTE_NOT_FOUND' }
  await assert.rejects(api.get('idp_none'), notFound)
  await assert.rejects(api.withdraw('idp_none'), notFound)
  await assert.rejects(api.addEvidence('idp_none', file('dsf_1')), notFound)
  const unproven = { code: 'EVIDENCE_REFUSED' }
  await assert.rejects(api.addEvidence(ref, file('dsf_1', { type: 'text/plain' as never })), unproven)
  await assert.rejects(api.addEvidence(ref, file('dsf_2', { bytes: Buffer.alloc(5_000_001) })), unproven)
  const repeated = await api.open(await about({ reason: 'DUPLICATE' }))
  await assert.rejects(api.submit(repeated.ref), refused, 'a duplicate without a proof of the other payment')
  assert.equal((await api.get(repeated.ref)).status, 'OPEN')
  await api.submit(ref)
  await assert.rejects(api.addEvidence(ref, file('dsf_3')), unproven, 'the network has it')
  const stranger = stripeIssuer({ ...settings, key: 'sk_test_0000000000' }).disputes!
  await assert.rejects(stranger.get(ref), OutsideUnknown)
  await account.world.call('/network/faults', { issuerDownMs: 60_000 })
  for (const asks of [() => api.open(dispute), () => api.submit(ref), () => api.withdraw(ref), () => api.get(ref)])
    await assert.rejects(asks(), OutsideUnknown)
  await account.world.call('/network/faults', {})
})

test('one that was not submitted is given up, and the network gives none back', async (t) => {
  const { account, api, about } = await atStripe(t)
  const [unwanted, submitted] = [await api.open(await about()), await api.open(await about())]
  await api.withdraw(unwanted.ref)
  await api.withdraw(unwanted.ref)
  assert.equal((await api.get(unwanted.ref)).status, 'CANCELED')
  await assert.rejects(api.submit(unwanted.ref), { code: 'DISPUTE_REFUSED' })
  await api.submit(submitted.ref)
  await assert.rejects(api.withdraw(submitted.ref), { code: 'DISPUTE_SUBMITTED' })
  await account.world.call(`/network/disputes/${submitted.ref}/decide`, { outcome: 'WON' })
  await api.withdraw(submitted.ref)
  assert.deepEqual(await api.get(submitted.ref), {
    ref: submitted.ref,
    status: 'WON',
    wonAmount: 2000,
    currency: 'USD',
  })
})
