import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { saveBrand } from '#contract/brands/desk.ts'
import type { Controls } from '#contract/controls/documents.ts'
import type { LockMove } from '#contract/controls/moveLock.ts'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { productMaker, reason } from '#test/fixtures/products.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  decidesSet,
  event,
  increments,
  lane,
  membersOf,
  request,
  shop,
  tells,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { listOperations } from '../audit/audit.ts'
import { expireBrands } from '../brands/brands.ts'
import { deskAnswers as desk } from '../brands/module.ts'
import { DAY, HOUR, nowMs, setClock } from '../core/clock.ts'
import { db, one, sql, transaction } from '../core/db.ts'
import { moveLock } from './moveLock.ts'
import { saveControls } from './saveControls.ts'
import { controlHistory, showControls } from './showControls.ts'

withIssuer({ connections: 30 })
afterEach(() => setClock())

async function someone(lock: Controls['lock'], more: Controls = {}): Promise<{ ana: Person; card: Plastic }> {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  await sets(ana, card, { ...more, lock })
  return { ana, card }
}
const sets = (ana: Person, card: Plastic, controls: Controls) =>
  transaction((tx) => saveControls(ana, { scope: 'CARD', scopeIds: [card.cardId], controls }, tx))
const moves = (ana: Person, card: Plastic, move: LockMove, brandId?: string) =>
  transaction((tx) => moveLock(ana, { cardId: card.cardId, move, brandId }, tx))
const lockOf = async (ana: Person, card: Plastic) =>
  (await showControls(ana, { scope: 'CARD', scopeId: card.cardId })).lock
const brandOf = async (name: string): Promise<string> =>
  (await one(db, sql<{ brand_id: string }>`SELECT brand_id FROM merchant_brand WHERE name = ${name}`)).brand_id

const FACEBOOK = { ...shop, id: 'facebk', name: 'FACEBK', descriptor: 'FACEBK *7XK2M9PQ42' }
const META = { ...shop, id: 'meta 2', name: 'META PLATFORMS', descriptor: 'META PLATFORMS INC' }
const GOOGLE = { ...shop, id: 'google', name: 'GOOGLE ADS', descriptor: 'GOOGLE*ADS44' }
/** What the network may write, and what would divide counters. */
const BAKERY = { ...shop, id: 'b4:k e=r,y 面包', name: 'KORNBLUME 12:30 面', descriptor: 'KORNBLUME' }
const perDay = { limitId: 'perday', window: 'DAY', amount: 50_000, refunds: 'KEEP' } as const
const at = (merchant: typeof shop) => ({ merchant })

test('the first purchase locks a card to its brand, under whatever names and numbers the brand charges', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  assert.deepEqual(await lockOf(ana, card), { state: 'ARMED', by: 'BRAND' })
  assert.equal((await charges(card, 1_000, at(FACEBOOK))).approved, true)
  const facebook = await brandOf('Facebook')
  const lock = await lockOf(ana, card)
  assert.deepEqual(lock, { state: 'LOCKED', by: 'BRAND', to: facebook, name: 'Facebook', since: lock!.since })
  assert.equal((await charges(card, 1_100, at(META))).approved, true)
  const asked = request(card, 1_200, at(GOOGLE))
  const { reason, isoCode } = await decides(asked)
  assert.deepEqual([reason, isoCode], ['CONTROL_LOCK', '57'])
  const { controlNo } = await showControls(ana, { scope: 'CARD', scopeId: card.cardId })
  assert.deepEqual((await authOf(asked.ref))!.why, {
    ...{ scope: 'CARD', scopeId: card.cardId, controlNo, line: 'lock' },
    lock: { by: 'BRAND', to: facebook, name: 'Facebook' },
  })
  await booksHold()
})

test('a merchant without a brand locks by its ID at the network, whatever that contains', async () => {
  const { ana, card } = await someone({ by: 'BRAND' }, { limits: [perDay] })
  assert.equal((await charges(card, 1_000, at(BAKERY))).approved, true)
  assert.equal(
    (await charges(card, 1_100, at({ ...BAKERY, name: 'KORNBLUME NORD', descriptor: 'KORNBLUME NORD' }))).approved,
    true,
  )
  assert.equal((await charges(card, 1_200, at({ ...BAKERY, id: 'b4:k e=r,y' }))).reason, 'CONTROL_LOCK')
  const { lock, standing } = await showControls(ana, { scope: 'CARD', scopeId: card.cardId })
  assert.deepEqual([lock!.by, lock!.to, lock!.name], ['MERCHANT', BAKERY.id, BAKERY.name])
  assert.deepEqual([standing[0]!.used, standing[0]!.count], [2_100, 2])
})

test('locked by merchant, another merchant of the same brand is declined', async () => {
  const { card } = await someone({ by: 'MERCHANT' })
  assert.equal((await charges(card, 1_000, at(FACEBOOK))).approved, true)
  assert.equal((await charges(card, 1_100, at(META))).reason, 'CONTROL_LOCK')
})

test('locked by category, airlines are one', async () => {
  const { ana, card } = await someone({ by: 'KIND' })
  assert.equal((await charges(card, 1_000, at({ ...BAKERY, mcc: '3008' }))).approved, true)
  assert.equal((await charges(card, 1_100, at({ ...GOOGLE, mcc: '3000' }))).approved, true)
  assert.equal((await charges(card, 1_200, at({ ...BAKERY, mcc: '7011' }))).reason, 'CONTROL_LOCK')
  assert.equal((await lockOf(ana, card))!.to, '3008')
})

for (const cents of [0, 100])
  test(`a verification of ${cents} locks for a day, and a purchase at the same place for good`, async () => {
    const start = nowMs()
    const { ana, card } = await someone({ by: 'BRAND' })
    setClock(() => start)
    assert.equal((await charges(card, cents, at(FACEBOOK))).approved, true)
    const { state, since, until } = (await lockOf(ana, card))!
    assert.deepEqual([state, since, until], ['PROVISIONAL', start, start + DAY])
    assert.equal((await charges(card, 1_000, at(GOOGLE))).reason, 'CONTROL_LOCK')

    setClock(() => start + DAY)
    assert.equal((await lockOf(ana, card))!.state, 'ARMED')
    assert.equal((await charges(card, cents, at(GOOGLE))).approved, true)
    setClock(() => start + DAY + HOUR)
    assert.equal((await charges(card, 1_000, at(GOOGLE))).approved, true)
    assert.deepEqual([(await lockOf(ana, card))!.state, (await lockOf(ana, card))!.since], ['LOCKED', start + DAY])
    setClock(() => start + 9 * DAY)
    assert.equal((await charges(card, 1_000, at(FACEBOOK))).reason, 'CONTROL_LOCK')
  })

test('a declined purchase locks nothing, and neither increments, reversals, settlements nor refunds change a lock', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  assert.equal((await charges(card, 200_000, at(GOOGLE))).reason, 'INSUFFICIENT_FUNDS')
  await tells(event('clearing.posted', card, 500, { final: true, merchant: GOOGLE }))
  assert.equal((await lockOf(ana, card))!.state, 'ARMED')
  const asked = request(card, 1_000, at(FACEBOOK))
  assert.equal((await decides(asked)).approved, true)
  const lock = await lockOf(ana, card)
  assert.equal((await increments(card, asked.ref, 300, undefined, { merchant: META })).approved, true)
  await tells(event('clearing.posted', card, 900, { authRef: asked.ref, final: true }))
  await tells(event('refund.posted', card, 900, { authRef: asked.ref }))
  await tells(event('refund.posted', card, 100, { merchant: GOOGLE }))
  assert.deepEqual(await lockOf(ana, card), lock)
  await booksHold()
})

test('of sixty-four first purchases at once at eight brands and merchants, those of exactly one pass', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  const places = Array.from({ length: 8 }, (_, n) => ({ ...BAKERY, id: `shop ${n}` }))
  const asked = Array.from({ length: 64 }, (_, n) =>
    request(card, 1_000, { merchant: places[n % 8]!, trace: String(400_000 + n) }),
  )
  const answers = await Promise.all(asked.map((one) => decides(one)))
  const passed = asked.filter((_, n) => answers[n]!.approved)
  assert.equal(passed.length, 8)
  assert.deepEqual([...new Set(passed.map(({ merchant }) => merchant.id))], [(await lockOf(ana, card))!.to])
  await booksHold()
})

test('two connections that decide at once for one card lock it once', async () => {
  const { card } = await someone({ by: 'MERCHANT' })
  const lanes = [await lane(), await lane()]
  const sets = await Promise.all(
    [FACEBOOK, GOOGLE].map((merchant, of) =>
      membersOf(
        Array.from({ length: 8 }, (_, n) => request(card, 1_000, { merchant, trace: String(500_000 + 10 * of + n) })),
      ),
    ),
  )
  const decided = await Promise.all(lanes.map((each, n) => decidesSet(each, sets[n]!)))
  await Promise.all(lanes.map((each) => each.end()))
  const approved = decided.map(({ answers }) => answers.filter((answer) => answer.approved).length)
  assert.deepEqual(
    approved.toSorted((a, b) => a - b),
    [0, 8],
  )
})

test('a lock that only watches says what it would have declined, and stays where it is', async () => {
  const { ana, card } = await someone({ by: 'BRAND' }, { mode: 'WATCH' })
  assert.equal((await charges(card, 100, at(FACEBOOK))).approved, true)
  const asked = request(card, 1_000, at(GOOGLE))
  assert.equal((await decides(asked)).approved, true)
  const why = (await authOf(asked.ref))!.why as { watched: number; line: string; lock: { name: string } }
  assert.deepEqual([why.watched, why.line, why.lock.name], [1, 'lock', 'Facebook'])
  const { lock, watched } = await showControls(ana, { scope: 'CARD', scopeId: card.cardId })
  assert.deepEqual([lock!.state, lock!.name, watched], ['PROVISIONAL', 'Facebook', { count: 1, amount: 1_000 }])
})

test('a card can be locked to a brand, armed again and unlocked, and the history tells each', async () => {
  const { ana, card } = await someone({ by: 'MERCHANT' }, { singleMax: 5_000, limits: [perDay] })
  const google = await brandOf('Google Ads')
  const document = async () => (await showControls(ana, { scope: 'CARD', scopeId: card.cardId })).controlNo
  const first = await document()
  await charges(card, 1_000, at(FACEBOOK))
  assert.deepEqual((await moves(ana, card, 'REARM')).lock, { state: 'ARMED', by: 'MERCHANT' })
  assert.equal(await document(), first)
  await moves(ana, card, 'REARM') // armed already
  assert.equal((await charges(card, 1_000, at(GOOGLE))).approved, true)
  assert.equal((await charges(card, 1_000, at(FACEBOOK))).reason, 'CONTROL_LOCK')

  const fixed = { state: 'LOCKED', by: 'BRAND', to: google, name: 'Google Ads' }
  assert.deepEqual((await moves(ana, card, 'SET', google)).lock, fixed)
  assert.equal((await charges(card, 1_001, at(GOOGLE))).approved, true)
  assert.equal((await charges(card, 1_001, at(FACEBOOK))).reason, 'CONTROL_LOCK')
  assert.deepEqual(await lockOf(ana, card), fixed)

  assert.equal((await moves(ana, card, 'RELEASE')).lock, null)
  assert.equal((await charges(card, 1_002, at(FACEBOOK))).approved, true)
  assert.equal((await charges(card, 1_002, at(BAKERY))).approved, true)
  assert.equal((await charges(card, 5_001, at(BAKERY))).reason, 'CONTROL_AMOUNT')
  const { lock, standing } = await showControls(ana, { scope: 'CARD', scopeId: card.cardId })
  assert.deepEqual([lock, standing[0]!.used, standing[0]!.count], [null, 5_005, 5])

  const { data } = await controlHistory(ana, { scope: 'CARD', scopeId: card.cardId, pageNo: 1, pageSize: 10 })
  assert.deepEqual(
    data.map(({ before, after }) => [before.lock ?? null, after.lock ?? null]),
    [
      [{ by: 'BRAND', to: google }, null],
      [{ by: 'MERCHANT' }, { by: 'BRAND', to: google }],
      [{ by: 'MERCHANT' }, { by: 'MERCHANT' }],
      [null, { by: 'MERCHANT' }],
    ],
  )
  const { data: operations } = await listOperations(ana, { pageNo: 1, pageSize: 4 })
  assert.deepEqual(
    operations.map(({ typeText, content }) => `${typeText}: ${content}`),
    [
      'Card controls: Unlocked the card',
      'Card controls: Locked the card to Google Ads',
      'Card controls: Re-armed the lock: the next purchase locks the card',
      'Card controls: Set the card’s controls',
    ],
  )
})

test('another document keeps what the card is locked to while it locks in the same way', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  await charges(card, 1_000, at(FACEBOOK))
  const lock = await lockOf(ana, card)
  await sets(ana, card, { lock: { by: 'BRAND' }, singleMax: 5_000 })
  assert.deepEqual(await lockOf(ana, card), lock)
  await sets(ana, card, { lock: { by: 'MERCHANT' }, singleMax: 5_000 })
  assert.equal((await lockOf(ana, card))!.state, 'ARMED')
  await charges(card, 1_001, at(FACEBOOK))
  await sets(ana, card, { singleMax: 5_000 })
  await sets(ana, card, { lock: { by: 'MERCHANT' } })
  assert.equal((await lockOf(ana, card))!.state, 'ARMED')
})

test('a brand that is merged goes on meaning what it becomes', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  const maker = await productMaker()
  const saves = async (name: string) => {
    const input = saveBrand.input.parse({ name: `${name} ${nowMs()}`, words: [name.toUpperCase()], reason })
    return (await transaction((tx) => desk.saveBrand(maker, input, tx))).brandId
  }
  const [small, large] = [await saves('Roggenhof'), await saves('Weizenhof')]
  expireBrands()
  const [rye, wheat] = ['ROGGENHOF', 'WEIZENHOF'].map((word) => ({ ...shop, id: word, name: word, descriptor: word }))
  assert.equal((await charges(card, 1_000, at(rye!))).approved, true)
  assert.equal((await charges(card, 1_001, at(wheat!))).reason, 'CONTROL_LOCK')
  await transaction((tx) => desk.mergeBrands(maker, { brandId: small, into: large, reason }, tx))
  expireBrands()
  assert.equal((await charges(card, 1_002, at(wheat!))).approved, true)
  const lock = await lockOf(ana, card)
  assert.deepEqual([lock!.to, lock!.name?.split(' ')[0]], [small, 'Weizenhof'])
})

test('a card that takes the place of another stays locked', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  await charges(card, 1_000, at(FACEBOOK))
  const { cardId } = await asks(ana, 'replaceCard', {
    ...{ cardId: card.cardId, reason: 'EXPIRING', keepDays: 7, requestNo: requestNo() },
  })
  const { lock } = await showControls(ana, { scope: 'CARD', scopeId: cardId })
  assert.deepEqual([lock!.state, lock!.name], ['LOCKED', 'Facebook'])
})

test('lists say what each card is locked to, to those who may view controls', async () => {
  const { ana, card } = await someone({ by: 'BRAND' })
  const [armed, free] = [
    await cardInHand(ana, { rechargeAmount: 1_000 }),
    await cardInHand(ana, { rechargeAmount: 1_000 }),
  ]
  await sets(ana, armed, { lock: { by: 'KIND' } })
  await charges(card, 1_000, at(FACEBOOK))
  const listed = async (who: Person) =>
    new Map((await asks(who, 'listCards', {})).data.map(({ cardId, lock }) => [cardId, lock]))
  const seen = await listed(ana)
  assert.deepEqual(seen.get(card.cardId), await lockOf(ana, card))
  assert.deepEqual([seen.get(armed.cardId)!.state, seen.get(free.cardId)], ['ARMED', null])
  const those = async (lock?: boolean) =>
    (await asks(ana, 'listCards', { lock, sort: 'openDate' })).data.map(({ cardId }) => cardId)
  assert.deepEqual(await those(true), [card.cardId, armed.cardId])
  assert.deepEqual(await those(false), [free.cardId])
  await moves(ana, armed, 'RELEASE')
  assert.deepEqual(await those(false), [armed.cardId, free.cardId])
  const may = new Set([...ana.may].filter((right) => right !== 'card:control.view'))
  assert.deepEqual([...(await listed({ ...ana, may })).values()], [undefined, undefined, undefined])
})

test('only cards can be locked, only to brands that exist, and only by those who may change their controls', async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 10_000 })
  const nobody = `brd_${'9'.repeat(26)}`
  const save = (scope: 'ACCOUNT' | 'CARD', lock: Controls['lock']) =>
    transaction((tx) => saveControls(ana, { scope, scopeIds: [card.cardId], controls: { lock } }, tx))
  await assert.rejects(save('ACCOUNT', { by: 'BRAND' }), refusedAs('invalid', 'controls.lock'))
  await assert.rejects(save('CARD', { by: 'BRAND', to: nobody }), refusedAs('invalid', 'controls.lock.to'))
  await assert.rejects(moves(leo, card, 'SET', nobody), refusedAs('invalid', 'brandId'))
  await assert.rejects(moves(await newAccount(), card, 'REARM'), refusedAs('not_found'))
  assert.equal((await moves(leo, card, 'REARM')).lock!.by, 'BRAND')
  await sets(ana, card, { lock: { by: 'BRAND' }, pinned: 1 })
  await assert.rejects(moves(leo, card, 'RELEASE'), refusedAs('controls_pinned'))
  assert.equal((await moves(ana, card, 'RELEASE')).lock, null)
})

test('a lock that is moved leaves the uses of the card and its limits as they are', async () => {
  const { ana, card } = await someone(
    { by: 'BRAND' },
    { limits: [perDay], uses: { max: 3, per: 'APPROVAL', then: 'FREEZE' } },
  )
  assert.equal((await charges(card, 1_000, at(FACEBOOK))).approved, true)
  await moves(ana, card, 'REARM')
  await moves(ana, card, 'SET', await brandOf('Facebook'))
  await moves(ana, card, 'RELEASE')
  const { usesLeft, standing } = await showControls(ana, { scope: 'CARD', scopeId: card.cardId })
  assert.deepEqual([usesLeft, standing[0]!.used], [2, 1_000])
})
