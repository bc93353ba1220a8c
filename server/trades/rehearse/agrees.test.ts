import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { asks, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { controlledCards, merchants } from '#test/fixtures/controls/controlledCards.ts'
import { authOf, decides, request, shop, type Charge } from '#test/fixtures/trades.ts'
import { randomOf } from '#test/walks/randomOf.ts'
import { wouldPass as row } from '#contract/trades/wouldPass.ts'
import { setClock } from '#server/core/clock.ts'
import { wouldPass } from './wouldPass.ts'

withIssuer()
afterEach(() => setClock())

type Input = Parameters<typeof wouldPass>[1]
/** Each with the decision that follows. */
const CASES = Number(process.env['KAIKA_CASES'] ?? 200)
const SEED = Number(process.env['KAIKA_SEED'] ?? Date.now() % 2 ** 31)

/** By the names that the answer gives a charge. */
const seen = new Map(merchants.map((merchant) => [merchant.name, merchant]))

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
