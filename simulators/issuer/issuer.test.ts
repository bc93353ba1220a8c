import { strict as assert } from 'node:assert'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import { BadSignature, sign, signingKey } from '#server/outside/signatures.ts'
import { passesLuhn } from '../cardNumbers.ts'
import { ranges } from '../ranges.ts'
import { aCard, testWorld } from '../testServer.ts'
import { createCard } from './cards.ts'
import { OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import { numberAt } from '#server/outside/outside.ts'

test('a card has a number of its range that passes the Luhn check, and a code and expiry of its own', async (t) => {
  const world = await testWorld(t, { now: () => Date.UTC(2026, 10, 21) })
  const { card, pays } = await aCard(world)
  assert.equal(passesLuhn(pays.cardNumber), true)
  assert.equal(pays.cardNumber.length, 16)
  assert.ok(pays.cardNumber.startsWith(ranges[0]!.bin))
  assert.match(pays.cvc, /^\d{3}$/)
  assert.deepEqual(card.exp, [11, 2029])
  assert.equal(card.last4, pays.cardNumber.slice(-4))
})

test('the ranges are seven, each with a BIN of its own', () => {
  assert.equal(new Set(ranges.map(({ bin }) => bin)).size, 7)
  assert.equal(new Set(ranges.map(({ programRef }) => programRef)).size, 7)
})

test('one wish makes one card, however often it is sent', async (t) => {
  const world = await testWorld(t)
  const made = await Promise.all(Array.from({ length: 20 }, () => aCard(world, 'Ana', 'one-wish')))
  assert.equal(new Set(made.map(({ card }) => card.ref)).size, 1)
  assert.notEqual((await aCard(world, 'Ana', 'another')).card.ref, made[0]!.card.ref)
})

test('a cardholder called REFUSE is refused for good', async (t) => {
  const world = await testWorld(t)
  await assert.rejects(
    aCard(world, 'REFUSE', 'no'),
    (error: unknown) => error instanceof OutsideRefused && error.code === 'HOLDER_REFUSED',
  )
  assert.equal(await world.outside.issuers.get('simulated')!.findByIdem('no'), null)
})

test('after TIMEOUT the outcome is unknown, and the wish finds the card that was made', async (t) => {
  const world = await testWorld(t)
  await assert.rejects(aCard(world, 'TIMEOUT', 'lost'), OutsideUnknown)
  const found = await world.outside.issuers.get('simulated')!.findByIdem('lost')
  assert.equal(found?.state, 'ACTIVE')
  assert.equal((await aCard(world, 'TIMEOUT', 'lost')).card.ref, found?.ref)
})

test('a PENDING card is announced when it is there, or when it will never be', async (t) => {
  const world = await testWorld(t)
  await world.call('/network/faults', { createPendingMs: 1000 })
  const { card } = await aCard(world)
  const { card: failing } = await aCard(world, 'LATEFAIL', 'late')
  assert.equal(card.state, 'PENDING')
  await assert.rejects(
    numberAt(world.outside.issuers.get('simulated')!, card.ref, { actorId: 'a', reason: 'r' }),
    OutsideRefused,
  )
  for (let waited = 0; world.told.length < 2 && waited < 20_000; waited += 50) await setTimeout(50)
  const news = world.told.flatMap((event) =>
    event.type === 'card.created' ? [[event.cardRef, event.state, event.idem]] : [],
  )
  assert.deepEqual(news, [
    [card.ref, 'ACTIVE', card.idem],
    [failing.ref, 'FAILED', 'late'],
  ])
  assert.equal((await world.outside.issuers.get('simulated')!.getCard(card.ref)).state, 'ACTIVE')
})

test('the issuer lists every card that it has made, page by page, closed ones too', async (t) => {
  const world = await testWorld(t)
  const { card: first } = await aCard(world)
  const issuer = world.outside.issuers.get('simulated')!
  await issuer.setState(first.ref, 'CLOSED', 'owner', 'a')
  const input = { programRef: 'prg_visa_us_1', holder: { firstName: 'Ana', lastName: 'Lin' }, memo: '' }
  const address = { street: '1 Main St', city: 'Austin', state: 'TX', zipCode: '73301', country: 'US' }
  for (let i = 0; i < 201; i++) createCard(world.world, { ...input, address, idem: `one of many ${i}` })
  const listed = []
  for (let cursor: string | undefined; ;) {
    const { cards, next } = await issuer.listCards(cursor)
    listed.push(...cards)
    if (next === undefined) break
    cursor = next
  }
  assert.deepEqual(
    listed.map(({ idem }) => idem),
    [first.idem, ...Array.from({ length: 201 }, (_, i) => `one of many ${i}`)],
  )
  const { createdAt, ...shown } = listed[0]!
  assert.deepEqual(shown, { ref: first.ref, idem: first.idem, state: 'CLOSED', last4: first.last4 })
  assert.ok(Math.abs(Date.now() - createdAt) < 60_000)
  assert.equal((await fetch(`${world.url}/issuer/cards`)).status, 401, 'only with our signature')
})

test('an issuer that is down is unknown, not a refusal, and comes back', async (t) => {
  const world = await testWorld(t)
  await world.call('/network/faults', { issuerDownMs: 1000 })
  await assert.rejects(world.outside.issuers.get('simulated')!.capabilities(), OutsideUnknown)
  await setTimeout(1050)
  assert.equal((await world.outside.issuers.get('simulated')!.capabilities()).ranges.length, 7)
})

test('a closed card stays closed', async (t) => {
  const world = await testWorld(t)
  const { card } = await aCard(world)
  const issuer = world.outside.issuers.get('simulated')!
  await issuer.setState(card.ref, 'PAUSED', 'owner', 'a')
  await issuer.setState(card.ref, 'PAUSED', 'owner', 'a')
  await issuer.setState(card.ref, 'CLOSED', 'owner', 'b')
  await assert.rejects(issuer.setState(card.ref, 'ACTIVE', 'owner', 'c'), OutsideRefused)
  assert.equal((await issuer.getCard(card.ref)).state, 'CLOSED')
})

test('without our signature the issuer tells nobody anything', async (t) => {
  const world = await testWorld(t)
  const { card } = await aCard(world)
  const forged = sign(signingKey(Buffer.alloc(32, 1).toString('base64')), 'x', Date.now(), '')
  for (const headers of [{}, forged]) {
    assert.equal((await fetch(`${world.url}/issuer/cards/${card.ref}`, { headers })).status, 401)
  }
})

test('our side takes a signed message, and neither a forged nor an old one', async (t) => {
  const world = await testWorld(t)
  const key = signingKey(world.secret)
  const raw = Buffer.from('{"events":[]}')
  const issuer = world.outside.issuers.get('simulated')!
  assert.deepEqual(issuer.verifyWebhook(sign(key, 'm', Date.now(), raw), raw), [])
  assert.throws(() => issuer.verifyWebhook(sign(key, 'm', Date.now() - 302_000, raw), raw), BadSignature)
  assert.throws(
    () => issuer.verifyWebhook(sign(key, 'm', Date.now(), raw), Buffer.from('{"events":[1]}')),
    BadSignature,
  )
})

test('a restart keeps cards, open authorizations, coins and messages', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'simulators-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const storePath = path.join(folder, 'simulators.sqlite')
  const before = await testWorld(t, { storePath })
  const { card, pays } = await aCard(before)
  const { authorizationId } = await before.call<{ authorizationId: string }>('/network/purchases', {
    ...pays,
    merchantId: 'mer_netflix',
    amountCents: 1599,
  })
  await before.outside.sms.send({ mobile: '13800000001', area: '86', text: 'code 123456', code: '123456' })
  await before.stop()

  const after = await testWorld(t, { storePath, secret: before.secret })
  assert.deepEqual(await after.outside.issuers.get('simulated')!.getCard(card.ref), card)
  assert.equal(
    (await numberAt(after.outside.issuers.get('simulated')!, card.ref, { actorId: 'a', reason: 'r' })).cvc,
    pays.cvc,
  )
  await after.call(`/network/authorizations/${authorizationId}/clear`, {})
  assert.deepEqual(
    after.told.map(({ type }) => type),
    ['clearing.posted'],
  )
  const inbox = await after.call<{ mobile: string; code: string }[]>('/sms/inbox?mobile=13800000001')
  assert.deepEqual(
    inbox.map(({ code }) => code),
    ['123456'],
  )
})
