import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner, somebodyWaits } from '#test/database.ts'
import { identified } from '#test/fixtures/batches.ts'
import {
  asks,
  booksHold,
  moneyOn,
  newsTo,
  operationsOf,
  requestNo,
  walletOf,
  withIssuer,
} from '#test/fixtures/cards.ts'
import { cardOpenedAt, feesPosted, listsFees } from '#test/fixtures/products.ts'
import { fund, newAccount, type Person } from '#test/world.ts'
import { answers as fundingAnswers } from '#server/funding/module.ts'
import { DAY, HOUR, MINUTE, setClock } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { cardAccount, credit, debit, platform, postMany, prove, wallet } from '#server/ledger/ledger.ts'
import { blockCards } from '../controls/blockCards.ts'
import { accountsToCharge } from './queries.ts'
import { takeMonthFees } from './takeMonthFees.ts'
import { tellMonthFees } from './tellMonthFees.ts'

withIssuer()

/** The day of the notice, three days before the fee of cards that were opened on a 28th. */
const NOTICE = Date.parse('2027-03-25T00:20:00+08:00')
const at = (ms: number): void => setClock(() => ms)
const VID = 'VISA-US-1'
const TWENTY_EIGHTH = '2027-01-28T09:00:00+08:00'

beforeEach(async () => {
  setClock()
  await sql`DELETE FROM month_fee_day`.execute(owner)
  await sql`UPDATE card SET opened_at = '2020-01-01Z'`.execute(owner)
  await listsFees(VID, { monthFee: 100, freezeUnpaid: false })
})
afterEach(() => setClock())

type FeeRow = { card_id: string; month: string; state: string; tries: number; due: string }
const feesOf = async ({ accountId }: Person): Promise<FeeRow[]> =>
  (
    await sql<FeeRow>`
    SELECT card_id, month, state, tries, to_char(due_at AT TIME ZONE interval '8 hours', 'MM-DD HH24:MI') AS due
      FROM card_month_fee WHERE account_id = ${accountId} ORDER BY card_id, month`.execute(db)
  ).rows
const statesOf = async (who: Person) => (await feesOf(who)).map(({ state }) => state)
const newsOfFees = async (who: Person) => (await newsTo(who)).filter((event) => event.startsWith('card_month_fee'))
const blocksOf = async (cardId: string): Promise<number> =>
  (await sql<{ blocks: number }>`SELECT blocks FROM card WHERE card_id = ${cardId}`.execute(db)).rows[0]!.blocks

/** Leaves nothing on the card and in the wallet. */
async function empties({ accountId }: Person, cardId: string): Promise<void> {
  const [onCard, inWallet] = [await moneyOn({ accountId }, cardId), await walletOf({ accountId })]
  const biz = { type: 'test', id: requestNo() }
  const all = onCard.available + inWallet.available
  await transaction((tx) =>
    postMany(tx, [
      {
        kind: 'CARD_UNLOAD',
        accountId,
        biz,
        lines: [debit(cardAccount(accountId, cardId), onCard.available), credit(wallet(accountId), onCard.available)],
      },
      { kind: 'ADJUST_OUT', accountId, biz, lines: [debit(wallet(accountId), all), credit(platform('5070'), all)] },
    ]),
  )
}

/** Tells of the fees of the 28th of March and lets their time come. */
async function falls(): Promise<void> {
  at(NOTICE)
  await tellMonthFees()
  at(NOTICE + 3 * DAY + MINUTE)
}

test('a fee is announced three days before, once for all cards of an account, and taken on its day from each card', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const cards = []
  for (let n = 0; n < 3; n++) cards.push(await cardOpenedAt(ana, TWENTY_EIGHTH))
  at(NOTICE)
  await tellMonthFees()
  assert.deepEqual(await newsOfFees(ana), ['card_month_fee_ahead'])
  const { rows } = await sql<{ params: unknown }>`
    SELECT payload -> 'params' AS params FROM graphile_worker._private_jobs
     WHERE payload ->> 'accountId' = ${ana.accountId} AND payload ->> 'event' = 'card_month_fee_ahead'`.execute(db)
  assert.deepEqual(rows, [{ params: { date: '2027-03-28', count: 3, amount: '$3.00' } }])
  const shown = await asks(ana, 'showCard', { cardId: cards[0]! })
  assert.deepEqual(shown.fees.nextMonthFee, { amount: 100, time: NOTICE + 3 * DAY, unpaid: 0 })

  at(NOTICE + 3 * DAY - MINUTE)
  await takeMonthFees()
  assert.deepEqual(await feesPosted(ana), [], 'not before its day')
  at(NOTICE + 3 * DAY)
  await takeMonthFees()
  assert.deepEqual(await feesPosted(ana), Array(3).fill('CARD_MONTH_FEE 2020 100'))
  assert.deepEqual(await statesOf(ana), ['PAID', 'PAID', 'PAID'])
  assert.equal((await moneyOn(ana, cards[0]!)).posted, 4900)
  assert.ok((await operationsOf(ana)).includes('CARD_FEE OK 300'))
  const bill = await asks(ana, 'cardBill', { cardId: cards[0]!, month: '2027-03' })
  assert.deepEqual(
    bill.data.map(({ type, desc, amount }) => [type, desc, amount]),
    [['FEE', 'Monthly card fee · 2027-03', -100]],
  )
  const next = (await asks(ana, 'showCard', { cardId: cards[0]! })).fees.nextMonthFee
  assert.deepEqual([next!.amount, next!.time], [100, Date.parse('2027-04-28T00:00:00+08:00')])
  await booksHold()
})

test('whatever runs twice or at once takes one fee for each card and month', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await cardOpenedAt(ana, TWENTY_EIGHTH)
  await cardOpenedAt(ana, TWENTY_EIGHTH)
  at(NOTICE)
  await Promise.all([tellMonthFees(), tellMonthFees(), tellMonthFees()])
  await sql`DELETE FROM month_fee_day`.execute(owner)
  await tellMonthFees()
  assert.equal((await feesOf(ana)).length, 2)
  assert.deepEqual(await newsOfFees(ana), ['card_month_fee_ahead'])
  at(NOTICE + 4 * DAY)
  await Promise.all([takeMonthFees(), takeMonthFees(), takeMonthFees()])
  await takeMonthFees()
  assert.deepEqual(await feesPosted(ana), Array(2).fill('CARD_MONTH_FEE 2020 100'))
  await booksHold()
})

test('what dies after the posting and before the commit has taken nothing, and the next attempt takes it once', async () => {
  const [ana, bo] = [await newAccount({ balanceCents: 100_000 }), await newAccount({ balanceCents: 10_000 })]
  await cardOpenedAt(ana, TWENTY_EIGHTH)
  await empties(bo, await cardOpenedAt(bo, TWENTY_EIGHTH))
  await falls()
  await sql`UPDATE card_month_fee SET tries = 3 WHERE account_id = ${bo.accountId}`.execute(owner)
  let taking: Promise<void> | undefined
  await owner.transaction().execute(async (tx) => {
    // The posting of what is owed ends with the account's row.
    await sql`SELECT FROM account WHERE cell = ${cellOf(bo.accountId)} AND account_id = ${bo.accountId} FOR UPDATE`.execute(
      tx,
    )
    taking = takeMonthFees()
    while (!(await somebodyWaits())) await sleep(20)
    const { rows: killed } = await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
         AND query LIKE '%FROM account WHERE%FOR UPDATE%'`.execute(owner)
    assert.equal(killed.length, 1)
    assert.deepEqual([await statesOf(bo), await feesPosted(bo)], [['DUE'], []])
  })
  await taking
  assert.deepEqual(
    [await feesPosted(ana), await feesPosted(bo)],
    [['CARD_MONTH_FEE 2020 100'], ['CARD_MONTH_FEE 2020 100']],
  )
  assert.deepEqual([await statesOf(ana), await statesOf(bo)], [['PAID'], ['OWED']])
  await booksHold()
})

test('the wallet pays for a card that is short, and says for which', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await cardOpenedAt(ana, TWENTY_EIGHTH)
  await empties(ana, cardId)
  await fund(ana.accountId, 150)
  await falls()
  await takeMonthFees()
  assert.deepEqual(await feesPosted(ana), ['CARD_MONTH_FEE 2010 100'])
  assert.equal((await walletOf(ana)).posted, 50)
  const { data } = await fundingAnswers.listFlows(ana, { pageNo: 1, pageSize: 10 } as never)
  assert.match(data[0]!.tradeDesc, /^Monthly card fee ····\d{4}$/)
  assert.deepEqual([data[0]!.amount, data[0]!.fee, data[0]!.remark, data[0]!.cardId], [100, 100, '2027-03', cardId])
  await booksHold()
})

test('what neither has is tried on three more days, is told once, and is then owed', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await cardOpenedAt(ana, TWENTY_EIGHTH)
  await empties(ana, cardId)
  await fund(ana.accountId, 60)
  await falls()
  for (let day = 3; day < 6; day++) {
    at(NOTICE + day * DAY + MINUTE)
    await takeMonthFees()
    await takeMonthFees()
    assert.deepEqual([await statesOf(ana), await feesPosted(ana)], [['DUE'], []])
  }
  assert.deepEqual(await newsOfFees(ana), ['card_month_fee_ahead', 'card_month_fee_unpaid'])
  assert.equal((await asks(ana, 'showCard', { cardId })).fees.nextMonthFee!.unpaid, 1)
  at(NOTICE + 6 * DAY + 2 * MINUTE)
  await takeMonthFees()
  assert.deepEqual([await statesOf(ana), await feesPosted(ana)], [['OWED'], ['CARD_MONTH_FEE 2020 100']])
  // The wallet gave what it had, and never goes below zero.
  assert.deepEqual([(await moneyOn(ana, cardId)).posted, (await walletOf(ana)).posted], [-40, 0])
  assert.equal((await accountOf(db, ana.accountId)).restricted, true)
  assert.equal(await blocksOf(cardId), 0)
  assert.deepEqual(await prove(), [])
})

test('where staff chose so, the card is frozen instead, and is unfrozen when there is money', async () => {
  await listsFees(VID, { freezeUnpaid: true })
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await cardOpenedAt(ana, TWENTY_EIGHTH)
  await empties(ana, cardId)
  await falls()
  for (let day = 3; day < 7; day++) {
    at(NOTICE + day * DAY + 2 * MINUTE)
    await takeMonthFees()
  }
  assert.deepEqual([await statesOf(ana), await feesPosted(ana), await blocksOf(cardId)], [['FROZEN'], [], 4])
  assert.deepEqual(await newsOfFees(ana), ['card_month_fee_ahead', 'card_month_fee_unpaid', 'card_month_fee_frozen'])
  assert.equal((await accountOf(db, ana.accountId)).restricted, false)
  const log = await asks(ana, 'cardLog', { cardId })
  assert.deepEqual([log.data[0]!.type, log.data[0]!.remark], ['BLOCK', 'The monthly fee is unpaid'])
  await fund(ana.accountId, 500)
  at(NOTICE + 6 * DAY + 2 * HOUR)
  await takeMonthFees()
  assert.deepEqual(
    [await statesOf(ana), await feesPosted(ana), await blocksOf(cardId)],
    [['PAID'], ['CARD_MONTH_FEE 2010 100'], 0],
  )
  await booksHold()
})

test('cards that their owner cannot use pay nothing, and cards that the owner froze pay', async () => {
  const ana = await newAccount({ balanceCents: 100_000, plan: 'PRO' })
  await identified(ana)
  const [closed, stopped, late, frozen] = [
    await cardOpenedAt(ana, TWENTY_EIGHTH),
    await cardOpenedAt(ana, TWENTY_EIGHTH),
    await cardOpenedAt(ana, TWENTY_EIGHTH),
    await cardOpenedAt(ana, TWENTY_EIGHTH),
  ]
  const [other, young] = [
    await cardOpenedAt(ana, TWENTY_EIGHTH, { vid: 'VISA-US-2' }),
    await cardOpenedAt(ana, '2027-03-28T09:00:00+08:00'),
  ]
  const stops = (cardId: string) =>
    transaction((tx) =>
      blockCards(tx, { accountId: ana.accountId, cardIds: [cardId], block: 'ISSUER', on: true, reason: 'x' }),
    )
  await asks(ana, 'deleteCard', { cardId: closed, requestNo: requestNo() })
  await stops(stopped)
  await asks(ana, 'freezeCard', { cardId: [frozen], frozen: true, requestNo: requestNo() })
  at(NOTICE)
  await tellMonthFees()
  assert.deepEqual((await feesOf(ana)).map(({ card_id }) => card_id).sort(), [frozen, late].sort())
  assert.ok(![other, young].includes(late))
  // Stopped after the notice: the fee is not taken any more.
  await stops(late)
  at(NOTICE + 3 * DAY)
  await takeMonthFees()
  assert.deepEqual(await feesPosted(ana), ['CARD_MONTH_FEE 2020 100'])
  const states = new Map((await feesOf(ana)).map(({ card_id, state }) => [card_id, state]))
  assert.deepEqual([states.get(late), states.get(frozen)], ['WAIVED', 'PAID'])
  await booksHold()
})

test('an account whose funds are frozen owes no fee', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await cardOpenedAt(ana, TWENTY_EIGHTH)
  at(NOTICE)
  await tellMonthFees()
  await sql`UPDATE account SET frozen = true WHERE account_id = ${ana.accountId}`.execute(owner)
  at(NOTICE + 3 * DAY)
  await takeMonthFees()
  assert.deepEqual([await statesOf(ana), await feesPosted(ana)], [['WAIVED'], []])
  await sql`UPDATE account SET frozen = false WHERE account_id = ${ana.accountId}`.execute(owner)
})

test('a price applies from the next notice on, which has the price of its morning', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const [first, second] = [await cardOpenedAt(ana, TWENTY_EIGHTH), await cardOpenedAt(ana, '2027-01-29T09:00:00+08:00')]
  // In force later on the day of the notice, and before the sweep comes.
  const changed = new Date(NOTICE + 2 * HOUR)
  await sql`INSERT INTO range_price (vid, month_fee_cents, effective_from) VALUES (${VID}, 250, ${changed})`.execute(
    owner,
  )
  at(NOTICE + 3 * HOUR)
  await tellMonthFees()
  at(NOTICE + DAY)
  await tellMonthFees()
  at(NOTICE + 5 * DAY)
  await takeMonthFees()
  const { rows } = await sql<{ card_id: string; amount_cents: number }>`
    SELECT card_id, amount_cents FROM card_month_fee WHERE account_id = ${ana.accountId} ORDER BY month, due_at`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { card_id: first, amount_cents: 100 },
    { card_id: second, amount_cents: 250 },
  ])
  await sql`DELETE FROM range_price WHERE vid = ${VID} AND effective_from > '2021-01-01'`.execute(owner)
  await booksHold()
})

test('after an interruption fees are announced late and due later; after a long one they are not taken', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await cardOpenedAt(ana, TWENTY_EIGHTH)
  await cardOpenedAt(ana, '2027-01-14T09:00:00+08:00')
  at(NOTICE - 20 * DAY)
  await tellMonthFees()
  at(NOTICE + 2 * DAY)
  await tellMonthFees()
  assert.deepEqual(
    (await feesOf(ana)).map(({ month, due }) => [month, due]),
    [['2027-03', '03-30 00:20']],
  )
})

test('a fee that its holder was not told of in time cannot be stored', async () => {
  await assert.rejects(
    sql`INSERT INTO card_month_fee (cell, account_id, card_id, month, amount_cents, told_at, due_at, state, try_at)
        VALUES (cell_of('a'), 'a', 'c', '2027-03', 1, '2027-03-01Z', '2027-03-03Z', 'DUE', '2027-03-03Z')`.execute(
      owner,
    ),
    /card_month_fee_told/,
  )
})

test('the books show a fee without its posting and a posting without its fee', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  await cardOpenedAt(ana, TWENTY_EIGHTH)
  await falls()
  await takeMonthFees()
  await booksHold()
  await sql`UPDATE card_month_fee SET amount_cents = 99 WHERE account_id = ${ana.accountId}`.execute(owner)
  assert.deepEqual(
    (await prove()).map(({ check }) => check),
    ['month-fee-not-its-posting'],
  )
  await sql`DELETE FROM card_month_fee WHERE account_id = ${ana.accountId}`.execute(owner)
  assert.deepEqual(
    (await prove()).map(({ check }) => check),
    ['month-fee-not-its-posting'],
  )
  await sql`INSERT INTO card_month_fee (cell, account_id, card_id, month, amount_cents, told_at, due_at, state, paid_from, transfer_id)
            SELECT cell, account_id, split_part(biz_id, ' ', 1), split_part(biz_id, ' ', 2), 100, '2027-03-01Z', '2027-03-28Z', 'PAID', 'CARD', transfer_id
              FROM ledger_transfer WHERE kind = 'CARD_MONTH_FEE' AND account_id = ${ana.accountId}`.execute(owner)
})

test('with nothing due, the sweeps read an index and no cards', async () => {
  at(NOTICE)
  await tellMonthFees()
  const took: number[] = []
  for (let n = 0; n < 9; n++) {
    const began = performance.now()
    await tellMonthFees()
    await takeMonthFees()
    took.push(performance.now() - began)
  }
  assert.ok(Math.min(...took) < 50, String(took))
  assert.deepEqual(await accountsToCharge(), [])
  const plan = await owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT account_id, card_id, vid
        FROM card
       WHERE vid = ANY (${[VID]})
         AND extract(day FROM opened_at AT TIME ZONE interval '8 hours')::int = ANY (${[28]}::int[])
         AND status = 'ACTIVE' AND blocks & 30 = 0 AND opened_at < ${new Date(NOTICE)}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /card_by_month_day/)
})
