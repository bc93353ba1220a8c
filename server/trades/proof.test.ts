import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, event, request, tells, tradesOf } from '#test/fixtures/trades.ts'
import { newAccount, type Person } from '#test/world.ts'
import { db, sql, transaction } from '../core/db.ts'
import { cardAccount, credit, debit, platform, post, prove, release } from '../ledger/ledger.ts'
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
const found = async () => (await prove()).map(({ check }) => check)
/** Breaks it, checks, and restores it, so that the next break is the only one. */
async function finds(check: string, broken: ReturnType<typeof sql>, mended: ReturnType<typeof sql>) {
  await broken.execute(owner)
  assert.ok((await found()).includes(check), check)
  await mended.execute(owner)
  await booksHold()
}

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
  assert.ok((await found()).includes(check))
  await Promise.all([state('RELEASED').execute(db), status('POSTED').execute(db)])
  await booksHold()
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
  await finds('auth-over-resolved', set('placed_cents', 29_99), set('placed_cents', 30_00))
  await finds('auth-held-not-its-status', set('status', 'EXPIRED'), set('status', 'PARTIAL'))
})

// Entries cannot be removed: these two tests come last.
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
  assert.ok((await found()).includes('reversal-not-its-transfer'))
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
  const breaks = (await prove()).filter(({ check }) => check === 'reversal-not-its-transfer')
  assert.ok(breaks.some(({ subject }) => subject === trade!.trade_id))
})
