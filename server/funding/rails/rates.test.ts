import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { withDatabase, owner } from '#test/database.ts'
import { HOUR, MINUTE, setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { useOutside, type Outside } from '#server/outside/outside.ts'
import { priceOf, rateKnown, rateNow, rateOf, setRate, showFen, showMicros, worth } from './rates.ts'

const at = new Date(0)
const seven = { midMicros: 7_000_000, fen: 700 }

test('the customer’s rate is the mid-market rate and the spread, to a fen, half up', () => {
  const fenOf = (midMicros: number, spreadBps: number) => rateOf({ midMicros, spreadBps, at }).fen
  assert.deepEqual(
    [fenOf(7_200_000, 110), fenOf(7_200_000, 0), fenOf(7_005_000, 0), fenOf(7_004_999, 0), fenOf(1_000_000, 10_000)],
    [728, 720, 701, 700, 200],
  )
  assert.deepEqual(rateOf({ midMicros: 7_200_000, spreadBps: 110, at }), { midMicros: 7_200_000, fen: 728, at })
})

test('yuan: the fee is rounded half up, the credit is floored, and never above the mid-market rate', () => {
  assert.deepEqual(priceOf(70_000, { feeBps: 100, feeFixed: 0 }, { midMicros: 7_000_000, fen: 707 }), {
    fee: 700,
    net: 69_300,
    value: 10_000,
    mid: 9900,
    credit: 9801,
    spread: 99,
  })
  // 150 fen at 1 % are 1.5: two.
  assert.deepEqual(
    [149, 150].map((gross) => priceOf(gross, { feeBps: 100, feeFixed: 30 }, seven).fee),
    [31, 32],
  )
  const noFee = { feeBps: 0, feeFixed: 0 }
  // 1.14 and 1.71 dollars: value and credit are floored, the position is half up.
  assert.deepEqual(priceOf(8, noFee, seven), { fee: 0, net: 8, value: 1, mid: 1, credit: 1, spread: 0 })
  assert.deepEqual(priceOf(12, noFee, seven), { fee: 0, net: 12, value: 1, mid: 2, credit: 1, spread: 1 })
  // A fen of spread lost in rounding: the customer does not get more than the position takes over.
  assert.deepEqual(priceOf(7100, noFee, { midMicros: 7_104_000, fen: 710 }), {
    ...{ fee: 0, net: 7100, value: 999, mid: 999 },
    ...{ credit: 999, spread: 0 },
  })
})

test('no part of a large amount is lost', () => {
  const { value, mid, credit } = priceOf(700_000_000, { feeBps: 0, feeFixed: 0 }, seven)
  assert.deepEqual([value, mid, credit], [100_000_000, 100_000_000, 100_000_000])
  assert.equal(rateOf({ midMicros: 1_000_000_000_000, spreadBps: 0, at }).fen, 100_000_000)
})

test('USDT: the value is floored to a cent, the fee is half up, the wallet gets the rest', () => {
  assert.deepEqual(worth(100_009_999, 200), { value: 10_000, fee: 200, credit: 9800 })
  assert.deepEqual(worth(250_000, 200), { value: 25, fee: 1, credit: 24 })
  assert.deepEqual(worth(240_000, 200), { value: 24, fee: 0, credit: 24 })
})

test('rates are shown with two decimals, and more only where they are needed', () => {
  assert.equal(showFen(728), '7.28')
  assert.deepEqual([7_200_000, 7_254_300, 7_250_000].map(showMicros), ['7.20', '7.2543', '7.25'])
})

describe('the rate now', () => {
  withDatabase({ connections: 4 })
  const NOON = Date.UTC(2026, 10, 21, 4)
  let asked = 0
  let told: string | Error = '7.2'
  const feed = {
    rates: {
      mid: async () => {
        asked++
        if (told instanceof Error) throw told
        return told
      },
    },
  } as unknown as Outside

  /** A rate of 7.20 from the feed at noon, with a spread of 1.1 %; it is so much later now. */
  async function later(ms: number, { by = 'FEED', says = '7.2' as string | Error } = {}) {
    setClock(() => NOON)
    await sql`DELETE FROM fx_rate`.execute(owner)
    await sql`DELETE FROM rail_break`.execute(owner)
    await transaction((tx) => setRate(tx, { midMicros: 7_200_000, spreadBps: 110 }, 'test'))
    await sql`UPDATE fx_rate SET source = ${by}`.execute(owner)
    setClock(() => NOON + ms)
    ;[asked, told] = [0, says]
  }
  const stored = () => many(db, sql<{ mid_micros: number }>`SELECT mid_micros, spread_bps, source, set_by FROM fx_rate`)
  const doubts = () => many(db, sql<{ detail: unknown }>`SELECT rail, kind, detail FROM rail_break`)
  beforeEach(() => useOutside(feed))
  afterEach(() => setClock())

  test('is the stored one for ten minutes, without a question to the feed', async () => {
    await later(10 * MINUTE - 1, { says: '7.3' })
    assert.deepEqual(await rateNow(), { midMicros: 7_200_000, fen: 728, at: new Date(NOON) })
    assert.equal(asked, 0)
  })

  test('is then asked for, stored with the spread as it was, and used at once', async () => {
    await later(10 * MINUTE, { says: '7.3' })
    assert.deepEqual(await rateNow(), { midMicros: 7_300_000, fen: 738, at: new Date(NOON + 10 * MINUTE) })
    const [, fed] = await stored()
    assert.deepEqual(fed, { mid_micros: 7_300_000, spread_bps: 110, source: 'FEED', set_by: 'feed' })
    await rateNow()
    assert.equal(asked, 1)
    assert.deepEqual(await doubts(), [])
  })

  test('by hand is used for two hours without the feed, and not longer', async () => {
    await later(2 * HOUR - 1, { by: 'STAFF', says: '7.3' })
    assert.equal((await rateNow())!.midMicros, 7_200_000)
    assert.equal(asked, 0)
    await later(2 * HOUR, { by: 'STAFF', says: '7.3' })
    assert.equal((await rateNow())!.midMicros, 7_300_000)
  })

  test('that moved further than a person would believe is not used, and stands at the desk', async () => {
    // 7.20 and 1.5 % are 7.308; half a basis point more is rounded up to 151.
    await later(11 * MINUTE, { says: '7.308359' })
    assert.equal((await rateNow())!.midMicros, 7_308_359)
    for (const [says, movedBps] of [
      ['7.30836', 151],
      ['7.09164', 151],
      ['14.4', 10_000],
    ] as const) {
      await later(11 * MINUTE, { says })
      assert.equal((await rateNow())!.midMicros, 7_200_000)
      assert.equal((await stored()).length, 1)
      assert.deepEqual(await doubts(), [
        { rail: 'ONLINE_WECHAT', kind: 'RATE_MOVED', detail: { from: '7.200000', to: says, movedBps } },
      ])
    }
  })

  test('stays the last one while the feed is silent or talks nonsense, until it is two hours old', async () => {
    for (const says of [new Error('silent'), 'seven', '0', '7.1234567']) {
      await later(2 * HOUR, { says })
      assert.equal((await rateNow())!.midMicros, 7_200_000, String(says))
      await later(2 * HOUR + 1, { says })
      assert.equal(await rateNow(), undefined, String(says))
      assert.equal((await stored()).length, 1)
    }
  })

  test('within a transaction is the stored one, without a question, until it is two hours old', async () => {
    await later(2 * HOUR, { says: '7.3' })
    assert.equal((await rateKnown(db))!.fen, 728)
    await later(2 * HOUR + 1, { says: '7.3' })
    assert.equal(await rateKnown(db), undefined)
    assert.equal(asked, 0)
    await sql`DELETE FROM fx_rate`.execute(owner)
    assert.deepEqual([await rateNow(), await rateKnown(db)], [undefined, undefined])
  })

  test('by hand needs one before it or itself, and keeps what is not changed', async () => {
    await later(0)
    await sql`DELETE FROM fx_rate`.execute(owner)
    await assert.rejects(
      transaction((tx) => setRate(tx, { spreadBps: 90 }, 'ana')),
      /no rate yet/,
    )
    const first = await transaction((tx) => setRate(tx, { midMicros: 7_000_000 }, 'ana'))
    assert.equal(first.before, undefined)
    setClock(() => NOON + 1)
    const second = await transaction((tx) => setRate(tx, { spreadBps: 0 }, 'ben'))
    assert.deepEqual([second.before!.midMicros, second.before!.spreadBps], [7_000_000, 110])
    setClock(() => NOON + 2)
    await transaction((tx) => setRate(tx, { midMicros: 7_100_000 }, 'ben'))
    assert.deepEqual(
      (await many(db, sql`SELECT mid_micros, spread_bps, source, set_by FROM fx_rate ORDER BY effective_at`)).map(
        (row) => Object.values(row as object),
      ),
      [
        [7_000_000, 110, 'STAFF', 'ana'],
        [7_000_000, 0, 'STAFF', 'ben'],
        [7_100_000, 0, 'STAFF', 'ben'],
      ],
    )
  })
})
