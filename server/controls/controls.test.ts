import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Controls } from '#contract/controls/documents.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
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
import { DAY, nowMs, setClock } from '../core/clock.ts'
import { db, one, sql, transaction } from '../core/db.ts'
import { saveControls } from './saveControls.ts'
import { controlHistory, showControls } from './showControls.ts'

withIssuer({ connections: 30 })
afterEach(() => setClock())

async function someone(cents = 100_000): Promise<{ ana: Person; card: Plastic }> {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: cents }) }
}
const sets = (ana: Person, card: Plastic, controls: Controls, more: { expectNo?: number; note?: string } = {}) =>
  transaction((tx) => saveControls(ana, { scope: 'CARD', scopeIds: [card.cardId], controls, ...more }, tx))
const save = (who: Person, input: Parameters<typeof saveControls>[1]) =>
  transaction((tx) => saveControls(who, input, tx))
const shows = (ana: Person, card: Plastic) => showControls(ana, { scope: 'CARD', scopeId: card.cardId })
const standing = async (ana: Person, card: Plastic) => {
  const { standing: all } = await shows(ana, card)
  return all.map(({ limitId, used, left, count, countLeft, over }) => [limitId, used, left, count, countLeft, over])
}
const aDay = { limitId: 'perday', window: 'DAY', amount: 10_000, refunds: 'KEEP' } as const

const reasons: [DeclineReason, Controls, Parameters<typeof charges>[2]][] = [
  ['CONTROL_BRAND', { brands: { mode: 'ONLY', words: ['facebk', 'meta platforms'] } }, {}],
  ['CONTROL_BRAND', { brands: { mode: 'NEVER', words: ['corner'] } }, {}],
  ['CONTROL_KIND', { kinds: { mode: 'NEVER', mccs: [shop.mcc] } }, {}],
  ['CONTROL_KIND', { online: 'ONLY' }, { pos: 'ATM' }],
  ['CONTROL_COUNTRY', { countries: { mode: 'ONLY', codes: ['DE'] } }, {}],
  ['CONTROL_CURRENCY', { currencies: { mode: 'ONLY', codes: ['EUR'] } }, {}],
  ['CONTROL_AMOUNT', { singleMax: 999 }, {}],
  ['CONTROL_LIMIT', { limits: [{ ...aDay, amount: 999 }] }, {}],
]
for (const [reason, controls, change] of reasons)
  test(`${reason} declines by ${Object.keys(controls).join()}, before money does, and the authorization says why`, async () => {
    const { ana, card } = await someone(2_000)
    const { results } = await sets(ana, card, controls)
    const asked = request(card, 1_000, change)
    assert.deepEqual((await decides(asked)).reason, reason)
    const { why } = (await authOf(asked.ref))!
    assert.deepEqual(why, {
      scope: 'CARD',
      scopeId: card.cardId,
      controlNo: results[0]!.controlNo,
      line: Object.keys(controls)[0],
      ...(reason === 'CONTROL_LIMIT' && {
        limitId: 'perday',
        window: 'DAY',
        left: 999,
        resetTime: (await shows(ana, card)).standing[0]!.resetTime,
      }),
    })
    await sets(ana, card, {})
    assert.equal((await charges(card, 1_000, change)).approved, true)
  })

test('a brand of the catalogue is known in whatever the network writes', async () => {
  const { ana, card } = await someone()
  const { brand_id: facebook } = await one(
    db,
    sql<{ brand_id: string }>`SELECT brand_id FROM merchant_brand WHERE name = 'Facebook'`,
  )
  await sets(ana, card, { brands: { mode: 'ONLY', brandIds: [facebook], words: ['corner'] } })
  const by = (name: string, descriptor: string) => charges(card, 1_000, { merchant: { ...shop, name, descriptor } })
  assert.equal((await by('FACEBK', 'FACEBK *7XK2M9PQ42')).approved, true)
  assert.equal((await by('META PLATFORMS', 'META PLATFORMS INC')).approved, true)
  assert.equal((await by('CORNER SHOP', 'CORNER SHOP *12')).approved, true)
  assert.equal((await by('GOOGLE', 'GOOGLE*ADS44')).reason, 'CONTROL_BRAND')
  await assert.rejects(
    sets(ana, card, { brands: { mode: 'ONLY', brandIds: [`brd_${'9'.repeat(26)}`] } }),
    refusedAs('invalid'),
  )
})

test('an allowed purchase passes every line of a document', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, {
    singleMax: 1_000,
    brands: { mode: 'ONLY', words: ['corner'] },
    kinds: { mode: 'ONLY', mccs: [shop.mcc] },
    countries: { mode: 'ONLY', codes: ['US'] },
    currencies: { mode: 'NEVER', codes: ['EUR'] },
    online: 'ONLY',
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
    limits: [aDay],
  })
  assert.equal((await charges(card, 1_000, { pos: 'ECOMMERCE' })).approved, true)
})

test('sixty-four charges of 10 at once against a limit of 100 pass exactly ten times', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { limits: [aDay] })
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) => decides(request(card, 1_000, { trace: String(100_000 + i) }))),
  )
  assert.equal(answers.filter(({ approved }) => approved).length, 10)
  assert.deepEqual(await standing(ana, card), [['perday', 10_000, 0, 10, null, 0]])
  await booksHold()
})

test('a terminal that takes a part gets what is left of the tightest limit', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { limits: [aDay, { ...aDay, limitId: 'perweek', window: 'WEEK', amount: 6_000 }] })
  const answer = await charges(card, 8_000, { partialOk: true })
  assert.deepEqual([answer.approved, answer.amountCents], [true, 6_000])
  assert.equal((await charges(card, 100, { partialOk: true })).reason, 'CONTROL_LIMIT')
})

test('a limit of purchases declines the next one with the network’s code for it, and verifications use up nothing', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { limits: [{ limitId: 'once', window: 'ALL', count: 1, refunds: 'KEEP' }] })
  assert.equal((await charges(card, 0)).approved, true)
  assert.equal((await charges(card, 500)).approved, true)
  const { reason, isoCode } = await charges(card, 501)
  assert.deepEqual([reason, isoCode], ['CONTROL_LIMIT', '65'])
})

test('of declines by controls only the first of a card, brand and day counts in the decline rate', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { singleMax: 1 })
  const brands = { mode: 'NEVER' as const, words: ['corner'] }
  await sets(ana, card, { brands })
  // A verification is declined, too, and counts for nothing.
  assert.equal((await charges(card, 0)).reason, 'CONTROL_BRAND')
  const other = { merchant: { ...shop, id: 'other', name: 'OTHER CORNER', descriptor: 'OTHER CORNER' } }
  const asked = [request(card, 1_000), request(card, 1_001), request(card, 1_002, other), request(card, 1_003, other)]
  assert.deepEqual(await countedOf(asked), [true, false, true, false])
})

test('a limit that cards share counts once for all of them, so reaching a limit of the account does not stop the account', async () => {
  const { ana, card } = await someone()
  const second = await cardInHand(ana, { rechargeAmount: 10_000 })
  await save(ana, { scope: 'ACCOUNT', controls: { limits: [{ ...aDay, amount: 100 }] } })
  const asked = [request(card, 1_000), request(second, 1_000), request(second, 1_001)]
  assert.deepEqual(await countedOf(asked), [true, false, false])
})

async function countedOf(asked: readonly ReturnType<typeof request>[]): Promise<boolean[]> {
  for (const one of asked) await decides(one)
  return Promise.all(asked.map(async ({ ref }) => (await authOf(ref))!.counted))
}

test('limits get back what is reversed, expires, or is settled for less, and count what is settled for more or without an authorization', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { limits: [{ ...aDay, amount: 50_000, count: 20, refunds: 'RESTORE' }] })
  const [reversed, cut, under, over, raised] = [1_000, 2_000, 3_000, 4_000, 5_000].map((cents) => request(card, cents))
  for (const asked of [reversed!, cut!, under!, over!, raised!]) assert.equal((await decides(asked)).approved, true)
  assert.deepEqual(await standing(ana, card), [['perday', 15_000, 35_000, 5, 15, 0]])

  await tells(event('auth.reversed', card, 1_000, { authRef: reversed!.ref, final: true }))
  assert.deepEqual(await standing(ana, card), [['perday', 14_000, 36_000, 4, 16, 0]])
  await tells(event('auth.reversed', card, 500, { authRef: cut!.ref, final: false }))
  assert.deepEqual(await standing(ana, card), [['perday', 13_500, 36_500, 4, 16, 0]])
  const clearing = event('clearing.posted', card, 2_500, { authRef: under!.ref, final: true })
  await tells(clearing)
  assert.deepEqual(await standing(ana, card), [['perday', 13_000, 37_000, 4, 16, 0]])
  await tells(event('clearing.posted', card, 4_400, { authRef: over!.ref, final: true }))
  assert.deepEqual(await standing(ana, card), [['perday', 13_400, 36_600, 4, 16, 0]])
  assert.equal((await increments(card, raised!.ref, 700)).approved, true)
  assert.deepEqual(await standing(ana, card), [['perday', 14_100, 35_900, 4, 16, 0]])
  await tells(event('clearing.posted', card, 40_000, { final: true }))
  assert.deepEqual(await standing(ana, card), [['perday', 54_100, 0, 5, 15, 1]])
  assert.equal((await charges(card, 100)).reason, 'CONTROL_LIMIT')
  await tells(event('refund.posted', card, 2_000, { authRef: under!.ref }))
  assert.deepEqual(await standing(ana, card), [['perday', 52_100, 0, 5, 15, 1]])
  await booksHold()
})

test('what is given back on a later day changes nothing of that day', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { limits: [aDay] })
  const yesterday = request(card, 4_000)
  await decides(yesterday)
  const tomorrow = nowMs() + DAY
  setClock(() => tomorrow)
  assert.equal((await decides(request(card, 3_000))).approved, true)
  await tells(event('auth.reversed', card, 4_000, { authRef: yesterday.ref, final: true }))
  assert.deepEqual(await standing(ana, card), [['perday', 3_000, 7_000, 1, null, 0]])
})

test('a limit of a group, a sub-account or the account counts all their cards, and the decline names it', async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  const [first, second, other] = [
    await cardInHand(ana, { rechargeAmount: 100_000, gid }),
    await cardInHand(ana, { rechargeAmount: 100_000, gid }),
    await cardInHand(ana, { rechargeAmount: 100_000 }),
  ]
  const saved = await save(ana, { scope: 'GROUP', scopeIds: [gid], controls: { limits: [aDay] } })
  assert.equal(saved.results[0]!.ok, 1)
  assert.equal((await charges(first, 6_000)).approved, true)
  const asked = request(second, 6_000)
  assert.equal((await decides(asked)).reason, 'CONTROL_LIMIT')
  assert.deepEqual((await authOf(asked.ref))!.why, {
    scope: 'GROUP',
    scopeId: gid,
    controlNo: saved.results[0]!.controlNo,
    line: 'limits',
    limitId: 'perday',
    window: 'DAY',
    left: 4_000,
    resetTime: (await showControls(ana, { scope: 'GROUP', scopeId: gid })).standing[0]!.resetTime,
  })
  const part = await charges(second, 6_000, { partialOk: true })
  assert.deepEqual([part.approved, part.amountCents], [true, 4_000])
  assert.equal((await charges(other, 6_000)).approved, true)

  await save(ana, {
    scope: 'ACCOUNT',
    controls: { limits: [{ ...aDay, amount: 20_000 }], countries: { mode: 'ONLY', codes: ['US'] } },
  })
  assert.equal((await charges(other, 100, { merchant: { ...shop, country: 'DE' } })).reason, 'CONTROL_COUNTRY')
  assert.equal((await charges(other, 15_000)).approved, true)
  assert.equal((await charges(other, 5_001)).reason, 'CONTROL_LIMIT')
  const { controls, effective } = await shows(ana, second)
  assert.deepEqual(controls, {})
  assert.deepEqual(
    effective.map(({ scope, name, standing: [one] }) => [scope, name, one!.used, one!.left]),
    [
      ['GROUP', 'Ads', 10_000, 0],
      ['ACCOUNT', ana.name, 15_000, 5_000],
    ],
  )
  await booksHold()
})

test('of limits of several scopes the card’s is named first, and a part is what all of them leave', async () => {
  const { ana, card } = await someone()
  await save(ana, { scope: 'ACCOUNT', controls: { limits: [{ ...aDay, amount: 3_000 }] } })
  await sets(ana, card, { limits: [{ ...aDay, amount: 5_000 }] })
  const part = await charges(card, 8_000, { partialOk: true })
  assert.deepEqual([part.approved, part.amountCents], [true, 3_000])
  const asked = request(card, 3_000)
  await decides(asked)
  assert.equal(((await authOf(asked.ref))!.why as { scope: string }).scope, 'CARD')
})

test('what settlements change is changed in every scope, and shared limits get it back', async () => {
  const { ana, card } = await someone()
  await save(ana, { scope: 'ACCOUNT', controls: { limits: [{ ...aDay, amount: 50_000, refunds: 'RESTORE' }] } })
  await sets(ana, card, { limits: [{ ...aDay, amount: 40_000 }] })
  const used = async () => {
    const { standing: own, effective } = await shows(ana, card)
    return [own[0]!.used, own[0]!.count, effective[0]!.standing[0]!.used, effective[0]!.standing[0]!.count]
  }
  const [reversed, raised] = [request(card, 1_000), request(card, 5_000)]
  for (const asked of [reversed, raised]) assert.equal((await decides(asked)).approved, true)
  assert.deepEqual(await used(), [6_000, 2, 6_000, 2])
  assert.equal((await increments(card, raised.ref, 700)).approved, true)
  assert.deepEqual(await used(), [6_700, 2, 6_700, 2])
  assert.equal((await increments(card, raised.ref, 40_000)).reason, 'CONTROL_LIMIT')
  await tells(event('auth.reversed', card, 1_000, { authRef: reversed.ref, final: true }))
  assert.deepEqual(await used(), [5_700, 1, 5_700, 1])
  await tells(event('clearing.posted', card, 6_000, { authRef: raised.ref, final: true }))
  await tells(event('refund.posted', card, 2_000, { authRef: raised.ref }))
  assert.deepEqual(await used(), [6_000, 1, 4_000, 1])
})

test('a sub-account can change controls of its own cards only, and none that its parent has locked', async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 10_000 })
  const own = await sets(leo, card, { singleMax: 5_000 })
  assert.equal(own.results[0]!.ok, 1)
  await sets(ana, card, { singleMax: 4_000, pinned: 1 })
  assert.equal((await sets(leo, card, {})).results[0]!.refusal, 'controls_pinned')
  for (const [scope, id] of [
    ['SUB', leo.subUid!],
    ['ACCOUNT', ana.accountId],
  ] as const)
    assert.equal(
      (await save(leo, { scope, scopeIds: [id], controls: { singleMax: 1 } })).results[0]!.refusal,
      'not_found',
    )
  await save(ana, { scope: 'SUB', scopeIds: [leo.subUid!], controls: { singleMax: 100 } })
  assert.equal((await charges(card, 101)).reason, 'CONTROL_AMOUNT')
  const { effective } = await shows(leo, card)
  assert.deepEqual(
    effective.map(({ scope, controls }) => [scope, controls.singleMax]),
    [['SUB', 100]],
  )
})

test('sixty-four charges of 10 at once on three cards pass a limit of 100 of the account exactly ten times', async () => {
  const people = await newAccount({ balanceCents: 2_000_000 })
  // One after another: of openings at once, one may wait for the work that another has begun.
  const cards: Plastic[] = []
  for (let n = 0; n < 3; n++) cards.push(await cardInHand(people, { rechargeAmount: 100_000 }))
  await save(people, { scope: 'ACCOUNT', controls: { limits: [aDay] } })
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) => decides(request(cards[i % 3]!, 1_000, { trace: String(200_000 + i) }))),
  )
  assert.equal(answers.filter(({ approved }) => approved).length, 10)
  const { standing: counted } = await showControls(people, { scope: 'ACCOUNT' })
  assert.deepEqual([counted[0]!.used, counted[0]!.left, counted[0]!.count], [10_000, 0, 10])
  await booksHold()
})

test('two connections that decide at once for cards of one limit pass it exactly ten times, whichever is first', async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const cards = [await cardInHand(ana, { rechargeAmount: 100_000 }), await cardInHand(ana, { rechargeAmount: 100_000 })]
  await save(ana, { scope: 'ACCOUNT', controls: { limits: [aDay] } })
  const lanes = await Promise.all(cards.map(() => lane()))
  const sets = await Promise.all(
    cards.map((card, of) =>
      membersOf(Array.from({ length: 16 }, (_, i) => request(card, 1_000, { trace: String(300_000 + 100 * of + i) }))),
    ),
  )
  const decided = await Promise.all(lanes.map((one, at) => decidesSet(one, sets[at]!)))
  await Promise.all(lanes.map((one) => one.end()))
  const approved = decided.flatMap(({ answers }) => answers).filter((answer) => answer.approved)
  assert.equal(approved.length, 10)
  const { standing: counted } = await showControls(ana, { scope: 'ACCOUNT' })
  assert.deepEqual([counted[0]!.used, counted[0]!.count], [10_000, 10])
})

test('an edited limit keeps what it has counted, another starts at nothing, and the history tells both', async () => {
  const { ana, card } = await someone()
  const first = (await sets(ana, card, { limits: [aDay] })).results[0]!.controlNo!
  await charges(card, 4_000)
  const { results } = await sets(
    ana,
    card,
    {
      limits: [
        { ...aDay, amount: 5_000 },
        { ...aDay, limitId: 'perweek', window: 'WEEK' },
      ],
    },
    { expectNo: first, note: 'a busy week' },
  )
  assert.equal(results[0]!.ok, 1)
  assert.deepEqual(await standing(ana, card), [
    ['perday', 4_000, 1_000, 1, null, 0],
    ['perweek', 0, 10_000, 0, null, 0],
  ])
  const late = await sets(ana, card, {}, { expectNo: first })
  assert.deepEqual([late.results[0]!.ok, late.results[0]!.refusal], [0, 'conflict'])
  const { data } = await controlHistory(ana, { scope: 'CARD', scopeId: card.cardId, pageNo: 1, pageSize: 10 })
  assert.deepEqual(
    data.map(({ note, before, after }) => [note, before.limits?.length, after.limits?.length]),
    [
      ['a busy week', 1, 2],
      ['', undefined, 1],
    ],
  )
  assert.equal((await sets(await newAccount(), card, {})).results[0]!.refusal, 'not_found')
})

test('a card that takes the place of another is allowed the same, and its limits go on from there', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { limits: [aDay], currencies: { mode: 'ONLY', codes: ['USD'] } })
  await charges(card, 4_000)
  const { cardId } = await asks(ana, 'replaceCard', {
    cardId: card.cardId,
    reason: 'EXPIRING',
    keepDays: 7,
    requestNo: requestNo(),
  })
  const { controls, standing: left, setBy } = await showControls(ana, { scope: 'CARD', scopeId: cardId })
  assert.deepEqual(controls.currencies, { mode: 'ONLY', codes: ['USD'] })
  assert.deepEqual([left[0]!.used, left[0]!.left], [4_000, 6_000])
  assert.equal(setBy, ana.name)
})
