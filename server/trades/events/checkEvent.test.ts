import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  decides,
  event,
  increments,
  isHeld,
  newRef,
  request,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { owner } from '#test/database.ts'
import { newAccount } from '#test/world.ts'
import { DAY, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, many, sql } from '#server/core/db.ts'
import type { ClearingPosted, RefundPosted } from '#server/outside/outside.ts'
import { applyEvents } from './apply.ts'
import { receive } from './intake.ts'

withIssuer({ connections: 20 })
after(() => setClock())

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 100_00 })
const money = async (card: Plastic) => {
  const { posted, held } = await moneyOn(card, card.cardId)
  return [posted, held]
}
const settled = async (card: Plastic) =>
  (await tradesOf(card)).map(({ type, amount_cents, status, biz_code }) => [type, amount_cents, status, biz_code])
async function approved(card: Plastic, amount: number, change = {}): Promise<string> {
  const authorization = request(card, amount, change)
  assert.equal((await decides(authorization)).approved, true)
  return authorization.ref
}
async function cleared(card: Plastic, amount: number) {
  const ref = await approved(card, amount)
  const clearing = event('clearing.posted', card, amount, { authRef: ref }) as ClearingPosted
  await tells(clearing)
  return { ref, clearingRef: clearing.clearingRef, clearing }
}

test('a reversal with another account’s card pays nobody and frees nobody’s hold', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const { ref, clearingRef } = await cleared(ana, 20_00)
  const open = await approved(ana, 15_00)
  await isHeld(event('clearing.reversed', bob, 20_00, { authRef: ref, clearingRef }), 'CARD_DIFFERS')
  await isHeld(event('auth.reversed', bob, 15_00, { authRef: open }), 'CARD_DIFFERS')
  await isHeld(event('auth.expired', bob, 15_00, { authRef: open }), 'CARD_DIFFERS')
  const late = newRef()
  await increments(ana, open, 5_00, late)
  const undo = { authRef: open, incrementRef: late, reason: 'TIMEOUT', final: false } as const
  await isHeld(event('auth.reversed', bob, 5_00, undo), 'CARD_DIFFERS')
  assert.deepEqual(
    [await money(ana), await money(bob)],
    [
      [80_00, 20_00],
      [100_00, 0],
    ],
  )
  assert.deepEqual(await settled(ana), [['PURCHASE', -20_00, 'POSTED', null]])
  await booksHold()
})

test('an increment of another authorization is not undone by name', async () => {
  const card = await aCard()
  const [one, two] = [await approved(card, 10_00), await approved(card, 11_00)]
  const late = newRef()
  await increments(card, two, 5_00, late)
  await isHeld(
    event('auth.reversed', card, 5_00, { authRef: one, incrementRef: late, reason: 'TIMEOUT', final: false }),
    'AUTH_DIFFERS',
  )
  assert.deepEqual([(await authOf(one))!.held_cents, (await authOf(two))!.held_cents], [10_00, 16_00])
})

test('a clearing or a refund that names another card’s authorization is not posted', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const ref = await approved(ana, 15_00)
  await isHeld(event('clearing.posted', bob, 15_00, { authRef: ref }), 'CARD_DIFFERS')
  await isHeld(event('refund.posted', bob, 15_00, { authRef: ref }), 'CARD_DIFFERS')
  assert.deepEqual(
    [await money(ana), await money(bob)],
    [
      [100_00, 15_00],
      [100_00, 0],
    ],
  )
  await booksHold()
})

test('what another card said of an authorization before it came neither ends it nor takes its hold', async () => {
  const [ana, bob] = [await aCard(), await aCard()]
  const [first, second] = [request(ana, 10_00), request(ana, 12_00)]
  await tells(event('auth.reversed', bob, 10_00, { authRef: first.ref, reason: 'TIMEOUT' }))
  const forced = event('clearing.posted', bob, 12_00, { authRef: second.ref })
  await tells(forced)
  assert.equal((await decides(first)).approved, true)
  assert.equal((await decides(second)).approved, true)
  assert.deepEqual(await money(ana), [100_00, 22_00])
  assert.equal((await tradesOf(bob))[0]!.auth_id, null)
  const late = newRef()
  await tells(
    event('auth.reversed', bob, 1_00, { authRef: first.ref, incrementRef: late, reason: 'TIMEOUT', final: false }),
  )
  assert.equal((await increments(ana, first.ref, 1_00, late)).approved, true)
  await booksHold()
})

test('5,000 yen are not 50 dollars: another currency than the card’s is not posted', async () => {
  const card = await aCard()
  const ref = await approved(card, 50_00)
  const { clearingRef } = await cleared(card, 10_00)
  await isHeld(event('clearing.posted', card, 50_00, { authRef: ref, currency: 'JPY' }), 'CURRENCY_DIFFERS')
  await isHeld(event('refund.posted', card, 5_00, { currency: 'JPY' }), 'CURRENCY_DIFFERS')
  await isHeld(event('clearing.reversed', card, 10_00, { clearingRef, currency: 'EUR' }), 'CURRENCY_DIFFERS')
  await isHeld(event('auth.reversed', card, 50_00, { authRef: ref, currency: 'EUR' }), 'CURRENCY_DIFFERS')
  await isHeld(event('auth.expired', card, 50_00, { authRef: ref, currency: 'EUR' }), 'CURRENCY_DIFFERS')
  assert.deepEqual(await money(card), [90_00, 50_00])
})

test('an amount that is no amount waits at once and not after a day', async () => {
  const card = await aCard()
  for (const amount of [-5_00, 1.5, Number.NaN]) await isHeld(event('clearing.posted', card, amount), 'AMOUNT_INVALID')
  assert.deepEqual(await money(card), [100_00, 0])
})

test('a reversal of another amount, another kind or another authorization than what it names is not posted', async () => {
  const card = await aCard()
  const { ref, clearingRef } = await cleared(card, 20_00)
  const other = await cleared(card, 21_00)
  const refund = event('refund.posted', card, 5_00, { authRef: ref }) as RefundPosted
  await tells(refund)
  await isHeld(event('clearing.reversed', card, 25_00, { authRef: ref, clearingRef }), 'AMOUNT_DIFFERS')
  await isHeld(event('clearing.reversed', card, 20_00, { authRef: other.ref, clearingRef }), 'AUTH_DIFFERS')
  await isHeld(event('clearing.reversed', card, 5_00, { clearingRef: refund.clearingRef }), 'TYPE_DIFFERS')
  await isHeld(event('refund.reversed', card, 20_00, { clearingRef }), 'TYPE_DIFFERS')
  await isHeld(event('refund.reversed', card, 4_00, { clearingRef: refund.clearingRef }), 'AMOUNT_DIFFERS')
  await isHeld(
    event('auth.reversed', card, 99_00, { authRef: await approved(card, 3_00), final: false }),
    'AMOUNT_DIFFERS',
  )
  assert.deepEqual(await money(card), [100_00 - 20_00 - 21_00 + 5_00, 3_00])
  await booksHold()
})

test('told again it is the same; with another sum or card it waits', async () => {
  const [card, bob] = [await aCard(), await aCard()]
  const { ref, clearingRef, clearing } = await cleared(card, 20_00)
  await tells({ ...clearing, id: newRef() })
  await isHeld({ ...clearing, id: newRef(), amount: 21_00 }, 'REPEATED_DIFFERENTLY')
  await isHeld({ ...clearing, id: newRef(), cardRef: bob.cardRef }, 'CARD_DIFFERS')
  await tells(event('clearing.reversed', card, 20_00, { authRef: ref, clearingRef }))
  await tells(event('clearing.reversed', card, 20_00, { authRef: ref, clearingRef }))
  await isHeld(event('clearing.reversed', card, 19_00, { authRef: ref, clearingRef }), 'AMOUNT_DIFFERS')
  assert.deepEqual(await money(card), [100_00, 0])
  await booksHold()
})

test('a reversal is a row of its own, with the sum and the fee back, and the authorization says what is left cleared', async () => {
  const card = await aCard()
  const ref = await approved(card, 21_60, { merchantCurrency: 'EUR', merchantAmount: 2000, rate: '1.08' })
  const change = { authRef: ref, merchantCurrency: 'EUR', merchantAmount: 2000, rate: '1.08' }
  const clearing = event('clearing.posted', card, 21_60, change) as ClearingPosted
  const { clearingRef } = clearing
  // Without the authorization's reference: the trade has it.
  await tells(
    clearing,
    event('clearing.reversed', card, 21_60, { ...change, authRef: undefined as never, clearingRef }),
  )
  const [purchase, reversal] = await tradesOf(card)
  assert.deepEqual(await settled(card), [
    ['PURCHASE', -21_60, 'REVERSED', null],
    ['REVERSAL', 21_60, 'POSTED', 1012],
  ])
  assert.deepEqual(
    [reversal!.reverses_trade_id, reversal!.auth_id, reversal!.cross_fee_cents],
    [purchase!.trade_id, purchase!.auth_id, -purchase!.cross_fee_cents],
  )
  assert.equal((await authOf(ref))!.cleared_cents, 0)
  assert.deepEqual(await money(card), [100_00, 0])
  await booksHold()
})

test('events of one millisecond are applied in the order in which they came', async () => {
  const card = await aCard()
  const clearing = event('clearing.posted', card, 20_00, { authRef: await approved(card, 20_00) }) as ClearingPosted
  const back = { clearingRef: clearing.clearingRef, occurredAt: clearing.occurredAt }
  await receive([clearing, event('clearing.reversed', card, 20_00, back)])
  // A row that was written again is found after the others.
  for (const cardRef of ['another', card.cardRef])
    await sql`UPDATE webhook_inbox SET card_ref = ${cardRef} WHERE body ->> 'id' = ${clearing.id}`.execute(owner)
  await applyEvents({ issuerId: clearing.issuer, cardRef: card.cardRef })
  assert.deepEqual(await money(card), [100_00, 0])
})

test('a final clearing of nothing frees the hold; one of nothing that is not final changes nothing', async () => {
  const card = await aCard()
  const [verified, parted] = [await approved(card, 30_00), await approved(card, 20_00)]
  await tells(event('clearing.posted', card, 0, { authRef: verified, final: false }))
  assert.deepEqual(await money(card), [100_00, 50_00])
  await tells(event('clearing.posted', card, 0, { authRef: verified }))
  await tells(
    event('clearing.posted', card, 5_00, { authRef: parted, final: false, seq: 1 }),
    event('clearing.posted', card, 0, { authRef: parted, seq: 2 }),
    event('clearing.posted', card, 0),
  )
  const state = async (ref: string) => {
    const { status, held_cents, cleared_cents } = (await authOf(ref))!
    return [status, held_cents, cleared_cents]
  }
  assert.deepEqual(
    [await state(verified), await state(parted)],
    [
      ['COMPLETE', 0, 0],
      ['COMPLETE', 0, 5_00],
    ],
  )
  assert.deepEqual([await money(card), (await settled(card)).length], [[95_00, 0], 1])
  await booksHold()
})

test('a time years off is bounded by when the event came, and the told one stays in the event', async () => {
  const card = await aCard()
  const [ahead, behind] = [nowMs() + 3000 * DAY, nowMs() - 3000 * DAY]
  const told = [
    event('clearing.posted', card, 1_00, { occurredAt: ahead }),
    event('clearing.posted', card, 2_00, { occurredAt: behind }),
  ]
  await tells(...told)
  const times = (await tradesOf(card)).map(({ amount_cents, occurred_at }) => [amount_cents, occurred_at.getTime()])
  const at = new Map(times as [number, number][])
  assert.ok(at.get(-1_00)! <= nowMs() + 5 * MINUTE && at.get(-1_00)! > nowMs() - MINUTE)
  assert.ok(at.get(-2_00)! >= nowMs() - 401 * DAY && at.get(-2_00)! < nowMs() - 399 * DAY)
  const [transfer] = await many(
    db,
    sql<{ late: number }>`
    SELECT count(*) AS late FROM ledger_transfer WHERE account_id = ${card.accountId} AND effective_at > ${new Date(nowMs() + DAY)}`,
  )
  assert.equal(transfer!.late, 0)
  const [kept] = await many(
    db,
    sql<{
      at: number
    }>`SELECT (body ->> 'occurredAt')::bigint AS at FROM webhook_inbox WHERE event_id = ${told[0]!.id}`,
  )
  assert.equal(kept!.at, ahead)
})
