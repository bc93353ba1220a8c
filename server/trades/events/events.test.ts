import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { owner } from '#test/database.ts'
import {
  asks,
  booksHold,
  moneyOn,
  newsTo,
  requestNo,
  walletOf,
  withIssuer,
  withIssuerThat,
} from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  decides,
  event,
  increments,
  newRef,
  request,
  shop,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { fund, newAccount } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import type { NetworkEvent } from '#server/outside/outside.ts'
import { applyEvents, applyOnce } from './apply.ts'
import { fillGaps, receive } from './intake.ts'
import { expireOverdue } from './releaseHold.ts'

withIssuer({ connections: 30 })
after(() => setClock())

const aCard = async (cents = 5000, balanceCents = 500_000) =>
  cardInHand(await newAccount({ balanceCents }), { rechargeAmount: cents })
const money = async (card: Plastic) => {
  const { posted, held, available } = await moneyOn(card, card.cardId)
  return { posted, held, available }
}
const stateOf = async (ref: string) => {
  const auth = (await authOf(ref))!
  return [auth.status, auth.cleared_cents, auth.held_cents]
}
const settled = async (card: Plastic) =>
  (await tradesOf(card)).map(({ type, amount_cents, biz_code, status }) => [type, amount_cents, biz_code, status])
/** The ledger entries of a card's settled rows, in order: `D 2020 3250`. */
async function entries(card: Plastic): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT side || ' ' || code || ' ' || amount AS line
      FROM trade
      JOIN ledger_transfer AS transfer ON transfer.cell = trade.cell AND biz_type = 'trade' AND biz_id = trade_id
      JOIN ledger_entry AS entry ON (entry.cell, entry.transfer_id) = (transfer.cell, transfer.transfer_id)
      JOIN ledger_account AS account ON (account.cell, account.la_id) = (entry.cell, entry.la_id)
     WHERE card_id = ${card.cardId}
     ORDER BY transfer.transfer_id, n`.execute(db)
  return rows.map(({ line }) => line)
}
async function approvedOn(
  card: Plastic,
  amountCents: number,
  change: Parameters<typeof request>[2] = {},
): Promise<string> {
  const authorization = request(card, amountCents, change)
  assert.equal((await decides(authorization)).approved, true)
  return authorization.ref
}

test('a clearing of what was approved takes the money and ends the hold', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  await tells(event('clearing.posted', card, 3000, { authRef: ref }))
  assert.deepEqual(await stateOf(ref), ['COMPLETE', 3000, 0])
  assert.deepEqual(await money(card), { posted: 2000, held: 0, available: 2000 })
  assert.deepEqual(await settled(card), [['PURCHASE', -3000, null, 'POSTED']])
  assert.deepEqual(await entries(card), ['D 2020 3000', 'C 2110 3000'])
  await booksHold()
})

test('a tip: 30.00 approved, 32.50 taken, 17.50 left', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  await tells(event('clearing.posted', card, 3250, { authRef: ref }))
  assert.deepEqual(await money(card), { posted: 1750, held: 0, available: 1750 })
  assert.deepEqual(await settled(card), [['PURCHASE', -3250, 1003, 'POSTED']])
  await booksHold()
})

test('a clearing of less lets the rest go', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  await tells(event('clearing.posted', card, 1200, { authRef: ref }))
  assert.deepEqual(
    [await stateOf(ref), await settled(card)],
    [['COMPLETE', 1200, 0], [['PURCHASE', -1200, 1005, 'POSTED']]],
  )
  assert.equal((await money(card)).available, 3800)
})

test('in parts: 100.00 approved, 40.00 and then 35.00 taken, 25.00 comes back', async () => {
  const card = await aCard(10_000)
  const ref = await approvedOn(card, 10_000)
  await tells(event('clearing.posted', card, 4000, { authRef: ref, final: false, seq: 1 }))
  assert.deepEqual(
    [await stateOf(ref), await money(card)],
    [['PARTIAL', 4000, 6000], { posted: 6000, held: 6000, available: 0 }],
  )
  await tells(event('clearing.posted', card, 3500, { authRef: ref, seq: 2 }))
  assert.deepEqual(
    [await stateOf(ref), await money(card)],
    [['COMPLETE', 7500, 0], { posted: 2500, held: 0, available: 2500 }],
  )
  await booksHold()
})

test('a conversion: EUR 20.00 held as 21.92 is taken as 21.70 and a fee of 0.33', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 2160, { merchantCurrency: 'EUR', merchantAmount: 2000, rate: '1.08' })
  await tells(
    event('clearing.posted', card, 2170, {
      authRef: ref,
      merchantCurrency: 'EUR',
      merchantAmount: 2000,
      rate: '1.085',
    }),
  )
  assert.deepEqual(await entries(card), ['D 2020 2203', 'C 2110 2170', 'C 4070 33'])
  assert.deepEqual(await money(card), { posted: 5000 - 2203, held: 0, available: 5000 - 2203 })
  await booksHold()
})

test('a forced post of 12.50 on a card of 10.00 with 1.00 in the wallet: the wallet pays 1.00, the account owes 1.50 until it is topped up', async () => {
  const ana = await newAccount({ balanceCents: 530 + 1000 + 100 })
  const card = await cardInHand(ana, { rechargeAmount: 1000 })
  assert.deepEqual([(await walletOf(ana)).posted, (await money(card)).posted], [100, 1000])
  await tells(event('clearing.posted', card, 1250))
  assert.deepEqual([(await money(card)).posted, (await walletOf(ana)).posted], [-150, 0])
  assert.deepEqual(await settled(card), [['FORCED', -1250, 1001, 'POSTED']])
  const account = () =>
    db.selectFrom('account').select('restricted').where('account_id', '=', ana.accountId).executeTakeFirstOrThrow()
  assert.equal((await account()).restricted, true)
  assert.ok((await newsTo(ana)).includes('negative_balance'))
  await booksHold()
  await fund(ana.accountId, 1000)
  const { coverDebts } = await import('#server/cards/debts/coverDebts.ts')
  await coverDebts(ana)
  assert.deepEqual(
    [(await money(card)).posted, (await walletOf(ana)).posted, (await account()).restricted],
    [0, 850, false],
  )
  await booksHold()
})

test('a refund goes to the card, marks the purchase, and is told', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana)
  const ref = await approvedOn(card, 3000)
  await tells(
    event('clearing.posted', card, 3000, { authRef: ref }),
    event('refund.posted', card, 1000, { authRef: ref }),
  )
  assert.deepEqual(await settled(card), [
    ['PURCHASE', -3000, null, 'PARTIALLY_REFUNDED'],
    ['REFUND', 1000, null, 'POSTED'],
  ])
  await tells(event('refund.posted', card, 2000))
  assert.deepEqual((await settled(card))[0], ['PURCHASE', -3000, null, 'REFUNDED'])
  assert.equal((await money(card)).available, 5000)
  assert.ok((await newsTo(ana)).includes('refund_posted'))
  await booksHold()
})

test('a refund after the card was deleted goes to the wallet', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 3000 })
  const ref = await approvedOn(card, 1250)
  await tells(event('clearing.posted', card, 1250, { authRef: ref }))
  await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  const before = (await walletOf(ana)).posted
  await tells(event('refund.posted', card, 1000, { authRef: ref }))
  assert.equal((await walletOf(ana)).posted, before + 1000)
  assert.deepEqual((await settled(card)).at(-1), ['REFUND', 1000, 1014, 'POSTED'])
  assert.deepEqual((await entries(card)).slice(-2), ['D 2110 1000', 'C 2010 1000'])
  await booksHold()
})

test('a card that is being deleted ends when its last hold does, and the rest comes home', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 5000 })
  const ref = await approvedOn(card, 3000)
  const { status } = await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  assert.equal(status, 'CLOSING')
  const before = (await walletOf(ana)).posted
  await tells(event('clearing.posted', card, 2000, { authRef: ref }))
  const { status: end } = await db
    .selectFrom('card')
    .select('status')
    .where('card_id', '=', card.cardId)
    .executeTakeFirstOrThrow()
  assert.deepEqual([end, (await walletOf(ana)).posted - before, (await money(card)).posted], ['CLOSED', 1000, 0])
  await booksHold()
})

test('a reversal gives all back, or a part', async () => {
  const card = await aCard()
  const [all, part] = [await approvedOn(card, 1000), await approvedOn(card, 3000)]
  await tells(
    event('auth.reversed', card, 1000, { authRef: all, final: true }),
    event('auth.reversed', card, 1200, { authRef: part, final: false }),
  )
  assert.deepEqual(
    [await stateOf(all), await stateOf(part)],
    [
      ['REVERSED', 0, 0],
      ['PENDING', 0, 1800],
    ],
  )
  assert.equal((await money(card)).available, 3200)
  await booksHold()
})

test('an increment whose answer came too late is undone alone', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 1000)
  const late = newRef()
  await increments(card, ref, 500, late)
  await tells(event('auth.reversed', card, 500, { authRef: ref, incrementRef: late, reason: 'TIMEOUT', final: false }))
  assert.deepEqual(await stateOf(ref), ['PENDING', 0, 1000])
  assert.equal((await increments(card, ref, 600, await refReversedBefore(card, ref))).reason, 'TIMEOUT')
  await booksHold()
})
async function refReversedBefore(card: Plastic, authRef: string): Promise<string> {
  const incrementRef = newRef()
  await tells(event('auth.reversed', card, 600, { authRef, incrementRef, reason: 'TIMEOUT', final: false }))
  return incrementRef
}

test('the network gave up before our answer: what was approved is given back, and a late request holds nothing', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 1000)
  await tells(event('auth.reversed', card, 1000, { authRef: ref, reason: 'TIMEOUT', final: true }))
  assert.deepEqual(await stateOf(ref), ['REVERSED', 0, 0])

  const authorization = request(card, 2000)
  await tells(event('auth.reversed', card, 2000, { authRef: authorization.ref, reason: 'TIMEOUT', final: true }))
  const answer = await decides(authorization)
  assert.deepEqual([answer.approved, answer.reason], [false, 'TIMEOUT'])
  assert.deepEqual([await stateOf(authorization.ref), (await money(card)).held], [['REVERSED', 0, 0], 0])
  await booksHold()
})

test('a clearing before its authorization is posted as unmatched, and found when the authorization comes', async () => {
  const card = await aCard()
  const authorization = request(card, 2000)
  await tells(event('clearing.posted', card, 2000, { authRef: authorization.ref }))
  assert.deepEqual(await settled(card), [['FORCED', -2000, 1001, 'POSTED']])
  const answer = await decides(authorization)
  assert.equal(answer.approved, true)
  assert.deepEqual(
    [await stateOf(authorization.ref), (await tradesOf(card))[0]!.auth_id, await money(card)],
    [['COMPLETE', 2000, 0], answer.authorizationId, { posted: 3000, held: 0, available: 3000 }],
  )
  await booksHold()
})

test('a hold that nobody settles ends by its deadline, and a clearing after it is still booked', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  setClock(() => Date.now() + 8 * 86_400_000)
  await expireOverdue()
  assert.deepEqual([await stateOf(ref), (await money(card)).held], [['EXPIRED', 0, 0], 0])
  await tells(event('clearing.posted', card, 3000, { authRef: ref }))
  setClock()
  assert.deepEqual(
    [await stateOf(ref), await settled(card)],
    [['COMPLETE', 3000, 0], [['FORCED', -3000, 1001, 'POSTED']]],
  )
  await booksHold()
})

test('a clearing and a refund that should not have been are undone', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  const clearing = event('clearing.posted', card, 3000, { authRef: ref })
  const { clearingRef } = clearing as { clearingRef: string }
  await tells(clearing, event('clearing.reversed', card, 3000, { authRef: ref, clearingRef }))
  assert.deepEqual(
    [(await money(card)).posted, await settled(card)],
    [
      5000,
      [
        ['PURCHASE', -3000, null, 'REVERSED'],
        ['REVERSAL', 3000, 1012, 'POSTED'],
      ],
    ],
  )
  const refund = event('refund.posted', card, 700) as { clearingRef: string } & NetworkEvent
  await tells(refund, event('refund.reversed', card, 700, { clearingRef: refund.clearingRef }))
  assert.deepEqual([(await money(card)).posted, (await settled(card))[2]], [5000, ['REFUND', 700, null, 'REVERSED']])
  await booksHold()
})

test('an event told fifty times at once, and again later under another id, moves money once', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 3000)
  const clearing = event('clearing.posted', card, 3000, { authRef: ref })
  await Promise.all(Array.from({ length: 50 }, () => receive([clearing])))
  await Promise.all(Array.from({ length: 10 }, () => applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })))
  await tells({ ...clearing, id: newRef() })
  assert.deepEqual([(await money(card)).posted, (await settled(card)).length], [2000, 1])
  await booksHold()
})

test('the control: an event applied without being taken once posts twice, and the books say so', async () => {
  const card = await aCard()
  const clearing = event('clearing.posted', card, 100)
  await receive([clearing])
  await applyOnce(clearing)
  await sql`UPDATE webhook_inbox SET state = 'NEW' WHERE event_id = ${clearing.id}`.execute(db)
  await sql`UPDATE trade SET clearing_ref = 'forgotten' WHERE card_id = ${card.cardId}`.execute(owner)
  await applyOnce(clearing)
  assert.equal((await settled(card)).length, 2)
})

test('out of order: a reversal of a clearing waits for the clearing and does not stop other events', async () => {
  const card = await aCard()
  const clearing = event('clearing.posted', card, 1000) as { clearingRef: string } & NetworkEvent
  const undo = event('clearing.reversed', card, 1000, { clearingRef: clearing.clearingRef })
  await assert.rejects(tells(undo, event('refund.posted', card, 300)), /has not come/)
  assert.equal((await money(card)).posted, 5300)
  await tells(clearing).catch(() => {}) // the reversal is older, so it is tried first once more
  await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
  assert.equal((await money(card)).posted, 5300)
  await booksHold()
})

test('what cannot be applied is tried for a day, the last millisecond too, and then waits at the desk', async () => {
  const card = await aCard()
  const told = Date.now()
  setClock(() => told)
  const undo = event('clearing.reversed', card, 1000)
  const again = () => applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
  const state = async () =>
    (await db.selectFrom('webhook_inbox').select('state').where('event_id', '=', undo.id).executeTakeFirstOrThrow())
      .state
  await assert.rejects(tells(undo), /has not come/)
  setClock(() => told + DAY)
  await assert.rejects(again(), /has not come/)
  assert.equal(await state(), 'NEW')
  setClock(() => told + DAY + 1)
  await again()
  assert.equal(await state(), 'HELD')
  setClock()
})

test('an event that never came is found in the issuer’s own list, also behind one that cannot be stored', async () => {
  const card = await aCard()
  const ref = await approvedOn(card, 2500)
  const lost = event('clearing.posted', card, 2500, { authRef: ref })
  await withIssuerThat(
    {
      listEvents: async (cursor) => ({
        events: cursor ? [] : [{ ...lost, id: 'a\u0000b' }, lost],
        next: 'end',
        more: false,
      }),
    },
    fillGaps,
  )
  await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
  assert.deepEqual(await stateOf(ref), ['COMPLETE', 2500, 0])
})

test('purchases, clearings, refunds and reversals in a wild mix keep the books', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const cards: Plastic[] = []
  for (let i = 0; i < 3; i++) cards.push(await cardInHand(ana, { rechargeAmount: 20_000 }))
  await Promise.all(
    Array.from({ length: 90 }, async (_, i) => {
      const card = cards[i % 3]!
      const authorization = request(card, 100 + i, { merchant: { ...shop, id: `mer_${i}` } })
      const { approved } = await decides(authorization)
      if (!approved) return
      const [kind, amount] = [i % 5, authorization.amountCents]
      if (kind === 0) await receive([event('clearing.posted', card, amount, { authRef: authorization.ref })])
      if (kind === 1) await receive([event('clearing.posted', card, amount + 50, { authRef: authorization.ref })])
      if (kind === 2) await receive([event('auth.reversed', card, amount, { authRef: authorization.ref, final: true })])
      if (kind === 3)
        await receive([
          event('clearing.posted', card, 40, { authRef: authorization.ref, final: false }),
          event('refund.posted', card, 30, { authRef: authorization.ref }),
        ])
      await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
    }),
  )
  await booksHold()
})
