import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner } from '#test/database.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, event, request, tells, tradesOf } from '#test/fixtures/trades.ts'
import { newAccount, type Person } from '#test/world.ts'
import { db, sql, transaction } from '../core/db.ts'
import {
  cardAccount,
  credit,
  debit,
  platform,
  post,
  prove,
  proveWithCover,
  release,
  saveCheckpoint,
} from '../ledger/ledger.ts'
import type { ClearingPosted } from '../outside/outside.ts'

withIssuer()

const aCard = async (ana: Person) => cardInHand(ana, { rechargeAmount: 100_00 })
async function reversed() {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await aCard(ana)
  const clearing = event('clearing.posted', card, 20_00) as ClearingPosted
  await tells(clearing, event('clearing.reversed', card, 20_00, { clearingRef: clearing.clearingRef }))
  const [trade, reversal] = await tradesOf(card)
  return { ana, card, trade: trade!, reversal: reversal! }
}
const kinds = ['WHOLE', 'NEW'] as const
/** Whether both forms of the proof tell it. */
async function areFound(check: string) {
  for (const kind of kinds)
    assert.ok(
      (await prove({ kind })).some((one) => one.check === check),
      `${check} by the proof of ${kind}`,
    )
}
async function bothHold() {
  for (const kind of kinds) assert.deepEqual(await prove({ kind }), [], kind)
}
/** Breaks it, checks, and restores it, so that the next break is the only one. */
async function finds(check: string, broken: ReturnType<typeof sql>, mended: ReturnType<typeof sql>) {
  await broken.execute(owner)
  await areFound(check)
  await mended.execute(owner)
  await bothHold()
}
/** What is there by now is old: the proof of what is new goes on from here. */
async function goesOn() {
  await sleep(2)
  const { breaks, provenMs, since } = await proveWithCover('NEW')
  assert.deepEqual(breaks, [])
  await saveCheckpoint(provenMs, since, 0)
  await sleep(2)
}

test('there is a checkpoint', goesOn)

test('the proof finds a reversal without its row, of another card, of another sum, and a row that does not say so', async () => {
  const { ana, trade, reversal } = await reversed()
  const { trade_id: id } = reversal
  const check = 'reversal-not-its-trade'
  const other = await aCard(ana)
  const set = (column: 'card_id' | 'amount_cents' | 'cross_fee_cents', value: string | number) =>
    sql`UPDATE trade SET ${sql.ref(column)} = ${value} WHERE trade_id = ${id}`
  await finds(check, set('card_id', other.cardId), set('card_id', trade.card_id))
  await finds(check, set('amount_cents', 19_00), set('amount_cents', 20_00))
  await finds(check, set('cross_fee_cents', -1), set('cross_fee_cents', 0))
  const status = (value: string) => sql`UPDATE trade SET status = ${value} WHERE trade_id = ${trade.trade_id}`
  await finds(check, status('POSTED'), status('REVERSED'))
  await sql`CREATE TABLE kept AS SELECT * FROM trade WHERE trade_id = ${id}`.execute(owner)
  await finds(check, sql`DELETE FROM trade WHERE trade_id = ${id}`, sql`INSERT INTO trade SELECT * FROM kept`)
})

test('a second row of one reversal is refused by the table', async () => {
  const { reversal } = await reversed()
  await assert.rejects(
    db
      .insertInto('trade')
      .values({
        ...reversal,
        trade_id: `${reversal.trade_id.slice(0, -1)}${reversal.trade_id.endsWith('Z') ? 'Y' : 'Z'}`,
        clearing_ref: 'again',
      })
      .execute(),
    /trade_reversed_once/,
  )
})

test('the proof finds a refund under review that is not held, and a hold that nobody reviews', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await aCard(ana)
  await tells(event('refund.posted', card, 4500_00))
  const [refund] = await tradesOf(card)
  const check = 'refund-review-not-its-hold'
  const state = (value: string) => sql`UPDATE refund_review SET state = ${value} WHERE trade_id = ${refund!.trade_id}`
  await finds(check, state('RELEASED'), state('OPEN'))
  const status = (value: string) => sql`UPDATE trade SET status = ${value} WHERE trade_id = ${refund!.trade_id}`
  await finds(check, status('POSTED'), status('UNDER_REVIEW'))
  const held = await db
    .selectFrom('refund_review')
    .select('hold_id')
    .where('trade_id', '=', refund!.trade_id)
    .executeTakeFirstOrThrow()
  await transaction((tx) => release(tx, { accountId: refund!.account_id, holdId: held.hold_id }))
  await areFound(check)
  await Promise.all([state('RELEASED').execute(db), status('POSTED').execute(db)])
  await bothHold()
})

test('the proof finds held money that no authorization holds, more than was placed, and a hold of one that is over', async () => {
  const card = await aCard(await newAccount({ balanceCents: 500_000 }))
  const authorization = request(card, 30_00)
  const { ref } = authorization
  assert.equal((await decides(authorization)).approved, true)
  await tells(event('clearing.posted', card, 10_00, { authRef: ref, final: false }))
  const set = (column: 'held_cents' | 'placed_cents' | 'status', value: string | number) =>
    sql`UPDATE auth SET ${sql.ref(column)} = ${value} WHERE issuer_ref = ${ref}`
  await finds('held-not-its-holds', set('held_cents', 19_99), set('held_cents', 20_00))
  await finds('auth-not-its-clearings', set('placed_cents', 29_99), set('placed_cents', 30_00))
  await finds('auth-not-its-clearings', set('status', 'EXPIRED'), set('status', 'PARTIAL'))
})

test('the proof finds an authorization whose fee is not that of its trades, and a trade that was not posted for its amount', async () => {
  const card = await aCard(await newAccount({ balanceCents: 500_000 }))
  const { ref } = await authorizes(card, 30_00)
  await tells(event('clearing.posted', card, 10_00, { authRef: ref, final: false }))
  const fee = (value: number) => sql`UPDATE auth SET fee_taken_cents = ${value} WHERE issuer_ref = ${ref}`
  await finds('auth-not-its-clearings', fee(7), fee(0))
  const [trade] = await tradesOf(card)
  const amount = (value: number) => sql`UPDATE trade SET amount_cents = ${value} WHERE trade_id = ${trade!.trade_id}`
  await finds('trade-without-transfer', amount(-9_99), amount(-10_00))
})

async function authorizes(card: Awaited<ReturnType<typeof aCard>>, cents: number) {
  const authorization = request(card, cents)
  assert.equal((await decides(authorization)).approved, true)
  return authorization
}

test('the proof of what is new looks at what is old where something new changes it', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await aCard(ana)
  const [cleared, expired] = [await authorizes(card, 30_00), await authorizes(card, 20_00)]
  await tells(event('clearing.posted', card, 10_00, { authRef: cleared.ref, final: false }))
  const clearing = event('clearing.posted', card, 40_00) as ClearingPosted
  await tells(clearing)
  await goesOn()

  const auth = (change: string, { ref } = cleared) => sql`UPDATE auth SET ${sql.raw(change)} WHERE issuer_ref = ${ref}`
  await tells(event('clearing.posted', card, 5_00, { authRef: cleared.ref, final: false }))
  await bothHold()
  await finds('auth-not-its-clearings', auth('placed_cents = 2999'), auth('placed_cents = 3000'))
  await finds('auth-not-its-clearings', auth('fee_taken_cents = 1'), auth('fee_taken_cents = 0'))
  await finds('auth-not-its-clearings', auth(`status = 'EXPIRED'`), auth(`status = 'PARTIAL'`))
  await tells(event('auth.reversed', card, 20_00, { authRef: expired.ref }))
  await finds('auth-not-its-clearings', auth('held_cents = 1', expired), auth('held_cents = 0', expired))

  const refunds = [event('refund.posted', card, 10_00), event('refund.posted', card, 12_00)]
  await tells(refunds[0]!)
  await goesOn()
  await tells(refunds[1]!)
  const bought = (await tradesOf(card)).find(({ refunded_cents }) => refunded_cents > 0)!
  const trade = (change: string) => sql`UPDATE trade SET ${sql.raw(change)} WHERE trade_id = ${bought.trade_id}`
  assert.equal(bought.refunded_cents, 22_00)
  await finds('refunded-not-its-refunds', trade('refunded_cents = 2199'), trade('refunded_cents = 2200'))
  await goesOn()
  await tells(event('refund.reversed', card, 10_00, { clearingRef: (refunds[0] as ClearingPosted).clearingRef }))
  await bothHold()
  await finds('refunded-not-its-refunds', trade('refunded_cents = 1199'), trade('refunded_cents = 1200'))
  const took = `type = 'REFUND' AND status = 'REVERSED' AND amount_cents = 1000`
  await finds(
    'reversal-not-its-trade',
    sql`UPDATE trade SET status = 'POSTED' WHERE ${sql.raw(took)}`,
    sql`UPDATE trade SET status = 'REVERSED' WHERE type = 'REFUND' AND amount_cents = 1000`,
  )
  await finds(
    'reversal-not-its-transfer',
    sql`UPDATE trade SET amount_cents = 1001 WHERE ${sql.raw(took)}`,
    sql`UPDATE trade SET amount_cents = 1000 WHERE type = 'REFUND' AND amount_cents = 1001`,
  )
  await goesOn()
})

// Entries cannot be removed: these tests come last.
test('the proof finds what is posted once more for an old trade', async () => {
  const card = await aCard(await newAccount({ balanceCents: 500_000 }))
  await tells(event('clearing.posted', card, 20_00))
  const [trade] = await tradesOf(card)
  await goesOn()
  await transaction((tx) =>
    post(tx, {
      kind: 'CLEARING',
      accountId: card.accountId,
      biz: { type: 'trade', id: trade!.trade_id },
      leg: 'again',
      lines: [debit(cardAccount(card.accountId, card.cardId), 1_00), credit(platform('2110', 'simulated'), 1_00)],
    }),
  )
  await areFound('trade-without-transfer')
})

test('the proof finds a reversal that was posted twice', async () => {
  const { card, trade } = await reversed()
  await transaction((tx) =>
    post(tx, {
      kind: 'CLEARING_REVERSED',
      accountId: card.accountId,
      biz: { type: 'trade', id: trade.trade_id },
      leg: 'again',
      lines: [debit(platform('2110', 'simulated'), 1_00), credit(cardAccount(card.accountId, card.cardId), 1_00)],
    }),
  )
  await areFound('reversal-not-its-transfer')
})

test('the proof finds a reversal that paid another card', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const [card, other] = [await aCard(ana), await aCard(ana)]
  const clearing = event('clearing.posted', card, 20_00) as ClearingPosted
  await tells(clearing)
  const [trade] = await tradesOf(card)
  await transaction((tx) =>
    post(tx, {
      kind: 'CLEARING_REVERSED',
      accountId: card.accountId,
      biz: { type: 'trade', id: trade!.trade_id },
      lines: [debit(platform('2110', 'simulated'), 20_00), credit(cardAccount(card.accountId, other.cardId), 20_00)],
    }),
  )
  for (const kind of kinds) {
    const breaks = (await prove({ kind })).filter(({ check }) => check === 'reversal-not-its-transfer')
    assert.ok(breaks.some(({ subject }) => subject === trade!.trade_id))
  }
})
