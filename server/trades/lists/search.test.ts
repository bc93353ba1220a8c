import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { owner } from '#test/database.ts'
import { opensCard, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import type { Input, Output } from '#contract/core/call.ts'
import * as contract from '#contract/trades/trades.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { db, sql, withoutTimeout } from '#server/core/db.ts'
import { answers } from '../module.ts'

withIssuer({ connections: 20 })

const SINCE = Date.UTC(2020, 0, 1)
/** Of the oldest row; one follows each second. */
const BEGAN = Date.UTC(2026, 0, 1)
const ROWS = 45_000
const timeOf = (n: number): number => BEGAN + n * 1000

describe('a list of 45,000 rows', () => {
  let ana: Person
  let bo: Person & { subUid: string }
  before(async () => {
    ana = await newAccount({ balanceCents: 10_000, plan: 'PRO' })
    bo = await subOf(ana)
    await opensCard(ana)
    await sql`INSERT INTO merchant (ref, name, mcc, country, words, created_at)
              SELECT 'search' || n, name, '5734', 'US', name, now() FROM unnest(ARRAY['EVERYWHERE', 'ONLY LONG AGO']) WITH ORDINALITY AS named (name, n)`.execute(
      db,
    )
    const adds = sql`
      INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, owner_sub_no, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents, merchant_amount,
                        merchant_currency, status, iso_code, pos, occurred_at)
      SELECT cell, account_no, (at - ${SINCE}::bigint) << 22, la_id, n, CASE WHEN n IN (7, 8) THEN sub_no END, 'simulated', 'search' || n,
             CASE WHEN n IN (5, 6) THEN rare.merchant_no ELSE common.merchant_no END, 'M', 1,
             CASE WHEN n IN (10, 20000, 44990) THEN 70000 + n ELSE 100 END, 1, 'USD', 'COMPLETE', '00', 'ECOMMERCE',
             -- One tells of a purchase of the first hour only at the end.
             to_timestamp(CASE n WHEN 44999 THEN ${timeOf(1000)}::bigint ELSE at END / 1000.0)
        FROM account JOIN card USING (cell, account_id) JOIN sub_account USING (cell, account_id), merchant AS common, merchant AS rare, generate_series(1, ${ROWS}::int) AS n, LATERAL (SELECT ${BEGAN}::bigint + n * 1000 AS at) AS made
       WHERE ${ofAccount(ana.accountId, 'account')} AND common.ref = 'search1' AND rare.ref = 'search2'`
    await withoutTimeout((patient) => adds.execute(patient))
    await sql`ANALYZE auth`.execute(owner)
  })

  type Asked = Input<typeof contract.pageAuthorizations>
  const page = async (input: Asked = {}, who: Person = ana): Promise<Output<typeof contract.pageAuthorizations>> => {
    const answer = await answers.pageAuthorizations(who, contract.pageAuthorizations.input.parse(input))
    return contract.pageAuthorizations.output.parse(answer)
  }
  const amountsIn = ({ data }: { data: { amount: number }[] }) => data.map(({ amount }) => amount)

  test('a search compares some rows, says how far back it got, and goes on from there until it has found all', async () => {
    const found: number[] = []
    const ends: (number | undefined)[] = []
    let cursor: string | undefined
    do {
      const one = await page({ minAmount: 70_000, ...(cursor && { cursor }) })
      found.push(...amountsIn(one))
      ends.push(one.searchedTime)
      assert.equal(one.haveNext, one.searchedTime !== undefined)
      cursor = one.cursor
    } while (cursor)
    assert.deepEqual(found, [114_990, 90_000, 70_010])
    assert.deepEqual(ends, [timeOf(25_001), timeOf(5_001), undefined])
  })

  test('its total and its sums are of what was searched, and it says that there may be more', async () => {
    const first = await page({ minAmount: 70_000 })
    assert.deepEqual(
      [first.total, first.totalCapped, first.summaryCapped, first.summary.sumBalance],
      [1, true, true, 114_990],
    )
    const next = await page({ minAmount: 70_000, searchFrom: first.cursor! })
    assert.deepEqual([next.total, next.totalCapped, amountsIn(next)], [1, true, [90_000]])
    const last = await page({ minAmount: 70_000, searchFrom: next.cursor! })
    assert.deepEqual(
      [last.total, last.totalCapped, last.searchedTime, amountsIn(last)],
      [1, undefined, undefined, [70_010]],
    )
  })

  test('whoever leafs through a long list has it summed up once', async () => {
    const asked = { scope: 'all', maxAmount: 99_999 } as const
    const adds = (cents: number) =>
      sql`UPDATE auth SET amount_cents = amount_cents + ${cents} WHERE issuer_ref = 'search44998'`.execute(owner)
    const first = await page(asked)
    await adds(1)
    try {
      for (const next of [{ pageNo: 2 }, { cursor: first.cursor }, { pageSize: 50 }])
        assert.deepEqual((await page({ ...asked, ...next })).summary.sumBalance, first.summary.sumBalance)
      assert.notEqual((await page({ ...asked, currency: 'USD' })).summary.sumBalance, first.summary.sumBalance)
    } finally {
      await adds(-1)
    }
  })

  test('a search that continues has pages by number, which begin where it does', async () => {
    const [first, second] = [
      await page({ maxAmount: 100, pageSize: 10 }),
      await page({ maxAmount: 100, pageNo: 2, pageSize: 10 }),
    ]
    assert.deepEqual(
      [first.searchedTime, first.total, first.totalCapped],
      [undefined, 10_000, true],
      'a page that is full is no end',
    )
    const from = await page({ maxAmount: 100, pageSize: 10, searchFrom: first.cursor! })
    assert.deepEqual(from.data, second.data)
    const after = await page({ maxAmount: 100, pageNo: 2, pageSize: 10, searchFrom: first.cursor! })
    assert.deepEqual(after.data, (await page({ maxAmount: 100, pageNo: 3, pageSize: 10 })).data)
    await assert.rejects(page({ searchFrom: 'bm90LWFuLWlk' }), refusedAs('invalid'))
  })

  test('a merchant with few rows is found however long ago they were', async () => {
    const { data, total, totalCapped, searchedTime } = await page({ merchant: 'only long ago' })
    assert.deepEqual(
      data.map(({ tradeTime }) => tradeTime),
      [timeOf(6), timeOf(5)],
    )
    assert.deepEqual([total, totalCapped, searchedTime], [2, undefined, undefined])
  })

  test('a sub-account with few rows finds them, and so does its parent', async () => {
    for (const who of [bo, ana]) {
      const { data, total, searchedTime } = await page({ subUid: bo.subUid }, who)
      assert.deepEqual(
        data.map(({ tradeTime }) => tradeTime),
        [timeOf(8), timeOf(7)],
      )
      assert.deepEqual([total, searchedTime], [2, undefined])
    }
  })

  test('a time long ago is looked for there, with what was told long after it happened', async () => {
    const { data, total, searchedTime } = await page({ startTime: timeOf(998), endTime: timeOf(1001) })
    assert.deepEqual(
      data.map(({ cardAuthId, tradeTime }) => [cardAuthId > data[1]!.cardAuthId, tradeTime]),
      [
        [true, timeOf(1000)],
        [false, timeOf(1001)],
        [false, timeOf(1000)],
        [false, timeOf(999)],
        [false, timeOf(998)],
      ],
    )
    assert.deepEqual([total, searchedTime], [5, undefined])
    const rest = await page({ startTime: timeOf(998), endTime: timeOf(1001), pageSize: 2 })
    const next = await page({ startTime: timeOf(998), endTime: timeOf(1001), pageSize: 3, cursor: rest.cursor! })
    assert.deepEqual([...rest.data, ...next.data], data)
  })

  test('a page by number ends where nobody leafs to; a cursor goes on', async () => {
    await assert.rejects(page({ pageNo: 502, pageSize: 200, scope: 'all' }), refusedAs('invalid'))
    const { data, haveNext } = await page({ pageNo: 225, pageSize: 200, scope: 'all' })
    assert.deepEqual([data.length, data.at(-1)!.tradeTime, haveNext], [200, timeOf(1), false])
  })
})
