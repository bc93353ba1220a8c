import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  event,
  increments,
  newRef,
  request,
  shop,
  tells,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { changeAccount } from '#server/identity/identity.ts'
import type { ClearingPosted, IncrementRequest } from '#server/outside/outside.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import { rulesNow } from '../rules/rulesNow.ts'
import type { Limits } from '../rules/limits.ts'

withIssuer({ connections: 30 })
after(() => setClock())

const DAY = 86_400_000
const aCard = async (cents = 100_000) =>
  cardInHand(await newAccount({ balanceCents: 1_000_000 }), { rechargeAmount: cents })
const held = async (card: Plastic) => (await moneyOn(card, card.cardId)).held
const usageOf = async ({ cardId }: Plastic) => {
  const { hour_count, day_cents } = await db
    .selectFrom('card_usage')
    .innerJoin('card', (on) =>
      on.onRef('card.cell', '=', 'card_usage.cell').onRef('card.la_id', '=', 'card_usage.la_id'),
    )
    .select(['hour_count', 'day_cents'])
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  return [hour_count, day_cents]
}
async function approvedOn(card: Plastic, cents: number, change = {}): Promise<string> {
  const authorization = request(card, cents, change)
  assert.equal((await decides(authorization)).approved, true)
  return authorization.ref
}
/** Runs `work` with changed decision limits. */
async function under<T>(change: Partial<Limits>, work: () => Promise<T>): Promise<T> {
  const { live } = await rulesNow()
  const before = { ...live }
  Object.assign(live, change)
  try {
    return await work()
  } finally {
    Object.assign(live, before)
  }
}

const refused: [what: string, reason: DeclineReason, limits: Partial<Limits>, change?: Partial<IncrementRequest>][] = [
  ['while decisions are halted', 'SYSTEM_ERROR', { halted: true }],
  ['at a merchant on the list', 'MERCHANT_BLOCKED', { blockedMerchants: new Set([shop.id]) }],
  ['at a kind of merchant on the list', 'MCC_BLOCKED', { listedMccs: new Set([shop.mcc]) }],
  ['in a country on the list', 'COUNTRY_BLOCKED', { listedCountries: new Set([shop.country]) }],
  ['that makes the authorization larger than one may be', 'SINGLE_LIMIT', { singleMaxCents: 3499 }],
  ['that makes the day larger than it may be', 'VELOCITY_LIMIT', { dayMaxCents: 3499 }],
  ['after as many purchases as an hour may have', 'VELOCITY_LIMIT', { hourMaxCount: 1 }],
  [
    'that a rule of staff’s stops',
    'SINGLE_LIMIT',
    {
      staffRules: {
        SINGLE_LIMIT: [{ at: 0, name: 'Any', hits: (c) => c.before.cents + c.request.amountCents > 3499 }],
      },
    },
  ],
  ['at a watched kind of merchant', 'SUSPECTED_FRAUD', { watchedMccs: new Set([shop.mcc]), watchedMaxCents: 3499 }],
  ['in a currency that we do not know', 'CURRENCY_BLOCKED', {}, { merchantCurrency: 'SEK' }],
  ['in another currency than its authorization', 'CURRENCY_BLOCKED', {}, { merchantCurrency: 'EUR' }],
  ['that is a force post', 'ISSUER_DECLINED', {}, { pos: 'FORCED' }],
]
for (const [what, reason, limits, change] of refused)
  test(`an increment ${what} is declined, ${reason}, and holds nothing more`, async () => {
    const card = await aCard()
    const ref = await approvedOn(card, 3000)
    const [answer, again] = await under(limits, async () => {
      const name = newRef()
      return [await increments(card, ref, 500, name, change), await increments(card, ref, 500, name, change)]
    })
    assert.deepEqual([answer.approved, answer.reason, again], [false, reason, answer])
    assert.deepEqual([await held(card), await usageOf(card)], [3000, [1, 3000]])
    await booksHold()
  })

test('an increment up to each limit is approved', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  const limits = { singleMaxCents: 3500, dayMaxCents: 3500, hourMaxCount: 2 }
  assert.equal((await under(limits, () => increments(card, ref, 500))).approved, true)
  assert.deepEqual(await usageOf(card), [1, 3500])
})

test('the day amount of a purchase counts the purchase itself', async () => {
  const card = await aCard()
  await approvedOn(card, 3000)
  await under({ dayMaxCents: 4000 }, async () => {
    assert.equal((await charges(card, 1001)).reason, 'VELOCITY_LIMIT')
    assert.equal((await charges(card, 1000)).approved, true)
    assert.equal((await charges(card, 1)).reason, 'VELOCITY_LIMIT')
  })
})

test('an increment on another card’s authorization is declined, and neither card holds more', async () => {
  const [card, other] = [await aCard(), await aCard()]
  const ref = await approvedOn(card, 3000)
  const answer = await increments(other, ref, 500)
  assert.deepEqual([answer.approved, answer.reason], [false, 'ISSUER_DECLINED'])
  assert.deepEqual([await held(card), await held(other), (await authOf(ref))!.amount_cents], [3000, 0, 3000])
  await booksHold()
})

test('an increment that the card cannot pay with its fee is declined, and nothing is lost of the answer', async () => {
  const card = await aCard(3000)
  const eur = { merchantCurrency: 'EUR', rate: '1.08' }
  const ref = await approvedOn(card, 2000, eur)
  const name = newRef()
  const answer = await increments(card, ref, 970 - 14, name, eur) // 29.56 and 0.44 are 30.00
  assert.equal(answer.approved, true)
  assert.equal((await increments(card, ref, 1, newRef(), eur)).reason, 'INSUFFICIENT_FUNDS')
  assert.equal(await held(card), 3000)
  await booksHold()
})

for (const [what, change, reason] of [
  ['is frozen by its owner', { blocks: 1 }, 'CARD_PAUSED'],
  ['is blocked by staff', { blocks: 4 }, 'CARD_RISK_BLOCKED'],
  ['is past its month', { expires_at: new Date(0) }, 'CARD_EXPIRED'],
] as const)
  test(`an increment of a card that ${what} is declined`, async () => {
    const card = await aCard()
    const ref = await approvedOn(card, 3000)
    await db.updateTable('card').set(change).where('card_id', '=', card.cardId).execute()
    assert.equal((await increments(card, ref, 500)).reason, reason)
  })

test('an increment of an account that is shut down, and of a card after wrong codes, is declined', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  for (let i = 0; i < 3; i++) await charges(card, 100 + i, { cvc: card.cvc === '999' ? '998' : '999' })
  assert.equal((await increments(card, ref, 500)).reason, 'CARD_RISK_BLOCKED')
  await transaction((tx) => changeAccount(tx, card.accountId, { risk: 'SHUTDOWN' }))
  assert.equal((await increments(card, ref, 500)).reason, 'ACCOUNT_SHUTDOWN')
})

test('an increment of an authorization that is over is declined', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  await tells(event('clearing.posted', card, 3000, { authRef: ref }))
  assert.equal((await increments(card, ref, 500)).reason, 'ISSUER_DECLINED')
})

test('a force post that is asked for is declined and never holds', async () => {
  const card = await aCard()
  const authorization = request(card, 3000, { pos: 'FORCED' })
  const answer = await decides(authorization)
  assert.deepEqual([answer.approved, answer.reason, answer.isoCode], [false, 'ISSUER_DECLINED', '05'])
  assert.deepEqual([await held(card), (await authOf(authorization.ref))!.status], [0, 'DECLINED'])
})

test('a reversal gives the limits back: all of it also the count of the hour, a part only its amount', async () => {
  const card = await aCard()
  const [one, two] = [await approvedOn(card, 3000), await approvedOn(card, 2000)]
  assert.deepEqual(await usageOf(card), [2, 5000])
  await tells(event('auth.reversed', card, 500, { authRef: two, final: false }))
  assert.deepEqual(await usageOf(card), [2, 4500])
  await tells(event('auth.reversed', card, 1500, { authRef: two, final: true }))
  assert.deepEqual(await usageOf(card), [1, 3000])
  await tells(event('clearing.posted', card, 1000, { authRef: one, final: false }))
  await tells(event('auth.reversed', card, 2000, { authRef: one, final: true }))
  assert.deepEqual(await usageOf(card), [1, 1000]) // partly cleared, so it counts
})

test('a reversed clearing gives the limits back once, and the same purchase is no duplicate', async () => {
  const card = await aCard()
  const clears = async (authRef: string, amount: number) => {
    const clearing = event('clearing.posted', card, amount, { authRef }) as ClearingPosted
    await tells(clearing)
    return () => tells(event('clearing.reversed', card, amount, { clearingRef: clearing.clearingRef }))
  }
  await approvedOn(card, 10)
  const [whole, parted, late] = [await approvedOn(card, 3000), await approvedOn(card, 200), await approvedOn(card, 500)]
  const reverseWhole = await clears(whole, 3000)
  assert.deepEqual(await usageOf(card), [4, 3710])
  await reverseWhole()
  assert.deepEqual(await usageOf(card), [3, 710])
  assert.equal((await charges(card, 3000)).approved, true)
  await tells(event('clearing.posted', card, 50, { authRef: parted, final: false }))
  const reverseRest = await clears(parted, 150)
  await reverseRest()
  assert.deepEqual(await usageOf(card), [4, 3560], 'a part is cleared, so it counts')
  await tells(event('auth.reversed', card, 500, { authRef: late }))
  const reverseLate = await clears(late, 500)
  await reverseLate()
  assert.deepEqual(await usageOf(card), [3, 3060])
  await booksHold()
})

test('an increment that is undone, an expiry and a final clearing of nothing give the day amount back', async () => {
  const card = await aCard()
  const [grows, expires, nothing] = [
    await approvedOn(card, 3000),
    await approvedOn(card, 200),
    await approvedOn(card, 30),
  ]
  const incrementRef = newRef()
  await increments(card, grows, 500, incrementRef)
  assert.deepEqual(await usageOf(card), [3, 3730])
  await tells(event('auth.reversed', card, 500, { authRef: grows, incrementRef, reason: 'TIMEOUT', final: false }))
  assert.deepEqual(await usageOf(card), [3, 3230])
  await tells(event('auth.expired', card, 200, { authRef: expires }))
  assert.deepEqual(await usageOf(card), [2, 3030])
  await tells(event('clearing.posted', card, 0, { authRef: nothing, final: true }))
  assert.deepEqual(await usageOf(card), [1, 3000])
})

test('a reversal gives the amount back to the day on which it was approved, not to the day of the reversal', async () => {
  const card = await aCard()
  const yesterdays = await approvedOn(card, 3000)
  setClock(() => Date.now() + DAY)
  const todays = await approvedOn(card, 1000)
  await tells(event('auth.reversed', card, 500, { authRef: yesterdays, final: false }))
  assert.deepEqual([await usageOf(card), (await authOf(yesterdays))!.amount_cents], [[1, 1000], 2500])
  await tells(event('auth.reversed', card, 2500, { authRef: yesterdays, final: true }))
  assert.deepEqual(await usageOf(card), [1, 1000])
  await increments(card, todays, 200)
  setClock(() => Date.now() + 2 * DAY)
  await increments(card, todays, 50)
  assert.deepEqual((await usageOf(card))[1], 50)
  await tells(event('auth.reversed', card, 150, { authRef: todays, final: false }))
  assert.deepEqual((await usageOf(card))[1], 0)
  setClock()
  await booksHold()
})

test('what a part has given back is not given back a second time', async () => {
  const card = await aCard()
  const grows = await approvedOn(card, 3000)
  setClock(() => Date.now() + DAY)
  await increments(card, grows, 100)
  await approvedOn(card, 1000, { trace: '000002' })
  assert.equal((await usageOf(card))[1], 1100)
  await tells(event('auth.reversed', card, 60, { authRef: grows, final: false }))
  assert.equal((await usageOf(card))[1], 1040)
  await tells(event('auth.reversed', card, 3040, { authRef: grows, final: true }))
  assert.equal((await usageOf(card))[1], 1000, 'of the increment 1.00 was counted on this day, and no more')
  setClock()
  await booksHold()
})

test('what a reversal gives back can be spent again on the same day', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  await under({ dayMaxCents: 3000, hourMaxCount: 1 }, async () => {
    assert.equal((await charges(card, 3000, { trace: '000002' })).reason, 'VELOCITY_LIMIT')
    await tells(event('auth.reversed', card, 3000, { authRef: ref, final: true }))
    assert.equal((await charges(card, 3000, { trace: '000003' })).approved, true)
  })
})

test('the same purchase at another terminal, or under another trace number, is another purchase; the same trace is a duplicate', async () => {
  const card = await aCard()
  const at = (terminalId: string, trace: string) => charges(card, 1000, { terminalId, trace })
  assert.equal((await at('T1', '000001')).approved, true)
  assert.equal((await at('T1', '000002')).approved, true)
  assert.equal((await at('T2', '000001')).approved, true)
  assert.equal((await at('T1', '000001')).reason, 'DUPLICATE')
  assert.equal((await charges(card, 1001, { terminalId: 'T1', trace: '000001' })).approved, true)
  assert.equal(await held(card), 4001)
})

test('without a trace number everything that the terminal says has to be the same for a duplicate', async () => {
  const card = await aCard()
  assert.equal((await charges(card, 1000)).approved, true)
  assert.equal((await charges(card, 1000)).reason, 'DUPLICATE')
  assert.equal((await charges(card, 1000, { terminalId: 'T2' })).approved, true)
  assert.equal((await charges(card, 1000, { merchant: { ...shop, descriptor: 'CORNER SHOP *1235' } })).approved, true)
})

test('a reversal lets its own purchase be repeated, and no other of the same amount', async () => {
  const card = await aCard()
  const one = await approvedOn(card, 1000, { trace: '000001' })
  await approvedOn(card, 1000, { trace: '000002' })
  await tells(event('auth.reversed', card, 1000, { authRef: one, final: true }))
  assert.equal((await charges(card, 1000, { trace: '000002' })).reason, 'DUPLICATE')
  assert.equal((await charges(card, 1000, { trace: '000001' })).approved, true)
})
