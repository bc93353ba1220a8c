/** Whatever is asked about one account opens the partition of its cell, and no other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { opened, partitionOf } from '#test/fixtures/plans.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  event,
  request,
  shop,
  tells,
  tradesOf,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import * as contract from '#contract/trades/trades.ts'
import type { Actor } from '../core/actor.ts'
import { ago, DAY, nowMs } from '../core/clock.ts'
import { db, sql, transaction } from '../core/db.ts'
import { type ClearingPosted, type NetworkEvent, type RefundPosted } from '../outside/outside.ts'
import { authById, findAuth } from './auths.ts'
import { firstAuthKey } from './authId.ts'
import { declinesByDate } from './declineDays/declinesByDate.ts'
import { declinesSince } from './declineDays/keepDays.ts'
import { authsByKey, bundlesToTell, claim } from './declineNotices/queries.ts'
import { refundsOf, unexplainedSince } from './events/queries.ts'
import { authorizationsAsSheet, tradesAsSheet } from './lists/tradesAsSheet.ts'
import { declinesByReason } from './ladder/queries.ts'
import { declineRate } from './ladder/rate.ts'
import { answers } from './module.ts'
import { findTrade, purchaseToRefund, tradeById, updateTrade } from './queries.ts'
import { newestCharges } from './recurring/queries.ts'
import { begunRefunds, habits, openHolds } from './rehearse/queries.ts'

withIssuer({ connections: 20 })
/** The same statements name the same cells there, and the engine refuses most that do not. */
const skip = testWorkers.length > 0 && 'reads the plans of one PostgreSQL, and a coordinator tells none of its workers'

const aCard = async (ana: Actor) => cardInHand(ana, { rechargeAmount: 500_00 })
async function cleared(card: Plastic, amountCents: number): Promise<ClearingPosted> {
  const asked = request(card, amountCents)
  assert.equal((await decides(asked)).approved, true)
  const clearing = event('clearing.posted', card, amountCents, { authRef: asked.ref }) as ClearingPosted
  await tells(clearing)
  return clearing
}

/** Fails for a statement that opens another partition than the account's, or if none of these tables was read. */
async function opensOne(accountId: string, tables: readonly ('auth' | 'trade')[], work: () => Promise<unknown>) {
  const found = await opened(tables, work)
  const own = new Set(tables.map((table) => partitionOf(table, accountId)))
  for (const { text, partitions } of found)
    assert.ok(
      partitions.every((one) => own.has(one)),
      `${partitions.join(', ')}: ${text}`,
    )
  assert.deepEqual(new Set(found.flatMap(({ partitions }) => partitions)), own)
}

test('the lists of an account, with every filter, and their sheets', { skip }, async () => {
  const ana = await newAccount({ balanceCents: 1_000_000 })
  const sub = await subOf(ana, {})
  const card = await aCard(ana)
  await cleared(card, 12_00)
  const reversed = await cleared(card, 13_00)
  await tells(
    event('clearing.reversed', card, 13_00, { clearingRef: reversed.clearingRef, authRef: reversed.authRef! }),
  )
  await charges(card, 900_000_00)
  const filters = [
    {},
    { cardId: card.cardId },
    { merchant: shop.name, country: 'US', currency: 'USD', minAmount: 1, maxAmount: 99_00 },
    { startTime: nowMs() - DAY, endTime: nowMs(), lastFour: card.cardNumber.slice(-4), scope: 'all' as const },
    { subUid: sub.subUid, scope: 'all' as const },
    { pageNo: 200 },
  ]
  for (const input of filters) {
    const [trades, auths, declines] = [
      contract.pageTrades.input.parse(input),
      contract.pageAuthorizations.input.parse(input),
      contract.pageDeclines.input.parse(input),
    ]
    await opensOne(ana.accountId, ['trade'], () => answers.pageTrades(ana, trades))
    await opensOne(ana.accountId, ['auth'], () => answers.pageAuthorizations(ana, auths))
    await opensOne(ana.accountId, ['auth'], () => answers.pageDeclines(ana, declines))
  }
  const { data } = await answers.pageTrades(ana, contract.pageTrades.input.parse({}))
  assert.equal(data.filter(({ reversalTradeId }) => reversalTradeId !== null).length, 1)
  const [{ tradeId, cardAuthId }] = data as [(typeof data)[number]]
  await opensOne(ana.accountId, ['trade'], () =>
    answers.pageTrades(ana, contract.pageTrades.input.parse({ tradeId, cardAuthId: cardAuthId! })),
  )
  const sheets = [
    ['trade', await tradesAsSheet(ana, contract.pageTrades.input.parse({ cardId: card.cardId }))],
    ['auth', await authorizationsAsSheet(ana, contract.pageAuthorizations.input.parse({ cardId: card.cardId }))],
  ] as const
  for (const [table, { columns, from, orderBy, counted }] of sheets)
    await opensOne(ana.accountId, [table], async () => {
      await sql`SELECT ${sql.join(columns.map(({ value }) => value))} FROM ${from} ORDER BY ${orderBy}`.execute(db)
      await sql`SELECT count(*) FROM ${counted}`.execute(db)
    })
})

test('an event that is told again, and what belongs to it', { skip }, async () => {
  const ana = await newAccount({ balanceCents: 1_000_000 })
  const card = await aCard(ana)
  const clearing = await cleared(card, 40_00)
  const refund = event('refund.posted', card, 10_00) as RefundPosted
  await tells(refund)
  const [bought] = await tradesOf(card)
  const again = (told: NetworkEvent) => tells({ ...told, id: `${told.id}x` } as NetworkEvent)
  await opensOne(ana.accountId, ['trade'], () => again(clearing))
  await opensOne(ana.accountId, ['trade'], () => again(refund))
  const issuerId = 'simulated'
  await opensOne(ana.accountId, ['trade'], () =>
    transaction(async (tx) => {
      assert.equal((await findTrade(tx, card, issuerId, clearing.clearingRef))!.trade_id, bought!.trade_id)
      await purchaseToRefund(tx, { ...card, authId: bought!.auth_id!, merchantNo: bought!.merchant_no, amount: 1 })
      await purchaseToRefund(tx, { ...card, authId: undefined, merchantNo: bought!.merchant_no, amount: 1 })
      assert.ok(await tradeById(tx, ana.accountId, bought!.trade_id))
      assert.equal((await refundsOf(tx, ana.accountId, bought!.trade_id)).length, 1)
      await unexplainedSince(tx, ana.accountId, ago(DAY))
      await updateTrade(tx, bought!, { status: bought!.status })
    }),
  )
  const named = (await authOf(clearing.authRef!))!
  await opensOne(ana.accountId, ['auth'], () =>
    transaction(async (tx) => {
      assert.equal((await findAuth(tx, card, issuerId, clearing.authRef!))!.auth_id, named.auth_id)
      assert.ok(await authById(tx, ana.accountId, named.auth_id))
    }),
  )
  const undo = { clearingRef: clearing.clearingRef, authRef: clearing.authRef! }
  await opensOne(ana.accountId, ['trade', 'auth'], () => tells(event('clearing.reversed', card, 40_00, undo)))
})

test('figures and rehearsals', { skip }, async () => {
  const ana = await newAccount({ balanceCents: 1_000_000 })
  const card = await aCard(ana)
  await charges(card, 3_00)
  const cards = { accountId: ana.accountId, cardIds: [card.cardId] }
  await opensOne(ana.accountId, ['trade', 'auth'], async () => {
    await openHolds(db, cards, 10)
    await habits(db, cards, nowMs() - DAY)
    await begunRefunds(db, cards, nowMs() - DAY, 10)
    await newestCharges(db, card, nowMs() - DAY)
    await declinesByDate(db, ana, 7)
    await declineRate(db, ana.accountId)
    await declinesByReason(db, ana, nowMs() - DAY)
  })
})

test('telling of declines', { skip }, async () => {
  const ana = await newAccount({ balanceCents: 1_000_000 })
  const card = await aCard(ana)
  await charges(card, 900_000_00)
  const span = { from: '0', until: firstAuthKey(nowMs() + DAY), notAfter: ago(0) }
  await opensOne(ana.accountId, ['auth'], () =>
    transaction(async (tx) => {
      const bundles = await bundlesToTell(tx, ana.accountId, span)
      assert.equal(bundles.length, 1)
      await claim(tx, ana.accountId, bundles, { pauseMs: 60_000, at: ago(0) })
      const [auth] = await authsByKey(tx, ana.accountId, [bundles[0]!.last])
      assert.equal(auth!.card_id, card.cardId)
    }),
  )
  await opensOne(ana.accountId, ['auth'], async () => {
    const { rows } =
      await sql`SELECT * FROM ${declinesSince({ accountId: ana.accountId, sinceMs: nowMs() - DAY, beganMs: nowMs() })}`.execute(
        db,
      )
    assert.equal(rows.length, 2)
  })
})
