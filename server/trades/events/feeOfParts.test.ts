import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  decides,
  event,
  increments,
  newRef,
  request,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { setClock } from '#server/core/clock.ts'
import { prove } from '#server/ledger/ledger.ts'
import { db } from '#server/core/db.ts'
import { expireOverdue } from './releaseHold.ts'

withIssuer({ connections: 30 })
after(() => setClock())

/** Paid in euros: 1.5 % with a minimum of 0.30 is added. */
const EUR = { merchantCurrency: 'EUR', rate: '1.08' }
const feeOnWhole = (cents: number): number => Math.max(30, Math.floor((cents * 150 + 5000) / 10_000))

const aCard = async (cents = 50_000) =>
  cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: cents })
async function approvedOn(card: Plastic, amountCents: number, change: object = EUR): Promise<string> {
  const authorization = request(card, amountCents, change)
  assert.equal((await decides(authorization)).approved, true)
  return authorization.ref
}
const clears = (card: Plastic, amount: number, change: object) =>
  tells(event('clearing.posted', card, amount, { ...EUR, ...change }))
const feesOf = async (card: Plastic) =>
  (await tradesOf(card))
    .filter(({ status, type }) => status !== 'REVERSED' && type !== 'REVERSAL')
    .map(({ cross_fee_cents }) => cross_fee_cents)
const feeOf = async (card: Plastic) => (await feesOf(card)).reduce((sum, fee) => sum + fee, 0)
const held = async (card: Plastic) => (await moneyOn(card, card.cardId)).held

test('a purchase of 21.60 that is cleared in six parts costs one fee of 0.32, not six of 0.30', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 2160)
  assert.equal(await held(card), 2192)
  for (let part = 1; part <= 6; part++) await clears(card, 360, { authRef, final: part === 6, seq: part })
  assert.deepEqual(await feesOf(card), [30, 0, 0, 0, 0, 2])
  assert.equal((await authOf(authRef))!.fee_taken_cents, 32)
  const { posted, held: left } = await moneyOn(card, card.cardId)
  assert.deepEqual([posted, left], [50_000 - 2192, 0])
  await booksHold()
})

test('increments hold the fee on the new total: 23.00 in steps holds 23.35, and the same is taken', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 1000)
  for (const more of [500, 500, 300]) await increments(card, authRef, more, newRef(), EUR)
  assert.equal(await held(card), 2335)
  await clears(card, 2300, { authRef })
  assert.deepEqual([await feeOf(card), await held(card), (await moneyOn(card, card.cardId)).posted], [35, 0, 47_665])
  await booksHold()
})

test('a partial reversal frees its share of the fee: what stays held is what is left and the fee on it', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 10_000)
  assert.equal(await held(card), 10_150)
  await tells(event('auth.reversed', card, 4000, { authRef, final: false, ...EUR }))
  assert.equal(await held(card), 6000 + 90)
  await clears(card, 2000, { authRef, final: false })
  assert.equal(await held(card), 4000 + 60)
  await tells(event('auth.reversed', card, 3900, { authRef, final: false, ...EUR }))
  assert.equal(await held(card), 100 + 32 - 30)
  await clears(card, 100, { authRef })
  assert.deepEqual([await feesOf(card), await held(card)], [[30, 2], 0])
  await booksHold()
})

test('more cleared than authorized costs the fee on all of it', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 3000)
  await clears(card, 2000, { authRef, final: false, seq: 1 })
  await clears(card, 4000, { authRef, seq: 2 })
  assert.deepEqual(await feesOf(card), [30, 60])
  await booksHold()
})

test('a clearing that is reversed gives back its own fee, and the next takes what is missing', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 2160)
  const clearingRef = newRef()
  await clears(card, 1000, { authRef, final: false, clearingRef, seq: 1 })
  await clears(card, 1000, { authRef, final: false, seq: 2 })
  await tells(event('clearing.reversed', card, 1000, { authRef, clearingRef, ...EUR }))
  const { cleared_cents, fee_taken_cents } = (await authOf(authRef))!
  assert.deepEqual([cleared_cents, fee_taken_cents, await feesOf(card)], [1000, 0, [0]])
  await clears(card, 1160, { authRef, seq: 3 })
  assert.deepEqual([await feesOf(card), (await authOf(authRef))!.fee_taken_cents], [[0, 32], 32])
  await booksHold()
})

test('a clearing is reversed for its own authorization, also where the event does not name it', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 2160)
  const clearingRef = newRef()
  await clears(card, 2160, { authRef, clearingRef })
  await tells(event('clearing.reversed', card, 2160, { clearingRef, ...EUR }))
  const { cleared_cents, fee_taken_cents } = (await authOf(authRef))!
  assert.deepEqual([cleared_cents, fee_taken_cents], [0, 0])
  await booksHold()
})

test('a forced post costs a fee of its own; in the card’s currency nothing does', async () => {
  const card = await aCard()
  await clears(card, 1000, {})
  await clears(card, 1000, {})
  assert.deepEqual(await feesOf(card), [30, 30])
  const authRef = await approvedOn(card, 2000, {})
  assert.equal(await held(card), 2000)
  await tells(event('clearing.posted', card, 1000, { authRef, final: false }))
  await tells(event('clearing.posted', card, 1000, { authRef }))
  assert.deepEqual(await feesOf(card), [30, 30, 0, 0])
  await booksHold()
})

test('an increment that is undone gives its share of the fee back', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 3000)
  const incrementRef = newRef()
  await increments(card, authRef, 1000, incrementRef, EUR)
  assert.equal(await held(card), 4060)
  await tells(event('auth.reversed', card, 1000, { authRef, incrementRef, reason: 'TIMEOUT', final: false, ...EUR }))
  assert.equal(await held(card), 3045)
  const { amount_cents, fee_cents } = (await authOf(authRef))!
  assert.deepEqual([amount_cents, fee_cents], [3000, 45])
  await booksHold()
})

test('an increment that is undone after most was reversed frees no more than there is', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 1000, {})
  const incrementRef = newRef()
  await increments(card, authRef, 500, incrementRef)
  await tells(event('auth.reversed', card, 1200, { authRef, final: false }))
  await tells(event('auth.reversed', card, 500, { authRef, incrementRef, reason: 'TIMEOUT', final: false }))
  const { amount_cents, status } = (await authOf(authRef))!
  assert.deepEqual([amount_cents, status, await held(card)], [0, 'REVERSED', 0])
  await booksHold()
})

test('a clearing after the hold has expired takes what is missing of the fee', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 2160)
  await clears(card, 1000, { authRef, final: false })
  setClock(() => Date.now() + 8 * 86_400_000)
  await expireOverdue()
  assert.equal(await held(card), 0)
  await clears(card, 1160, { authRef })
  setClock()
  assert.deepEqual(await feesOf(card), [30, 2])
  await booksHold()
})

test('parts that come before their authorization cost one fee, and those after it go on from there', async () => {
  const card = await aCard()
  const authorization = request(card, 2160, EUR)
  const clearingRef = newRef()
  await clears(card, 500, { authRef: authorization.ref, final: false, clearingRef })
  await clears(card, 500, { authRef: authorization.ref, final: false })
  assert.deepEqual(await feesOf(card), [30, 0])
  assert.equal((await decides(authorization)).approved, true)
  assert.equal((await authOf(authorization.ref))!.fee_taken_cents, 30)
  await clears(card, 1160, { authRef: authorization.ref })
  assert.deepEqual([await feesOf(card), await held(card)], [[30, 0, 2], 0])
  await booksHold()
})

test('what was reversed before its authorization came is not adopted by it', async () => {
  const card = await aCard()
  const authorization = request(card, 2160, EUR)
  const clearingRef = newRef()
  await clears(card, 500, { authRef: authorization.ref, final: false, clearingRef })
  await clears(card, 600, { authRef: authorization.ref, final: false })
  await tells(event('clearing.reversed', card, 500, { authRef: authorization.ref, clearingRef, ...EUR }))
  await decides(authorization)
  const { cleared_cents, fee_taken_cents } = (await authOf(authorization.ref))!
  assert.deepEqual([cleared_cents, fee_taken_cents], [600, 0])
  await booksHold()
})

test('what was cleared before its authorization stays cleared where the rest was reversed, and the next part is charged from there', async () => {
  const card = await aCard()
  const authorization = request(card, 6000, EUR)
  await clears(card, 3000, { authRef: authorization.ref, final: false })
  await tells(
    event('auth.reversed', card, 3000, { authRef: authorization.ref, reason: 'TIMEOUT', final: true, ...EUR }),
  )
  await decides(authorization)
  const { status, cleared_cents, fee_taken_cents } = (await authOf(authorization.ref))!
  assert.deepEqual([status, cleared_cents, fee_taken_cents], ['COMPLETE', 3000, 45])
  await clears(card, 3000, { authRef: authorization.ref })
  assert.deepEqual(await feesOf(card), [45, 45])
  await booksHold()
})

test('an authorization of which all that was cleared early has been reversed is decided and held like any other', async () => {
  const card = await aCard()
  const authorization = request(card, 2160, EUR)
  const clearingRef = newRef()
  await clears(card, 500, { authRef: authorization.ref, final: false, clearingRef })
  await tells(event('clearing.reversed', card, 500, { authRef: authorization.ref, clearingRef, ...EUR }))
  assert.equal((await decides(authorization)).approved, true)
  assert.equal(await held(card), 2192)
  await clears(card, 2160, { authRef: authorization.ref })
  assert.deepEqual([await feesOf(card), await held(card)], [[32], 0])

  const tooMuch = request(card, 90_000, EUR)
  const other = newRef()
  await clears(card, 500, { authRef: tooMuch.ref, final: false, clearingRef: other })
  await tells(event('clearing.reversed', card, 500, { authRef: tooMuch.ref, clearingRef: other, ...EUR }))
  assert.equal((await decides(tooMuch)).reason, 'INSUFFICIENT_FUNDS')
  await booksHold()
})

test('however a purchase is split, its fee is the fee on the whole, and no more than was held', async () => {
  const card = await aCard(100_000)
  const parts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(parts, async (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0)
      const before = await feeOf(card)
      const { posted } = await moneyOn(card, card.cardId)
      const authRef = await approvedOn(card, whole, { ...EUR, trace: newRef().slice(-12) })
      assert.equal(await held(card), whole + feeOnWhole(whole))
      for (const [i, part] of parts.entries()) {
        await clears(card, part, { authRef, final: i === parts.length - 1, seq: i + 1 })
        const { held_cents, fee_taken_cents, cleared_cents } = (await authOf(authRef))!
        assert.equal(held_cents, whole + feeOnWhole(whole) - cleared_cents - fee_taken_cents)
      }
      assert.equal((await feeOf(card)) - before, feeOnWhole(whole))
      assert.equal((await moneyOn(card, card.cardId)).posted, posted - whole - feeOnWhole(whole))
    }),
    { numRuns: 25 },
  )
  await booksHold()
})

test('the proof finds an authorization whose fee is not that of its clearings', async () => {
  const card = await aCard()
  const authRef = await approvedOn(card, 2160)
  await clears(card, 2160, { authRef })
  const wrong = (fee_taken_cents: number) =>
    db.updateTable('auth').set({ fee_taken_cents }).where('issuer_ref', '=', authRef).execute()
  await wrong(31)
  const found = await prove()
  assert.deepEqual(
    found.map(({ check }) => check),
    ['auth-not-its-clearings'],
  )
  await wrong(32)
  await booksHold()
})
