import { strict as assert } from 'node:assert'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import type { AuthorizationDecision, RequestWithNumber } from '#server/outside/issuers/authorization.ts'
import { aCard, testWorld, yes, type TestWorld } from '../testServer.ts'
import { undoInterrupted, type PurchaseAnswer } from './authorizations.ts'

const no = (reason: AuthorizationDecision['reason'], isoCode: string): AuthorizationDecision => ({
  approved: false,
  amountCents: 0,
  isoCode,
  ...(reason ? { reason } : {}),
})

async function bought(world: TestWorld, more: object = {}) {
  const { card, pays } = await aCard(world)
  const answer = await world.call<PurchaseAnswer>('/network/purchases', {
    ...pays,
    merchantId: 'mer_google_ads',
    amountCents: 3000,
    ...more,
  })
  return { card, pays, answer, at: `/network/authorizations/${answer.authorizationId}` }
}
const money = (world: TestWorld) =>
  world.told.map((event) => [
    event.type,
    'amount' in event ? event.amount : 0,
    'final' in event ? event.final : undefined,
  ])

const dayOf = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10)

test('a purchase has a trace number of its own, and one that names an earlier number repeats it', async (t) => {
  const world = await testWorld(t)
  for (const more of [{}, {}, { trace: '000042', terminalId: 'T1' }]) await bought(world, more)
  const [one, two, three] = world.asked.map(({ trace, terminalId }) => [trace, terminalId])
  assert.match(one![0]!, /^\d{6}$/)
  assert.notEqual(one![0], two![0])
  assert.equal(one![1], two![1])
  assert.deepEqual(three, ['000042', 'T1'])
})

test('a purchase asks our server with all that a terminal knows, and passes the answer on', async (t) => {
  const world = await testWorld(t)
  const { answer, pays } = await bought(world, { zipCode: '73301' })
  assert.equal(answer.approved, true)
  assert.equal(answer.isoCode, '00')
  const asked = world.asked[0] as RequestWithNumber
  assert.equal(asked.ref, answer.authorizationId)
  assert.deepEqual(
    [asked.cardNumber, asked.cvc, asked.zipCode, asked.amountCents],
    [pays.cardNumber, pays.cvc, '73301', 3000],
  )
  assert.deepEqual([asked.merchant.id, asked.merchant.mcc, asked.merchant.country], ['mer_google_ads', '7311', 'US'])

  world.decide = () => no('INSUFFICIENT_FUNDS', '51')
  const { answer: declined } = await bought(world)
  assert.deepEqual([declined.approved, declined.reason, declined.isoCode], [false, 'INSUFFICIENT_FUNDS', '51'])
  assert.deepEqual(world.told, [], 'what we decide ourselves is not told to us again')
})

test('a foreign price comes with the rate that was used', async (t) => {
  const world = await testWorld(t)
  await bought(world, { currency: 'EUR', amountCents: 2000 })
  await bought(world, { currency: 'JPY', amountCents: 10_000 })
  assert.deepEqual(
    world.asked.map(({ amountCents, merchantAmount, merchantCurrency, rate }) => [
      amountCents,
      merchantAmount,
      merchantCurrency,
      rate,
    ]),
    [
      [2166, 2000, 'EUR', '1.0832'],
      [6491, 10_000, 'JPY', '0.006491'],
    ],
  )
})

test('clearings, reversals, expiry, refunds and forced posts are told with their amounts in order', async (t) => {
  const world = await testWorld(t)
  const { at, answer, pays } = await bought(world)
  await world.call(`${at}/increment`, { amountCents: 500 })
  await world.call(`${at}/clear`, { amountCents: 1000, final: false })
  await world.call(`${at}/reverse`, { amountCents: 500 })
  await world.call(`${at}/clear`, {})
  await world.call('/network/refunds', {
    cardNumber: pays.cardNumber,
    merchantId: 'mer_google_ads',
    amountCents: 700,
    authorizationId: answer.authorizationId,
  })
  await world.call('/network/forced-posts', { cardNumber: pays.cardNumber, merchantId: 'mer_shell', amountCents: 900 })
  const { at: forgotten } = await bought(world)
  await world.call(`${forgotten}/expire`, {})
  assert.deepEqual(money(world), [
    ['clearing.posted', 1000, false],
    ['auth.reversed', 500, false],
    ['clearing.posted', 2000, true],
    ['refund.posted', 700, undefined],
    ['clearing.posted', 900, true],
    ['auth.expired', 3000, undefined],
  ])
  const seqs = world.told.flatMap((event) =>
    'authRef' in event && event.authRef === answer.authorizationId && 'seq' in event ? [event.seq] : [],
  )
  assert.deepEqual(seqs, [1, 2, 3, 4])
  const sent = { amountCents: 5_000_00, reference: 'FPB1' }
  await world.call('/network/program-funds', sent)
  await assert.rejects(world.call('/network/program-funds', sent), 'a payment arrives once')
  assert.equal(
    (await world.outside.issuers.get('simulated')!.programBalance()).amount,
    5_000_00 - 1000 - 2000 + 700 - 900,
  )
})

test('the settlement file has all that was settled that day, and what no event tells', async (t) => {
  const world = await testWorld(t)
  const { at, pays } = await bought(world)
  await world.call(`${at}/clear`, {})
  const before = money(world).length
  const silent = { cardNumber: pays.cardNumber, merchantId: 'mer_shell', amountCents: 900, tell: 'none' }
  await world.call('/network/forced-posts', silent)
  assert.equal(money(world).length, before)
  const { lines } = await world.outside.issuers.get('simulated')!.settlement(dayOf(Date.now()))
  assert.deepEqual(
    lines.map(({ amount }) => amount).toSorted((a, b) => a - b),
    [900, 3000],
  )
  assert.deepEqual((await world.outside.issuers.get('simulated')!.settlement(dayOf(Date.now() - 86_400_000))).lines, [])
})

test('a clearing and a refund are taken back once', async (t) => {
  const world = await testWorld(t)
  const { at } = await bought(world)
  const { clearingId } = await world.call<{ clearingId: string }>(`${at}/clear`, {})
  await world.call(`/network/postings/${clearingId}/reverse`, {})
  await assert.rejects(world.call(`/network/postings/${clearingId}/reverse`, {}), { status: 404 })
  assert.deepEqual(money(world), [
    ['clearing.posted', 3000, true],
    ['clearing.reversed', 3000, true],
  ])
})

test('without an answer in time the network declines, and has the hold let go', async (t) => {
  const world = await testWorld(t, { deadlineMs: 800 })
  world.decide = () => null
  const { answer, card } = await bought(world)
  assert.deepEqual([answer.approved, answer.reason, answer.isoCode], [false, 'TIMEOUT', '91'])
  await world.call('/network/flush', {})
  const [event] = world.told
  assert.ok(event?.type === 'auth.reversed')
  assert.deepEqual(
    [event.authRef, event.cardRef, event.amount, event.final, event.reason],
    [answer.authorizationId, card.ref, 3000, true, 'TIMEOUT'],
  )
})

test('an approval that comes back too late is a decline to the network', async (t) => {
  const world = await testWorld(t, { deadlineMs: 800 })
  await aCard(world) // before the delay, which also slows the issuer
  await world.call('/network/faults', { latencyMs: 1000 })
  const { answer } = await bought(world)
  assert.equal(answer.reason, 'TIMEOUT')
  for (let waited = 0; !world.told.length && waited < 10_000; waited += 50) await setTimeout(50)
  assert.equal(world.asked.length, 1)
  assert.deepEqual(money(world), [['auth.reversed', 3000, true]])
})

test('some questions without a usable answer are repeated under their name, and the second answer counts', async (t) => {
  const world = await testWorld(t)
  const seen = new Set<string>()
  world.decide = (request) => (seen.has(request.ref) ? yes(request) : (seen.add(request.ref), {} as never))
  const answers = []
  for (let made = 0; made < 12; made++) answers.push((await bought(world)).answer)
  await world.call('/network/flush', {})
  const repeated = answers.filter(({ approved }) => approved)
  assert.ok(repeated.length > 0 && repeated.length < 12)
  assert.equal(world.asked.length, 12 + repeated.length)
  assert.equal(world.told.length, 12 - repeated.length) // unanswered authorizations are reversed
})

test('an increment without an answer is undone alone', async (t) => {
  const world = await testWorld(t, { deadlineMs: 800 })
  const { at } = await bought(world)
  world.decide = () => null
  const answer = await world.call<PurchaseAnswer>(`${at}/increment`, { amountCents: 500 })
  assert.equal(answer.isoCode, '91')
  await world.call('/network/flush', {})
  const [event] = world.told
  assert.ok(event?.type === 'auth.reversed')
  assert.deepEqual([event.amount, event.final, event.incrementRef], [500, false, world.asked[1]?.ref])
})

test('a question that was open when the process died is undone at the next start', async (t) => {
  const world = await testWorld(t)
  const { answer } = await bought(world)
  world.world.store.run(`UPDATE authorizations SET status = 'ASKING' WHERE ref = :ref`, { ref: answer.authorizationId })
  undoInterrupted(world.world)
  await world.call('/network/flush', {})
  assert.deepEqual(money(world), [['auth.reversed', 3000, true]])
})

test('a merchant that the network declines is told to us, for nobody asked', async (t) => {
  const world = await testWorld(t)
  const { answer } = await bought(world, { merchantId: 'mer_always_declines' })
  assert.deepEqual([answer.approved, answer.reason, answer.isoCode], [false, 'ISSUER_DECLINED', '05'])
  await world.call('/network/flush', {})
  assert.equal(world.asked.length, 0)
  assert.deepEqual(money(world), [['auth.declined', 3000, undefined]])
})

test('a number that is no card of ours is asked about all the same', async (t) => {
  const world = await testWorld(t)
  world.decide = () => no('CARD_NOT_FOUND', '14')
  const stranger = { cardNumber: '4000001200000000', expMonth: 1, expYear: 30, cvc: '123' }
  const answer = await world.call<PurchaseAnswer>('/network/purchases', {
    ...stranger,
    cardNumber: '4000 0012 0000 0000',
    merchantId: 'mer_temu',
    amountCents: 100,
  })
  assert.equal(answer.reason, 'CARD_NOT_FOUND')
  assert.equal((world.asked[0] as RequestWithNumber).cardNumber, stranger.cardNumber)
  await assert.rejects(
    world.call('/network/refunds', { cardNumber: stranger.cardNumber, merchantId: 'mer_temu', amountCents: 100 }),
    { status: 404 },
  )
})

test('events are sent until they are taken', async (t) => {
  const world = await testWorld(t)
  const { at } = await bought(world)
  world.eventsStatus = 503
  await world.call(`${at}/clear`, {})
  assert.equal(world.told.length, 0)
  world.eventsStatus = 200
  for (let waited = 0; !world.told.length && waited < 10_000; waited += 50) await setTimeout(50)
  assert.deepEqual(money(world), [['clearing.posted', 3000, true]])
})

test('events come twice, in another order, or not at all, when that is what is broken', async (t) => {
  const world = await testWorld(t)
  const { pays } = await aCard(world)
  const post = () =>
    world.call('/network/forced-posts', { cardNumber: pays.cardNumber, merchantId: 'mer_temu', amountCents: 100 })

  await world.call('/network/faults', { duplicate: true, reorderMs: 400 })
  for (let made = 0; made < 12; made++) await post()
  await setTimeout(1000)
  await world.call('/network/flush', {})
  const { events: all } = await world.outside.issuers.get('simulated')!.listEvents()
  const order = all.map(({ id }) => id)
  assert.equal(world.told.length, 24)
  assert.equal(new Set(world.told.map(({ id }) => id)).size, 12)
  assert.notDeepEqual([...new Set(world.told.map(({ id }) => id))], order)

  world.told.length = 0
  await world.call('/network/faults', { dropRate: 1 })
  await post()
  await world.call('/network/faults', {})
  await world.call('/network/flush', {})
  assert.equal(world.told.length, 0)
  const { events: lost, next, more } = await world.outside.issuers.get('simulated')!.listEvents(String(12))
  assert.deepEqual([lost.length, lost[0]?.type, next, more], [1, 'clearing.posted', '13', false])
  assert.deepEqual(await world.outside.issuers.get('simulated')!.listEvents(next), {
    events: [],
    next: '13',
    more: false,
  })
})

test('a moved clock moves what is told, and holds nothing up', async (t) => {
  const world = await testWorld(t)
  const then = Date.UTC(2026, 2, 1)
  await world.call('/clock', { nowMs: then })
  const { at } = await bought(world)
  await world.call(`${at}/clear`, {})
  assert.equal(world.asked[0]?.occurredAt, then)
  assert.equal(world.told[0]?.occurredAt, then)
  const { nowMs } = await world.call<{ nowMs: number }>('/clock', { nowMs: null })
  assert.ok(Math.abs(nowMs - Date.now()) < 5000)
})

test('a purchase abroad is cleared at the rate of its clearing, not at that of its hold', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now, ratesMove: true })
  const { pays } = await aCard(world)
  const purchase = { ...pays, merchantId: 'mer_booking', amountCents: 200_00, currency: 'EUR' }
  const { authorizationId } = await world.call<{ authorizationId: string }>('/network/purchases', purchase)
  const [asked] = world.asked
  now += 26 * 3_600_000
  await world.call(`/network/authorizations/${authorizationId}/clear`, {})
  const cleared = world.told.find((event) => event.type === 'clearing.posted')
  assert.equal(cleared?.merchantAmount, 200_00)
  assert.notEqual(cleared?.rate, (asked as { rate?: string }).rate)
  assert.equal(cleared?.amount, Math.round(200_00 * Number(cleared?.rate)))
  assert.ok(Math.abs(cleared!.amount / asked!.amountCents - 1) < 0.013)
})

test('wrong events are sent on request, and change nothing here', async (t) => {
  const world = await testWorld(t)
  const [mine, other] = [await aCard(world), await aCard(world, 'Bo')]
  const { authorizationId: id } = await world.call<{ authorizationId: string }>('/network/purchases', {
    ...mine.pays,
    merchantId: 'mer_amazon',
    amountCents: 20_00,
  })
  await world.call('/network/wrong-events', { type: 'auth.reversed', id, cardNumber: other.pays.cardNumber })
  await world.call('/network/wrong-events', { type: 'clearing.posted', id, currency: 'JPY', occurredAtMs: 1 })
  assert.deepEqual(
    world.told.map((event) => [
      event.type,
      event.cardRef,
      'currency' in event && event.currency,
      event.occurredAt === 1,
    ]),
    [
      ['auth.reversed', other.card.ref, 'USD', false],
      ['clearing.posted', mine.card.ref, 'JPY', true],
    ],
  )
  const [shown] = await world.call<{ heldCents: number }[]>('/network/authorizations')
  assert.equal(shown?.heldCents, 20_00)
  await world.call('/network/wrong-events', { type: 'refund.posted', id, otherCard: true })
  assert.equal(world.told.at(-1)?.cardRef, other.card.ref)
})

test('on request every authorization is asked twice under its name, and the second answer counts', async (t) => {
  const world = await testWorld(t)
  await world.call('/network/faults', { repeatRequests: true })
  let asked = 0
  world.decide = (request) => (++asked === 1 ? no('INSUFFICIENT_FUNDS', '51') : yes(request))
  const { answer } = await bought(world)
  assert.deepEqual([answer.approved, new Set(world.asked.map(({ ref }) => ref)).size, asked], [true, 1, 2])
  await world.call('/network/faults', {})
  await bought(world)
  assert.equal(asked, 3)
})

test('a wrong settlement file has another amount, lacks a line and has one about a card that nobody has', async (t) => {
  const world = await testWorld(t)
  const { pays } = await aCard(world)
  for (const amountCents of [10_00, 20_00, 30_00])
    await world.call('/network/forced-posts', { cardNumber: pays.cardNumber, merchantId: 'mer_amazon', amountCents })
  const file = async () =>
    (await world.outside.issuers.get('simulated')!.settlement(dayOf(Date.now()))).lines.map(({ amount, cardRef }) => [
      amount,
      cardRef === 'isc_nobody',
    ])
  const right = await file()
  await world.call('/network/faults', { wrongSettlement: true })
  const [first, , third] = right
  assert.deepEqual(await file(), [[Number(first![0]) + 100, false], third, [first![0], true]])
})
