import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { asks, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  request,
  shop,
  type Charge,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { wouldPass as row } from '#contract/trades/wouldPass.ts'
import type { Actor } from '#server/core/actor.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import { passOnPaper } from '#server/identity/identity.ts'
import { setClock } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { wouldPass } from './wouldPass.ts'

withIssuer()
afterEach(() => setClock())

const tries = async (who: Actor, input: Parameters<typeof wouldPass>[1]) =>
  row.output.parse(await wouldPass(who, input))
/** Someone whose identity is verified may have more than three cards. */
async function buyer(balanceCents: number): Promise<Actor> {
  const who = await newAccount({ balanceCents })
  await transaction((tx) => passOnPaper(tx, who.accountId, { realName: '林梅', idNo: who.accountId }))
  return who
}
const freezes = (who: Actor, { cardId }: Plastic) => asks(who, 'freezeCard', { cardId: [cardId], frozen: true })
/** All that a decision could have changed. */
const standing = () =>
  one(
    db,
    sql<{ all: string }>`
    SELECT (SELECT count(*) FROM auth)::text || (SELECT coalesce(json_agg(u ORDER BY la_id), '[]')::text FROM card_usage AS u)
           || (SELECT json_agg(json_build_array(la_id, posted, held) ORDER BY la_id)::text FROM ledger_account) AS all`,
  )

test('a declined charge is tried again on its own card and on the others, and nothing is left behind', async () => {
  const ana = await buyer(100_000)
  const poor = await cardInHand(ana, { rechargeAmount: 1000 })
  const rich = await cardInHand(ana, { rechargeAmount: 30_000 })
  const richer = await cardInHand(ana, { rechargeAmount: 40_000 })
  const frozen = await cardInHand(ana, { rechargeAmount: 20_000 })
  await freezes(ana, frozen)
  const { authorizationId: cardAuthId = '' } = await charges(poor, 5000)

  const before = await standing()
  const { list, best, passing, charge } = await tries(ana, { cardAuthId })
  assert.deepEqual(await standing(), before)
  assert.deepEqual(charge, { merchantName: 'CORNER SHOP', amount: 5000, merchantCurrency: 'USD' })
  assert.deepEqual(
    list.map(({ cardId, pass, reason, shortBy }) => [cardId, pass, reason, shortBy]),
    [
      [poor.cardId, 0, 'INSUFFICIENT_FUNDS', 4000],
      [richer.cardId, 1, null, null],
      [rich.cardId, 1, null, null],
    ],
  )
  assert.deepEqual([best, passing], [richer.cardId, 2])

  const one = await tries(ana, { cardAuthId, cardIds: [frozen.cardId, rich.cardId], amount: 30_001 })
  assert.deepEqual(
    one.list.map(({ cardId, reason }) => [cardId, reason]),
    [
      [rich.cardId, 'INSUFFICIENT_FUNDS'],
      [frozen.cardId, 'CARD_PAUSED'],
    ],
  )
  assert.deepEqual([one.best, one.passing], [null, 0])
  // Loaded, its own card is the best one, whatever the others have.
  assert.equal((await tries(ana, { cardAuthId, amount: 900 })).best, poor.cardId)
})

test('a conversion needs its fee too', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 10_000 })
  const abroad: Charge = { merchantCurrency: 'EUR', merchantAmount: 9000, rate: '1.1111' }
  const { authorizationId: cardAuthId = '' } = await charges(card, 10_000, abroad)
  const { list } = await tries(ana, { cardAuthId })
  assert.equal(list[0]!.reason, 'INSUFFICIENT_FUNDS')
  assert.ok(list[0]!.fee > 0)
  assert.equal(list[0]!.shortBy, list[0]!.fee)
})

test('only for authorizations and cards that the caller may see', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const [ben, sub] = [await newAccount({ balanceCents: 50_000 }), await subOf(ana)]
  const [card, his] = [await cardInHand(ana), await cardInHand(ben)]
  const { authorizationId: cardAuthId = '' } = await charges(card, 100)
  await assert.rejects(tries(ben, { cardAuthId }), refusedAs('not_found'))
  await assert.rejects(tries(sub, { cardAuthId }), refusedAs('not_found'))
  const may = new Set([...ana.may].filter((right) => right !== 'trade:view'))
  await assert.rejects(tries({ ...ana, may }, { cardAuthId }), refusedAs('not_found'))
  await assert.rejects(tries(ana, { cardAuthId, cardIds: [his.cardId] }), refusedAs('not_found'))
  const both = await tries(ana, { cardAuthId, cardIds: [his.cardId, card.cardId] })
  assert.deepEqual(
    both.list.map(({ cardId }) => cardId),
    [card.cardId],
  )
})

/** Each with the decision that follows. */
const CASES = Number(process.env['KAIKA_CASES'] ?? 200)

test('what it says is what the decision then says', async () => {
  const ana = await buyer(1_000_000)
  const cards: Plastic[] = []
  for (const rechargeAmount of [1000, 4000, 10_000, 20_000, 60_000])
    cards.push(await cardInHand(ana, { rechargeAmount }))
  const frozen = await cardInHand(ana, { rechargeAmount: 10_000 })
  await freezes(ana, frozen)
  cards.push(frozen)
  const controlled = (input: Parameters<typeof saveControls>[1]) => transaction((tx) => saveControls(ana, input, tx))
  const day = { limitId: 'perday', window: 'DAY', refunds: 'KEEP' } as const
  await controlled({ scope: 'CARD', scopeIds: [cards[3]!.cardId], controls: { limits: [{ ...day, amount: 900 }] } })
  const brands = { mode: 'NEVER' as const, words: ['films'] }
  await controlled({ scope: 'CARD', scopeIds: [cards[4]!.cardId], controls: { brands, singleMax: 20_000 } })
  const locked = [cards[1]!.cardId, cards[2]!.cardId]
  await controlled({ scope: 'CARD', scopeIds: locked, controls: { lock: { by: 'MERCHANT' } } })
  const hourly = { limitId: 'hourly', window: 'HOURS', hours: 1, count: 15, refunds: 'KEEP' } as const
  await controlled({ scope: 'ACCOUNT', controls: { limits: [hourly] } })
  const merchants = [
    shop,
    { ...shop, id: 'mer_bet', name: 'BETS', descriptor: 'BETS', mcc: '7995' },
    { ...shop, id: 'mer_far', name: 'FAR', descriptor: 'FAR', country: 'KP' },
    { ...shop, id: 'mer_film', name: 'FILMS', descriptor: 'FILMS *1', country: 'GB' },
  ]
  const seed = Date.now() % 2 ** 31
  let state = seed
  const among = <T>(all: readonly T[]): T => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return all[Math.floor((state / 2 ** 32) * all.length)]!
  }
  const found = new Map<string, number>()
  const start = Date.now()
  for (let i = 0; i < CASES; i++) {
    setClock(() => start + i * 20_000)
    const charge: Charge = {
      merchant: among(merchants),
      pos: among(['ECOMMERCE', 'ECOMMERCE', 'RECURRING', 'FORCED']),
      ...among<Charge>([{}, {}, { merchantCurrency: 'EUR', rate: '1.1' }, { merchantCurrency: 'XAU', rate: '2000' }]),
      threeDs: among(['NONE', 'FRICTIONLESS']),
      occurredAt: start + i * 20_000,
    }
    const amount = among([0, 100, 250, 900, 4000, 30_000, 600_000])
    const { authorizationId: cardAuthId = '' } = await decides(request(among(cards), amount, charge))
    const on = among(cards)
    const { list, time } = await tries(ana, { cardAuthId, cardIds: [on.cardId], amount })
    const asked = request(on, amount, { ...charge, cvc: on.cvc })
    const answer = await decides(asked)
    const says = `seed ${seed}, case ${i} at ${time}: ${JSON.stringify({ amount, charge, list, answer })}`
    assert.equal(list[0]!.reason, answer.reason ?? null, says)
    assert.equal(list[0]!.pass, answer.approved ? 1 : 0, says)
    const { why } = (await authOf(asked.ref))!
    assert.deepEqual(list[0]!.why, why, says)
    found.set(answer.reason ?? 'approved', (found.get(answer.reason ?? 'approved') ?? 0) + 1)
  }
  for (const kind of [
    'approved',
    'CARD_PAUSED',
    'MCC_BLOCKED',
    'COUNTRY_BLOCKED',
    'CURRENCY_BLOCKED',
    'INSUFFICIENT_FUNDS',
    'CONTROL_BRAND',
    'CONTROL_LOCK',
    'CONTROL_LIMIT',
  ])
    assert.ok(found.has(kind), `${kind} was not among the cases: ${JSON.stringify([...found])}`)
})
