/** All SQL by which staff change card_range and range_price. */
import type { PriceFigures, RangeFigures } from '#contract/cards/desk/ranges.ts'
import { now } from '#server/core/clock.ts'
import type { Cents } from '#contract/core/money.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { PriceRow, RangeRow } from '../rangeQueries.ts'
import { priceColumnsOf, rangeColumnsOf } from './figures.ts'

/** Locked, so that what is changed is what was read. */
export const lockRange = (tx: Tx, vid: string) =>
  maybeOne(tx, sql<RangeRow>`SELECT * FROM card_range WHERE vid = ${vid} FOR UPDATE`)

export const writeRange = (tx: Tx, vid: string, change: Partial<RangeFigures>) =>
  tx
    .updateTable('card_range')
    .set({ ...rangeColumnsOf(change), version: sql`version + 1` })
    .where('vid', '=', vid)
    .execute()

/** The newest word on a price, also one whose time has not come. */
export const latestPrice = (on: Tx | Database, vid: string, accountId: string | null) =>
  maybeOne(
    on,
    sql<PriceRow>`SELECT * FROM range_price WHERE vid = ${vid} AND account_id IS NOT DISTINCT FROM ${accountId}
     ORDER BY effective_from DESC LIMIT 1`,
  )

/** A price is never changed: the next row says what holds from its time on. */
export const insertPrice = (
  tx: Tx,
  price: { vid: string; accountId: string | null; figures: PriceFigures; from: Date; changeId: string },
) =>
  tx
    .insertInto('range_price')
    .values({
      ...priceColumnsOf(price.figures),
      vid: price.vid,
      account_id: price.accountId,
      effective_from: price.from,
      change_id: price.changeId,
    })
    .execute()

/** One that never held. */
export const deletePriceAhead = (tx: Tx, changeId: string) =>
  run(tx, sql`DELETE FROM range_price WHERE change_id = ${changeId} AND effective_from > ${now()}`)

/** Exceptions that say something now, the newest first. */
export const exceptionsOf = (on: Database, vid: string, limit = 200) =>
  many(
    on,
    sql<PriceRow & { account_id: string }>`
    SELECT price.*
      FROM (SELECT DISTINCT ON (account_id) * FROM range_price
             WHERE vid = ${vid} AND account_id IS NOT NULL AND effective_from <= ${now()}
             ORDER BY account_id, effective_from DESC) AS price
     WHERE ${says}
     ORDER BY effective_from DESC LIMIT ${limit}`,
  )
export const exceptionsPerRange = (on: Database) =>
  many(
    on,
    sql<{ vid: string; count: number }>`
    SELECT vid, count(*)::int AS count
      FROM (SELECT DISTINCT ON (vid, account_id) * FROM range_price
             WHERE account_id IS NOT NULL AND effective_from <= ${now()}
             ORDER BY vid, account_id, effective_from DESC) AS price
     WHERE ${says} GROUP BY vid`,
  )
const says = sql`num_nonnulls(open_fee_cents, load_fee_bps, load_fee_min_cents, cross_border_bps, cross_border_min_cents,
                              unload_fee_cents) > 0`

/** The dearest opening and the dearest load that there are, for what a coupon can cost at most. */
export const dearestFees = (on: Tx | Database) =>
  one(
    on,
    sql<{ open: Cents; load: Cents }>`
    SELECT (SELECT coalesce(max(open_fee_cents), 0) FROM range_price WHERE account_id IS NULL) AS open,
           (SELECT coalesce(max(per_load_max_cents), 0) FROM card_range)
           * (SELECT coalesce(max(load_fee_bps), 0) FROM range_price WHERE account_id IS NULL) / 10000 AS load`,
  )
