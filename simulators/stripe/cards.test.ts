import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type Stripe from 'stripe'
import { aCard } from '../testServer.ts'
import { readForm } from './form.ts'
import { stripeSecrets } from './secrets.ts'
import { ApiError, cardForm, holderForm, newCard, testAccount, type Account } from './testAccount.ts'

type Card = Stripe.Issuing.Card
type List<T> = { data: T[]; has_more: boolean }

const failsWith =
  (status: number, type = 'invalid_request_error') =>
  (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.answer.error.type], [status, type])
    return true
  }

test('the secrets are different, and the same in every start', () => {
  const secret = Buffer.alloc(32, 7).toString('base64')
  assert.deepEqual(stripeSecrets(secret), stripeSecrets(secret))
  assert.equal(new Set(Object.values(stripeSecrets(secret))).size, 4)
  assert.notDeepEqual(stripeSecrets(Buffer.alloc(32, 8).toString('base64')), stripeSecrets(secret))
})

test('a form has lists and objects in brackets', () => {
  assert.deepEqual(readForm('a=1&b[c]=2&b[d][e]=3&f[0]=4&f[1]=5&g[]=6&g[]=7&h=&a=8'), {
    ...{ a: '8', b: { c: '2', d: { e: '3' } }, f: ['4', '5'], g: ['6', '7'], h: '' },
  })
})

test('the API answers only with its key, as Bearer or Basic', async (t) => {
  const { world } = await testAccount(t)
  const { key } = stripeSecrets(world.secret)
  const statuses: number[] = []
  const basic = (name: string): string => `Basic ${Buffer.from(`${name}:`).toString('base64')}`
  for (const authorization of ['', 'Bearer sk_test_x', basic('sk_test_x'), `Bearer ${key}`, basic(key)])
    statuses.push((await fetch(`${world.url}/v1/issuing/cards`, { headers: { authorization } })).status)
  assert.deepEqual(statuses, [401, 401, 401, 200, 200])
})

test('one idempotency key makes one card, and is refused with another request', async (t) => {
  const account = await testAccount(t)
  const holder = await account.api<{ id: string }>('POST', '/issuing/cardholders', holderForm)
  const key = { 'idempotency-key': randomUUID() }
  const make = (more: Record<string, string> = {}, headers: Record<string, string> = key) =>
    account.api<Card>('POST', '/issuing/cards', { ...cardForm(holder.id), ...more }, headers)
  const one = await make()
  assert.deepEqual(await make(), one)
  await assert.rejects(make({ 'metadata[kaika_card]': 'ord_2' }), failsWith(400, 'idempotency_error'))
  const shared = account.api('POST', '/issuing/cardholders', holderForm, key)
  await assert.rejects(shared, failsWith(400, 'idempotency_error'))
  assert.notEqual((await make({}, {})).id, one.id)
  await assert.rejects(make({ currency: 'eur' }, {}), failsWith(400))
  await assert.rejects(make({ cardholder: 'ich_none' }, {}), failsWith(400))
  await assert.rejects(make({ spending_controls: 'x' }, {}), failsWith(400))
  assert.equal((await account.api<List<Card>>('GET', '/issuing/cards')).data.length, 2)
})

test('a card whose answer was lost is in the list, and comes again with its key', async (t) => {
  const account = await testAccount(t)
  const holder = await account.api<{ id: string }>('POST', '/issuing/cardholders', holderForm)
  const key = { 'idempotency-key': randomUUID() }
  await account.world.call('/network/faults', { loseCardAnswers: true })
  await assert.rejects(account.api('POST', '/issuing/cards', cardForm(holder.id), key), TypeError)
  await account.world.call('/network/faults', {})
  const { data } = await account.api<List<Card>>('GET', '/issuing/cards')
  assert.deepEqual(await account.api('POST', '/issuing/cards', cardForm(holder.id), key), data[0])
  assert.deepEqual([data.length, data[0]!.metadata['kaika_card']], [1, 'ord_1'])
})

test('a person whom the issuer does not take gets no cardholder', async (t) => {
  const account = await testAccount(t)
  const refused = account.api('POST', '/issuing/cardholders', { ...holderForm, 'individual[first_name]': 'REFUSE' })
  await assert.rejects(refused, failsWith(400))
})

test('no answer has a number or a security code; an element has one, for whoever has key and nonce of the card', async (t) => {
  const account = await testAccount(t)
  const card = await newCard(account)
  const { cardNumber, cvc, expMonth } = account.pays(card.id)
  const shown = JSON.stringify([card, await account.api('GET', '/issuing/cards'), await account.api('GET', '/events')])
  assert.ok(!shown.includes(cardNumber) && !/"(number|cvc)":/.test(shown))

  const nonce = 'ephkn_priv_1'
  const form = { issuing_card: card.id, nonce }
  const { secret } = await account.api<{ secret: string }>('POST', '/ephemeral_keys', form)
  await assert.rejects(account.api('POST', '/ephemeral_keys', form), failsWith(400))
  await assert.rejects(account.api('POST', '/ephemeral_keys', { ...form, issuing_card: 'ic_none' }), failsWith(404))
  const element = async (type: string, more: object = {}): Promise<[number, string]> => {
    const query = new URLSearchParams({ type, card: card.id, nonce, key: secret, ...more })
    const page = await fetch(`${account.world.url}/stripe-js/element?${query}`)
    return [page.status, (await page.text()).replaceAll(/<[^>]*>/g, '').replace('Card', '')]
  }
  assert.deepEqual(await element('issuingCardNumberDisplay'), [200, cardNumber.match(/.{4}/g)!.join(' ')])
  assert.deepEqual(await element('issuingCardCvcDisplay'), [200, cvc])
  assert.match((await element('issuingCardExpiryDisplay'))[1], new RegExp(`^0?${expMonth}/\\d\\d$`))
  const other = await newCard(account)
  for (const wrong of [{ nonce: 'ephkn_priv_2' }, { key: 'ek_test_x' }, { card: other.id }])
    assert.equal((await element('issuingCardNumberDisplay', wrong))[0], 401)
})

test('a card is paused, opened again and canceled for good, and each change is told', async (t) => {
  const account = await testAccount(t)
  const { id } = await newCard(account)
  const set = (status: string) => account.api<Card>('POST', `/issuing/cards/${id}`, { status })
  const statuses = []
  for (const status of ['inactive', 'inactive', 'active', 'canceled', 'canceled'])
    statuses.push((await set(status)).status)
  assert.deepEqual(statuses, ['inactive', 'inactive', 'active', 'canceled', 'canceled'])
  await assert.rejects(set('active'), failsWith(400))
  await assert.rejects(set('lost'), failsWith(400))
  await assert.rejects(account.api('POST', '/issuing/cards/ic_none', { status: 'active' }), failsWith(404))
  await account.world.call('/network/flush', {})
  assert.deepEqual(
    account.events.map(({ type, data }) => [type, (data.object as Card).status, data.previous_attributes]),
    [
      ['issuing_cardholder.created', 'active', undefined],
      ['issuing_card.created', 'active', undefined],
      ['issuing_card.updated', 'inactive', { status: 'active' }],
      ['issuing_card.updated', 'active', { status: 'inactive' }],
      ['issuing_card.updated', 'canceled', { status: 'active' }],
    ],
  )
})

async function ids(account: Account, path: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let after = ''; ;) {
    const page = await account.api<List<{ id: string }>>('GET', `${path}?limit=${limit}${after}`)
    found.push(...page.data.map(({ id }) => id))
    if (!page.has_more) return found
    after = `&starting_after=${found.at(-1)}`
  }
}

test('cards and events are listed in pages, newest first, and only those of Stripe', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const account = await testAccount(t, { now: () => now })
  const made: string[] = []
  for (let i = 0; i < 7; i++, now += 60_000) made.unshift((await newCard(account)).id)
  await aCard(account.world)
  assert.deepEqual(await ids(account, '/issuing/cards', 3), made)
  const events = await ids(account, '/events', 2)
  assert.equal(events.length, 14)
  const before = await account.api<List<{ id: string }>>('GET', `/events?limit=2&ending_before=${events[4]}`)
  assert.deepEqual(
    before.data.map(({ id }) => id),
    events.slice(2, 4),
  )
  const since = Math.floor(now / 1000) - 150
  const young = await account.api<List<Card>>('GET', `/issuing/cards?created[gte]=${since}`)
  assert.deepEqual(
    young.data.map(({ id }) => id),
    made.slice(0, 2),
  )
  const of = await account.api<List<unknown>>('GET', '/events?types[0]=issuing_card.created&limit=100')
  assert.equal(of.data.length, 7)
  const listed = await account.world.outside.issuers.get('simulated')!.listCards()
  assert.equal(listed.cards.length, 1, 'the simulated issuer does not know them')
})

test('while the issuer is down, Stripe answers 503', async (t) => {
  const account = await testAccount(t)
  await account.world.call('/network/faults', { issuerDownMs: 60_000 })
  await assert.rejects(account.api('GET', '/issuing/cards'), failsWith(503, 'api_error'))
})
