import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges, shop, type Charge, type Plastic } from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { wouldPass as row } from '#contract/trades/wouldPass.ts'
import type { Actor } from '#server/core/actor.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import { passOnPaper } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { wouldPass } from './wouldPass.ts'

withIssuer()

type Input = Parameters<typeof wouldPass>[1]
const tries = async (who: Actor, input: Input) => row.output.parse(await wouldPass(who, input))
/** Someone whose identity is verified may have more than three cards. */
async function buyer(balanceCents: number) {
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
  const known = { mcc: '5734', country: 'US', brandId: null, brandName: null, known: 1 }
  assert.deepEqual(charge, { merchantName: 'CORNER SHOP', amount: 5000, merchantCurrency: 'USD', ...known })
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

test('a charge is named in one way, and has an amount', async () => {
  const { input } = row
  const charge = { merchantName: 'SHOP', amount: 100 }
  const [cardAuthId, brandId] = [newId('atx'), newId('brd')]
  const faults = (asked: object) =>
    (input.safeParse(asked).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)
  assert.deepEqual(faults({ amount: 100 }), ['merchantName charge_needed'])
  assert.deepEqual(faults({ cardAuthId, brandId }), ['brandId one_charge'])
  assert.deepEqual(faults({ ...charge, cardAuthId }), ['merchantName one_charge'])
  assert.deepEqual(faults({ ...charge, brandId }), ['merchantName one_charge'])
  assert.deepEqual(faults({ brandId, amount: 1, mcc: '5734', country: 'US' }), ['mcc one_charge', 'country one_charge'])
  assert.deepEqual(faults({ ...charge, mcc: '5734' }), ['country required'])
  assert.deepEqual(faults({ ...charge, country: 'US' }), ['mcc required'])
  assert.deepEqual(faults({ merchantName: 'SHOP' }), ['amount required'])
  for (const asked of [{ cardAuthId }, { brandId, amount: '0' }, charge, { ...charge, mcc: '5734', country: 'US' }])
    assert.deepEqual(faults(asked), [])
})

const ads = { ...shop, id: 'mer_ads', name: 'FACEBK ADS', descriptor: 'FACEBK *ABC123', mcc: '7311', country: 'IE' }
const facebook = () =>
  one(db, sql<{ brand_id: string }>`SELECT brand_id FROM merchant_brand WHERE name = 'Facebook'`).then(
    (brand) => brand.brand_id,
  )

test('a brand is tried as the merchant of it that charges the caller most, or that charges others, or as the catalogue knows it', async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 100_000 }), await newAccount({ balanceCents: 100_000 })]
  const leo = await subOf(ana)
  const [card, his] = [await cardInHand(ana, { rechargeAmount: 20_000 }), await cardInHand(ben)]
  const brandId = await facebook()
  const tried = async (who: Actor, input: Partial<Input> = { brandId }) =>
    (await tries(who, { amount: 900, ...input })).charge
  const { merchantName, known, ...unseen } = await tried(ana)
  assert.deepEqual([merchantName, known, unseen.country, unseen.brandName], ['FACEBK', 0, 'US', 'Facebook'])

  const other = { ...ads, id: 'mer_ads2', name: 'META PLATFORMS', descriptor: 'META PLATFORMS', country: 'US' }
  await charges(his, 100, { merchant: other })
  const asOthers = { merchantName: 'META PLATFORMS', mcc: '7311', country: 'US', known: 1 }
  const asOwn = { merchantName: 'FACEBK ADS', mcc: '7311', country: 'IE', known: 1 }
  const rest = { brandId, brandName: 'Facebook', amount: 900, merchantCurrency: 'USD' }
  assert.deepEqual(await tried(ana), { ...asOthers, ...rest })
  await charges(card, 100, { merchant: other, trace: '1' })
  await charges(card, 100, { merchant: ads, trace: '2' })
  await charges(card, 101, { merchant: ads, trace: '3' })
  assert.deepEqual(await tried(ana), { ...asOwn, ...rest })
  assert.deepEqual(await tried(ana, { merchantName: 'facebook' }), { ...asOwn, ...rest })
  assert.deepEqual(await tried(ana, { merchantName: '脸书' }), { ...asOwn, ...rest })
  // What only others see is not told: neither to another account, nor to a sub-account, nor without the right to transactions.
  const may = new Set([...ana.may].filter((right) => right !== 'trade:view'))
  await charges(his, 102, { merchant: { ...other, id: 'mer_ads3' }, trace: '4' })
  for (const who of [ben, leo, { ...ana, may }])
    assert.equal((await tried(who)).merchantName, 'META PLATFORMS', JSON.stringify(who.name))

  const nobody = await tried(ana, { merchantName: 'Nobody Knows', currency: 'EUR' })
  assert.deepEqual(
    [nobody.merchantName, nobody.mcc, nobody.country, nobody.brandId, nobody.known, nobody.merchantCurrency],
    ['Nobody Knows', '5999', 'US', null, 0, 'EUR'],
  )
  await assert.rejects(tries(ana, { brandId: newId('brd'), amount: 1 }), refusedAs('not_found', 'brandId'))
})

test('the cards are those that the filter finds, and a sub-account has its own', async () => {
  const ana = await buyer(200_000)
  const leo = await subOf(ana)
  // Deleted, it is tried only where it is named, or its status is.
  const gone = await cardInHand(ana)
  await asks(ana, 'deleteCard', { cardId: gone.cardId, reason: 'campaign over', requestNo: requestNo() })
  const [one, two, his] = [await cardInHand(ana), await cardInHand(ana), await cardInHand(leo)]
  await freezes(ana, two)
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  await asks(ana, 'groupCards', { gid, cardIds: [two.cardId, his.cardId] })
  const charge = { merchantName: 'CORNER SHOP', amount: 100 }
  const ids = async (who: Actor, input: Partial<Input>) =>
    (await tries(who, { ...charge, ...input })).list.map(({ cardId }) => cardId).toSorted()
  const sorted = (...cards: Plastic[]) => cards.map(({ cardId }) => cardId).toSorted()
  assert.deepEqual(await ids(ana, {}), sorted(one, his))
  assert.deepEqual(await ids(ana, { scope: 'own' }), sorted(one, two))
  assert.deepEqual(await ids(ana, { scope: 'subs' }), sorted(his))
  assert.deepEqual(await ids(ana, { gid }), sorted(two, his))
  assert.deepEqual(await ids(ana, { gid, status: ['FROZEN'] }), sorted(two))
  assert.deepEqual(await ids(ana, { cardIds: [gone.cardId] }), sorted(gone))
  assert.deepEqual(await ids(leo, { scope: 'all' }), sorted(his))
  assert.deepEqual(await ids(leo, {}), sorted(his))
  assert.deepEqual(await ids(ana, { lastFour: '0000', gid }), [])
  assert.deepEqual(await ids(ana, { cardIds: [one.cardId, two.cardId], status: ['ACTIVE'] }), sorted(one))
})

test('each decline says what to do about it, the cheapest first, and only what is permitted and helps', async () => {
  const ana = await buyer(2_000_000)
  const [poor, frozen, limited] = [await cardInHand(ana), await cardInHand(ana), await cardInHand(ana)]
  await freezes(ana, frozen)
  const perday = { limitId: 'perday', window: 'DAY', amount: 1000, refunds: 'KEEP' } as const
  const controls = { limits: [perday] }
  await transaction((tx) => saveControls(ana, { scope: 'CARD', scopeIds: [limited.cardId], controls }, tx))
  const curesFor = async (who: Actor, card: Plastic, amount: number, more: Partial<Input> = {}) => {
    const { list } = await tries(who, { merchantName: 'CORNER SHOP', amount, cardIds: [card.cardId], ...more })
    return list.find(({ cardId }) => cardId === card.cardId)!
  }
  const load = { kind: 'LOAD', text: 'Load $1.00', amount: 100, total: 103 }
  assert.deepEqual((await curesFor(ana, poor, 5_001)).cures, [load], 'a load brings at least a dollar')
  assert.deepEqual((await curesFor(ana, poor, 5_700)).cures, [{ ...load, text: 'Load $7.00', amount: 700, total: 721 }])
  assert.deepEqual((await curesFor(ana, poor, 5_000 + 100_001)).cures, [], 'more than a load may bring')
  assert.deepEqual((await curesFor(ana, frozen, 100)).cures, [{ kind: 'UNFREEZE', text: 'Unfreeze the card' }])
  const { cures, why } = await curesFor(ana, limited, 1_001)
  const line = { scope: 'CARD', scopeId: limited.cardId, line: 'limits', limitId: 'perday' }
  const wait = { kind: 'WAIT', text: 'Wait until the limit renews', time: why!.resetTime }
  const control = { kind: 'CONTROL', text: 'Change the control', ...line }
  assert.deepEqual(cures, [wait, control])
  const part = await curesFor(ana, limited, 1_001, { partialOk: true })
  assert.deepEqual([part.pass, part.amount, part.cures], [1, 1_000, []])

  const both = { cardIds: [poor.cardId, limited.cardId] }
  const { lastFour } = await curesFor(ana, poor, 100)
  const other = { kind: 'OTHER_CARD', text: `Use card ···· ${lastFour}`, cardId: poor.cardId }
  assert.deepEqual((await curesFor(ana, limited, 1_001, both)).cures, [other, wait, control])

  const may = new Set(
    [...ana.may].filter((key) => !['card:recharge', 'card:freeze', 'card:control.view'].includes(key)),
  )
  const guest = { ...ana, may }
  assert.deepEqual((await curesFor(guest, poor, 5_700)).cures, [])
  assert.deepEqual((await curesFor(guest, frozen, 100)).cures, [])
  const hidden = await curesFor(guest, limited, 1_001)
  assert.deepEqual(
    [hidden.why!.left, hidden.why!.limitId, hidden.why!.line, hidden.cures],
    [undefined, undefined, 'limits', []],
  )
  assert.deepEqual((await curesFor({ ...ana, standing: 'SHUTDOWN' }, poor, 5_700)).cures, [])
})
