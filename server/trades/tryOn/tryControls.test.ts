import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Controls } from '#contract/controls/documents.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { tryControls as row } from '#contract/controls/tryOn.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import {
  cardInHand,
  charges,
  decides,
  event,
  request,
  shop,
  tells,
  type Charge,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { randomOf } from '#test/walks/randomOf.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import type { Actor } from '#server/core/actor.ts'
import { dayOf, HOUR, MINUTE, setClock, startOf } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { declineRate } from '../ladder/rate.ts'
import { tried, tryControls } from './tryControls.ts'

withIssuer()
afterEach(() => setClock())

const cards = (...all: Plastic[]): string[] => all.map(({ cardId }) => cardId)
const tries = async (
  who: Actor,
  controls: Controls,
  scopeIds: string[],
  { days = 30, ...how }: { days?: number; most?: number; step?: number } = {},
) => row.output.parse(await tried(who, { scope: 'CARD', scopeIds, controls, days }, how))
const sets = (who: Actor, controls: Controls, scopeIds: string[]) =>
  transaction((tx) => saveControls(who, { scope: 'CARD', scopeIds, controls }, tx))
const buyer = () => newAccount({ balanceCents: 5_000_000 })
const aDay = { limitId: 'perday', window: 'DAY', amount: 10_000, refunds: 'KEEP' } as const
const ads = { ...shop, id: 'mer_ads', name: 'AD HOUSE', descriptor: 'AD HOUSE 77', mcc: '7311', country: 'IE' }

/** Goes on at a time of a day after today, in Shanghai, the zone of new accounts. */
function at(day: number, hour: number, minute = 0): void {
  const ms = startOf(dayOf(Date.now()) + 2 + day) + hour * HOUR + minute * MINUTE
  setClock(() => ms)
}

const documents: Controls[] = [
  {
    limits: [
      { ...aDay, amount: 3_000 },
      { limitId: 'perweek', window: 'WEEK', amount: 12_000, count: 14, refunds: 'KEEP' },
    ],
  },
  {
    limits: [{ limitId: 'rolling', window: 'HOURS', hours: 24, amount: 3_500, count: 5, refunds: 'KEEP' }],
    singleMax: 1_300,
  },
  {
    brands: { mode: 'NEVER', words: ['ad house'] },
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '08:00' }],
  },
  {
    countries: { mode: 'ONLY', codes: ['US'] },
    currencies: { mode: 'NEVER', codes: ['EUR'] },
    limits: [{ ...aDay, amount: 3_000 }],
  },
  { lock: { by: 'MERCHANT' } },
]

for (const [seed, controls] of documents.entries())
  test(`what is tried is what decisions do on a card that has ${Object.keys(controls).join(', ')}`, async () => {
    const [random, ana] = [randomOf(seed + 1), await buyer()]
    at(0, 1)
    const [free, held] = [
      await cardInHand(ana, { rechargeAmount: 100_000 }),
      await cardInHand(ana, { rechargeAmount: 100_000 }),
    ]
    await sets(ana, controls, cards(held))
    let [stopped, amount] = [0, 0]
    for (let i = 0; i < 60; i++) {
      at(Math.floor(i / 6), 1 + Math.floor(((i % 6) + random()) * 3.8), Math.floor(random() * 60))
      const cents = i + Math.floor(random() * 1_500)
      const how: Charge = {
        trace: String(100_000 + i),
        ...(random() < 0.4 && { merchant: ads }),
        ...(random() < 0.2 && { merchantCurrency: 'EUR', merchantAmount: cents }),
      }
      assert.equal((await charges(free, cents, how)).approved, true)
      const { approved } = await charges(held, cents, how)
      if (!approved) [stopped, amount] = [stopped + 1, amount + cents]
    }
    assert.ok(stopped > 3 && stopped < 57, `${stopped} of 60`)
    at(10, 12)
    for (const step of [1, 7, 2000]) {
      const found = await tries(ana, controls, cards(free), { step })
      assert.deepEqual([found.judged, found.stopped, found.stoppedAmount], [60, stopped, amount], `in steps of ${step}`)
    }
    const again = await tries(ana, controls, cards(held))
    assert.deepEqual([again.stopped, again.passed], [0, 0], 'what was stopped would be stopped again')
    assert.equal((await tries(ana, {}, cards(held))).passed, stopped, 'and without controls pass')
  })

test('a limit of a day begins again at midnight of the account, and the result names lines, merchants and cards', async () => {
  const ana = await buyer()
  const [one, two] = [
    await cardInHand(ana, { rechargeAmount: 100_000 }),
    await cardInHand(ana, { rechargeAmount: 100_000 }),
  ]
  at(0, 23, 50)
  await charges(one, 6_000, { merchant: ads })
  await charges(one, 6_001, { merchant: ads })
  await charges(one, 6_002)
  at(1, 0, 10)
  await charges(one, 6_003)
  await charges(one, 90, { pos: 'ATM' })
  await charges(two, 6_004)
  at(1, 12)
  const found = await tries(ana, { limits: [aDay], online: 'ONLY' }, cards(one, two))
  const { cardSeqNo, lastFour, ...card } = found.cards[0]!
  assert.deepEqual(
    [found.judged, found.stopped, found.stoppedAmount, found.byLine, found.merchants, [card], found.cardsLeft],
    [
      6,
      3,
      12_093,
      [
        { line: 'limits', limitId: 'perday', stopped: 2, amount: 12_003 },
        { line: 'online', limitId: null, stopped: 1, amount: 90 },
      ],
      [
        { name: 'CORNER SHOP', stopped: 2, amount: 6_092 },
        { name: 'AD HOUSE', stopped: 1, amount: 6_001 },
      ],
      [{ cardId: one.cardId, judged: 5, stopped: 3, amount: 12_093 }],
      0,
    ],
  )
  assert.equal(found.cards.length, 1)
  assert.equal(lastFour, one.cardNumber.slice(-4))
  assert.match(cardSeqNo, /\d/)
})

test('a purchase counts in limits as it ended, and a verification is no purchase', async () => {
  const ana = await buyer()
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  at(0, 9)
  const [reversed, cut] = [request(card, 9_000), request(card, 9_001)]
  await decides(reversed)
  await tells(event('auth.reversed', card, 9_000, { authRef: reversed.ref, final: true }))
  await decides(cut)
  await tells(event('clearing.posted', card, 4_000, { authRef: cut.ref, final: true }))
  await charges(card, 0)
  await charges(card, 5_900)
  await charges(card, 200)
  at(0, 12)
  const { judged, stopped, stoppedAmount } = await tries(ana, { limits: [{ ...aDay, count: 3 }] }, cards(card))
  assert.deepEqual([judged, stopped, stoppedAmount], [4, 1, 200], '4,000 and 5,900 leave 100')
})

test('the decline rate counts the first stop of a card and day, and takes the place of declines that came later in the rules', async () => {
  const ana = await buyer()
  const card = await cardInHand(ana, { rechargeAmount: 10_000 })
  at(0, 9)
  for (const cents of [100, 101, 102, 5_000, 5_001]) await charges(card, cents)
  await charges(card, 4_990)
  assert.equal((await charges(card, 5_003, { expYear: 2020 })).reason, 'EXPIRY_MISMATCH')
  at(1, 9)
  await charges(card, 5_002)
  at(1, 12)
  const now = await declineRate(db, ana.accountId)
  assert.deepEqual(
    [now.attempts, now.declined],
    [8, 4],
    'three declines for insufficient funds, one before controls are asked',
  )
  const found = await tries(ana, { singleMax: 1_000 }, cards(card))
  // Of the first day one counts, of two for insufficient funds and one approved; of the second one. The one for the expiry date stays.
  assert.deepEqual(found.declineRate, { nowBps: 5_000, thenBps: 5_000, toStop: declineRisk.minAttempts - 6 })
  assert.equal((await tries(ana, { singleMax: 9_000 }, cards(card))).declineRate.thenBps, now.bps)
  at(declineRisk.windowDays + 5, 12)
  const late = await tries(ana, { singleMax: 1_000 }, cards(card), { days: 90 })
  assert.deepEqual([late.stopped, late.declineRate.thenBps], [1, 0], 'only the days of its window change the rate')
})

test('a past of which a card has nothing is empty, also before the days that are tried', async () => {
  const ana = await buyer()
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  at(0, 9)
  await charges(card, 500)
  at(3, 9)
  const { judged, stopped, byLine, merchants, cards: of } = await tries(ana, { singleMax: 1 }, cards(card), { days: 2 })
  assert.deepEqual([judged, stopped, byLine, merchants, of], [0, 0, [], [], []])
  assert.equal((await tries(ana, { singleMax: 1 }, cards(card), { days: 4 })).stopped, 1)
})

test('where there are too many authorizations it says how many cards are left', async () => {
  const ana = await buyer()
  const all = [await cardInHand(ana, { rechargeAmount: 50_000 }), await cardInHand(ana, { rechargeAmount: 50_000 })]
  for (const card of all) for (const cents of [100, 101, 102]) await charges(card, cents)
  at(0, 9)
  const part = await tries(ana, { singleMax: 1 }, cards(...all), { most: 3, step: 2 })
  assert.deepEqual([part.judged, part.cardsLeft], [3, 1])
  const cut = await tries(ana, { singleMax: 1 }, cards(...all), { most: 2, step: 2 })
  assert.deepEqual([cut.judged, cut.cardsLeft], [2, 2])
})

test('it is of one’s own cards and purchases, and who may not see transactions sees no merchants', async () => {
  const ana = await buyer()
  const card = await cardInHand(ana, { rechargeAmount: 50_000 })
  await charges(card, 100)
  at(0, 9)
  const asked = { scope: 'CARD', scopeIds: cards(card), controls: { singleMax: 1 }, days: 30 } as const
  const ben = await newAccount()
  await assert.rejects(tryControls(ben, asked), refusedAs('not_found'))
  const sub = await subOf(ana, { keys: ['card:control'] })
  await assert.rejects(tryControls(sub, asked), refusedAs('not_found'))
  await db.updateTable('card').set({ owner_sub_uid: sub.subUid }).where('card_id', '=', card.cardId).execute()
  const before = await tries(sub, asked.controls, cards(card))
  assert.deepEqual([before.judged, before.declineRate.toStop], [0, null], 'what its parent bought is its parent’s')
  await charges(card, 101)
  at(0, 10)
  const { judged, stopped, merchants } = await tries(sub, asked.controls, cards(card))
  assert.deepEqual([judged, stopped, merchants], [1, 1, []])
  assert.equal((await tries(ana, asked.controls, cards(card))).merchants.length, 1)
})

test('it leaves nothing behind, and a login tries one document at a time', async () => {
  const ana = await buyer()
  const card = await cardInHand(ana, { rechargeAmount: 50_000 })
  await charges(card, 100)
  at(0, 9)
  const standing = () =>
    one(
      db,
      sql<{ all: string }>`
      SELECT (SELECT count(*) FROM control_doc)::text || (SELECT json_agg(u ORDER BY la_id)::text FROM card_usage AS u)
             || (SELECT json_agg(json_build_array(la_id, posted, held) ORDER BY la_id)::text FROM ledger_account) AS all`,
    )
  const before = await standing()
  const asked = {
    ...{ scope: 'CARD' as const, scopeIds: cards(card), days: 30 },
    controls: { limits: [aDay], singleMax: 1 },
  }
  const first = tryControls(ana, asked)
  await assert.rejects(async () => tryControls(ana, asked), refusedAs('busy'))
  assert.equal((await first).stopped, 1)
  assert.equal((await tryControls(ana, asked)).stopped, 1)
  assert.deepEqual(await standing(), before)
})
