import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { asks, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { authOf, cardInHand, decides, request, shop, type Charge, type Plastic } from '#test/fixtures/trades.ts'
import { randomOf } from '#test/walks/randomOf.ts'
import { newAccount, subOf } from '#test/world.ts'
import type { Controls } from '#contract/controls/documents.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import { wouldPass as row } from '#contract/trades/wouldPass.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import { passOnPaper } from '#server/identity/identity.ts'
import { setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { wouldPass } from './wouldPass.ts'

withIssuer()
afterEach(() => setClock())

type Input = Parameters<typeof wouldPass>[1]
/** Each with the decision that follows. */
const CASES = Number(process.env['KAIKA_CASES'] ?? 200)
const SEED = Number(process.env['KAIKA_SEED'] ?? Date.now() % 2 ** 31)

const merchants = [
  shop,
  { ...shop, id: 'mer_bet', name: 'BETS', descriptor: 'BETS', mcc: '7995' },
  { ...shop, id: 'mer_far', name: 'FAR', descriptor: 'FAR', country: 'KP' },
  { ...shop, id: 'mer_film', name: 'FILMS', descriptor: 'FILMS *1', country: 'GB' },
  { ...shop, id: 'mer_ads', name: 'FACEBK ADS', descriptor: 'FACEBK *ABC123', mcc: '7311', country: 'IE' },
]
/** By the names that the answer gives a charge. */
const seen = new Map(merchants.map((merchant) => [merchant.name, merchant]))

/** The cards, all of one account: the last two are its sub-account's, and one of each is in a group. Limits and locks of all four scopes. */
async function controlledCards() {
  const ana = await newAccount({ balanceCents: 3_000_000 })
  await transaction((tx) => passOnPaper(tx, ana.accountId, { realName: '林梅', idNo: ana.accountId }))
  const leo = await subOf(ana)
  const cards: Plastic[] = []
  for (const rechargeAmount of [1000, 4000, 10_000, 20_000, 60_000, 10_000])
    cards.push(await cardInHand(ana, { rechargeAmount }))
  const own: Plastic[] = [
    await cardInHand(leo, { rechargeAmount: 9000 }),
    await cardInHand(leo, { rechargeAmount: 30_000 }),
  ]
  await asks(ana, 'freezeCard', { cardId: [cards[5]!.cardId], frozen: true, requestNo: requestNo() })
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  await asks(ana, 'groupCards', { gid, cardIds: [cards[2]!.cardId, own[0]!.cardId] })
  const brands = await many(
    db,
    sql<{
      brand_id: string
    }>`SELECT brand_id FROM merchant_brand WHERE name IN ('Facebook', 'OpenAI', 'Google Ads') ORDER BY name`,
  )
  const brandIds = brands.map(({ brand_id }) => brand_id)
  const saves = (scope: ControlScope, scopeIds: string[] | undefined, controls: Controls) =>
    transaction((tx) => saveControls(ana, { scope, ...(scopeIds && { scopeIds }), controls }, tx))
  const aDay = { limitId: 'perday', window: 'DAY', refunds: 'KEEP' } as const
  await saves('CARD', [cards[3]!.cardId], { limits: [{ ...aDay, amount: 2500 }] })
  await saves('CARD', [cards[4]!.cardId], { brands: { mode: 'NEVER', words: ['films'] }, singleMax: 20_000 })
  await saves('CARD', [cards[1]!.cardId], { lock: { by: 'MERCHANT' } })
  await saves('CARD', [own[1]!.cardId], { uses: { max: 4, per: 'APPROVAL', then: 'FREEZE' } })
  await saves('GROUP', [gid], {
    limits: [{ ...aDay, amount: 9000, count: 20 }],
    kinds: { mode: 'NEVER', mccs: ['5999'] },
  })
  await saves('SUB', [leo.subUid], {
    brands: { mode: 'ONLY', brandIds: brandIds.slice(0, 1), words: ['shop', 'films'] },
    limits: [{ limitId: 'hours', window: 'HOURS', hours: 2, amount: 9000, refunds: 'KEEP' }],
  })
  await saves('ACCOUNT', undefined, {
    limits: [{ limitId: 'hourly', window: 'HOURS', hours: 1, count: 25, refunds: 'KEEP' }],
    countries: { mode: 'NEVER', codes: ['FR'] },
  })
  return { ana, leo, cards: [...cards, ...own], own, brandIds }
}

test(`what it says of ${CASES} charges, like an authorization, of a brand or of a name, is what the decisions then say`, async () => {
  const { ana, leo, cards, own, brandIds } = await controlledCards()
  const random = randomOf(SEED)
  const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const found = new Map<string, number>()
  const start = Date.now()
  for (let i = 0; i < CASES; i++) {
    const now = start + i * 20_000
    setClock(() => now)
    if (i % 25 === 24)
      await asks(ana, 'loadCard', { cardId: among(cards).cardId, amount: 5000, requestNo: requestNo() })
    const on = among(cards)
    const who = own.includes(on) && random() < 0.5 ? leo : ana
    const amount = among([0, 100, 100, 250, 900, 4000, 9000, 12_000, 30_000, 600_000])
    const currency = among<Charge>([
      { merchantCurrency: 'USD' },
      {},
      {},
      {},
      { merchantCurrency: 'EUR', rate: '1.1' },
      { merchantCurrency: 'XAU' },
    ])
    const charge = {
      ...currency,
      partialOk: random() < 0.3,
      threeDs: among(['NONE', 'FRICTIONLESS'] as const),
      occurredAt: now,
    }
    const form = among(['authorization', 'brand', 'name', 'free'] as const)
    const pos =
      form === 'authorization'
        ? among(['ECOMMERCE', 'ECOMMERCE', 'RECURRING', 'FORCED'] as const)
        : among(['ECOMMERCE', 'RECURRING', 'ATM'] as const)
    const free = {
      ...shop,
      id: `mer_${i}`,
      name: `FREE SHOP ${i}`,
      descriptor: `FREE SHOP ${i}`,
      mcc: among(['5734', '5734', '5734', '5999', '7995']),
      country: among(['US', 'US', 'US', 'US', 'FR', 'KP']),
    }

    const named: Record<typeof form, () => Promise<Partial<Input>> | Partial<Input>> = {
      authorization: async () => {
        const like = request(among(who === leo ? own : cards), amount, {
          ...charge,
          pos,
          merchant: among([shop, shop, ...merchants]),
        })
        const { authorizationId: cardAuthId = '' } = await decides(like)
        return { cardAuthId }
      },
      brand: () => ({ brandId: among(brandIds) }),
      name: () => ({
        merchantName: among(['films', 'corner shop', 'corner shop', 'bets', '脸书', 'far', 'Nobody Knows']),
      }),
      free: () => ({ merchantName: free.name, mcc: free.mcc, country: free.country }),
    }
    const meant = await named[form]()
    const how =
      form === 'authorization' ? {} : { currency: charge.merchantCurrency, pos: pos as 'ATM', threeDs: charge.threeDs }
    const said = row.output.parse(
      await wouldPass(who, { ...meant, ...how, amount, partialOk: charge.partialOk, cardIds: [on.cardId] }),
    )
    const { merchantName: name, mcc, country } = said.charge
    const merchant =
      form === 'free' ? free : (seen.get(name) ?? { id: `mer_${i}`, name, descriptor: name, mcc, country })
    if (form !== 'free') seen.set(name, merchant)
    const asked = request(on, amount, { ...charge, pos, merchant })
    const answer = await decides(asked)
    const says = `KAIKA_SEED=${SEED}, case ${i}: ${JSON.stringify({ form, amount, charge, said, answer })}`
    const [judged] = said.list
    assert.equal(judged!.reason, answer.reason ?? null, says)
    assert.equal(judged!.pass, answer.approved ? 1 : 0, says)
    assert.equal(judged!.amount, answer.amountCents, says)
    const stored = (await authOf(asked.ref))!
    if (answer.reason?.startsWith('CONTROL_')) assert.deepEqual(judged!.why, stored.why, says)
    if (answer.approved) assert.equal(judged!.fee, stored.fee_cents, says)
    const kind = answer.approved && answer.amountCents < amount ? 'partial' : (answer.reason ?? 'approved')
    for (const what of [kind, form, judged!.why ? `stopped by ${judged!.why.scope}` : form])
      found.set(what, (found.get(what) ?? 0) + 1)
  }
  const often = 'authorization brand name free approved CARD_PAUSED MCC_BLOCKED COUNTRY_BLOCKED CONTROL_LIMIT'.split(
    ' ',
  )
  const seldom = [
    ...'partial CURRENCY_BLOCKED INSUFFICIENT_FUNDS CONTROL_BRAND CONTROL_KIND CONTROL_COUNTRY CONTROL_AMOUNT CONTROL_LOCK CONTROL_USED_UP DUPLICATE'.split(
      ' ',
    ),
    ...['CARD', 'GROUP', 'SUB', 'ACCOUNT'].map((scope) => `stopped by ${scope}`),
  ]
  for (const kind of CASES < 1000 ? often : [...often, ...seldom])
    assert.ok(found.has(kind), `${kind} was not among the cases of KAIKA_SEED=${SEED}: ${JSON.stringify([...found])}`)
})
