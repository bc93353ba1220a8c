import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, charges, shop, type Plastic } from '#test/fixtures/trades.ts'
import { owner } from '#test/database.ts'
import { newAccount, subOf } from '#test/world.ts'
import { cardRecurring as row } from '#contract/trades/recurring.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { freezeCard } from '#server/cards/controls/freezeCard.ts'
import { cardRecurring } from './cardRecurring.ts'
import { newestChargesSql } from './queries.ts'

withIssuer()
afterEach(() => setClock())

const asks = async (who: Actor, cardId: string) => row.output.parse(await cardRecurring(who, { cardId }))
const START = Date.now()
const LAST_DAY = 80
const daysAgo = (day: number) => START + (LAST_DAY - day) * DAY
type Charged = [name: string, cents: number, ...daysAgo: number[]]
/** Charges made so many days before the time that it then is. */
async function charged(card: Plastic, ...all: Charged[]) {
  const one = all.flatMap(([name, cents, ...days]) => days.map((day) => ({ name, cents, day })))
  for (const { name, cents, day } of one.toSorted((a, b) => b.day - a.day)) {
    setClock(() => daysAgo(day))
    const { approved } = await charges(card, cents, { merchant: { ...shop, id: `mer_${name}`, name } })
    assert.ok(approved)
  }
  setClock(() => daysAgo(0))
}

test('the recurring charges of a card: the next first, what it lacks for them, and the sum of thirty days', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { rechargeAmount: 20_000 })
  await charged(card, ['FILMS', 3000, 78, 48, 18], ['NEWS', 1000, 23, 16, 9, 2], ['ONCE', 500, 10])
  const { list, expected, detailed } = await asks(ana, card.cardId)
  assert.equal(detailed, true)
  assert.deepEqual(
    list.map(({ merchantName, interval, everyDays, times, lastAmount, nextAmount, state, obstacle, shortBy }) => [
      ...[merchantName, interval, everyDays, times, lastAmount, nextAmount, state, obstacle, shortBy],
    ]),
    [
      ['NEWS', 'WEEK', 7, 4, 1000, 1000, 'EXPECTED', null, 0],
      ['FILMS', 'DAY', 30, 3, 3000, 3000, 'EXPECTED', null, 0],
    ],
  )
  // 20,000 less what was authorized: 6,500 are left for one of 3,000 and four of 1,000.
  assert.deepEqual(expected, { days: 30, count: 5, amount: 7000, shortBy: 500 })

  await charged(card, ['OTHER', 3000, 1])
  const short = await asks(ana, card.cardId)
  assert.deepEqual(
    short.list.map(({ merchantName, obstacle, shortBy }) => [merchantName, obstacle, shortBy]),
    [
      ['NEWS', null, 0],
      ['FILMS', 'FUNDS', 500],
    ],
  )
  await transaction((tx) => freezeCard(ana, { cardId: [card.cardId], frozen: true }, tx))
  assert.deepEqual(
    (await asks(ana, card.cardId)).list.map(({ obstacle }) => obstacle),
    ['FROZEN', 'FROZEN'],
  )
})

test('a charge will not pass on a stopped card, on one that has ended, and after the expiry', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 20_000 })
  await charged(card, ['FILMS', 1000, 78, 48, 18])
  const becomes = async (blocks: number, status: string, expiresAt = new Date(daysAgo(-400))) => {
    await sql`UPDATE card SET blocks = ${blocks}, status = ${status}, expires_at = ${expiresAt} WHERE card_id = ${card.cardId}`.execute(
      owner,
    )
    return (await asks(ana, card.cardId)).list[0]!.obstacle
  }
  assert.equal(await becomes(0, 'ACTIVE'), null)
  assert.equal(await becomes(1 | 4, 'ACTIVE'), 'STOPPED')
  assert.equal(await becomes(64, 'ACTIVE'), 'USED_UP')
  assert.equal(await becomes(0, 'CLOSING'), 'ENDED')
  assert.equal(await becomes(0, 'EXPIRED'), 'EXPIRES')
  assert.equal(await becomes(0, 'ACTIVE', new Date(daysAgo(-3))), 'EXPIRES')
})

test('another’s card is not there, and a login without the right to see transactions learns nothing of them', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const sub = await subOf(ana, { keys: ['card:view', 'card:open'] })
  const card = await cardInHand(sub, { rechargeAmount: 20_000 })
  await charged(card, ['FILMS', 1000, 78, 48, 18])
  await assert.rejects(asks(await newAccount(), card.cardId), refusedAs('not_found'))
  const { list, expected, detailed } = await asks(sub, card.cardId)
  assert.deepEqual([list, expected.count, expected.amount, detailed], [[], 0, 0, false])
})

test('a card with 30,000 authorizations costs no more than its thousand newest', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 20_000 })
  await charges(card, 500)
  await sql`
    INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents,
                      merchant_amount, merchant_currency, status, iso_code, pos, occurred_at)
    SELECT cell, account_no, auth_id - n, la_id, n, issuer_id, 'busy' || n, merchant_no, descriptor, 1, 1, 1, 'USD', 'COMPLETE', '00', pos, occurred_at
      FROM auth, generate_series(1, 30000) AS n
     WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${card.cardId})`.execute(owner)
  await sql`ANALYZE auth`.execute(owner)
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`EXPLAIN (ANALYZE, COSTS off, TIMING off) ${newestChargesSql(card, Date.now() - 90 * DAY)}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Scan Backward using auth_by_card_\w+ on auth_\w+ auth \(actual rows=1000(\.\d+)? /)
  assert.doesNotMatch(plan, /Sort|Seq Scan on auth/)
  assert.deepEqual((await asks(ana, card.cardId)).list, [])
})
