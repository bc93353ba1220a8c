/** All SQL by which staff change card_range and range_price. */
import type { Insertable } from 'kysely'
import type { PriceFigures, RangeFigures } from '#contract/cards/desk/ranges.ts'
import type { Cents } from '#contract/core/money.ts'
import type { CardRange } from '#db/tables.ts'
import type { PriceRow, RangeRow } from '#server/cards/ranges/queries.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { priceColumnsOf, rangeColumnsOf } from './columns.ts'

/** Locked, so that the change applies to the row that was read. */
export const lockRange = (tx: Tx, vid: string) =>
  maybeOne(tx, sql<RangeRow>`SELECT * FROM card_range WHERE vid = ${vid} FOR UPDATE`)

export const writeRange = (tx: Tx, vid: string, change: Partial<RangeFigures>) =>
  tx
    .updateTable('card_range')
    .set({ ...rangeColumnsOf(change), version: sql`version + 1` })
    .where('vid', '=', vid)
    .execute()

/** Whether a list price is in effect. */
export const hasListPrice = async (tx: Tx, vid: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql<{ vid: string }>`
    SELECT vid FROM range_price WHERE vid = ${vid} AND account_id IS NULL AND effective_from <= ${now()} LIMIT 1`,
  )) !== undefined

type NewRange = {
  vid: string
  issuerId: string
  programRef: string
  bin: string
  network: string
  country: string
  currency: string
  holderMode: 'FREE' | 'VERIFIED'
  sort: number
  figures: Omit<RangeFigures, 'status'>
}
/** Off sale. */
export const insertRange = (tx: Tx, { figures, ...range }: NewRange) =>
  tx
    .insertInto('card_range')
    .values({
      ...(rangeColumnsOf(figures) as Omit<Insertable<CardRange>, keyof typeof fixed>),
      ...fixed,
      vid: range.vid,
      issuer_id: range.issuerId,
      program_ref: range.programRef,
      bin: range.bin,
      network: range.network,
      country: range.country,
      billing_country: range.country,
      currency: range.currency,
      holder_mode: range.holderMode,
      sort: range.sort,
    })
    .execute()
const fixed = { status: 'OFF', avs: 'IF_GIVEN', tags: [] as string[], issuer_cost_cents: 0 }

/** The latest price row, including one that is not in force yet. */
export const latestPrice = (on: Tx | Database, vid: string, accountId: string | null) =>
  maybeOne(
    on,
    sql<PriceRow>`SELECT * FROM range_price WHERE vid = ${vid} AND account_id IS NOT DISTINCT FROM ${accountId}
     ORDER BY effective_from DESC LIMIT 1`,
  )

/** Prices are never updated: the next row is valid from its own time on. */
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

/** Deletes a price that never came into force. */
export const deletePriceAhead = (tx: Tx, changeId: string) =>
  run(tx, sql`DELETE FROM range_price WHERE change_id = ${changeId} AND effective_from > ${now()}`)

/** Exceptions that currently set a figure, newest first. */
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
                              unload_fee_cents, month_fee_cents, decline_fee_cents, free_declines) > 0`

/** The most expensive opening and load fees, which bound the cost of a coupon. */
export const dearestFees = (on: Tx | Database) =>
  one(
    on,
    sql<{ open: Cents; load: Cents }>`
    SELECT (SELECT coalesce(max(open_fee_cents), 0) FROM range_price WHERE account_id IS NULL) AS open,
           (SELECT coalesce(max(per_load_max_cents), 0) FROM card_range)
           * (SELECT coalesce(max(load_fee_bps), 0) FROM range_price WHERE account_id IS NULL) / 10000 AS load`,
  )

export type RangeUse = { account_id: string; opened: number; loaded: Cents; withdrawals: number; months: number }

/** What each account has done with its cards of a segment since then. Orders are found by their time; a segment has no index of its own there. */
export const useOfRange = (on: Tx | Database, vid: string, since: Date, accountId: string | null) => {
  const whose = accountId === null ? sql`` : sql`AND card.account_id = ${accountId}`
  return many(
    on,
    sql<RangeUse>`
    SELECT account_id, sum(opened)::int AS opened, sum(loaded)::bigint AS loaded, sum(withdrawals)::int AS withdrawals, sum(months)::int AS months
      FROM (SELECT o.account_id,
                   count(*) FILTER (WHERE kind = 'OPEN') AS opened,
                   coalesce(sum(amount_cents) FILTER (WHERE kind IN ('OPEN', 'LOAD')), 0) AS loaded,
                   count(*) FILTER (WHERE kind = 'UNLOAD') AS withdrawals,
                   0 AS months
              FROM card_order o
              JOIN card USING (cell, account_id, card_id)
             WHERE o.created_at >= ${since} AND o.status = 'SUCCESS' AND kind IN ('OPEN', 'LOAD', 'UNLOAD') AND card.vid = ${vid} ${whose}
             GROUP BY o.account_id
            UNION ALL
            SELECT fee.account_id, 0, 0, 0, count(*)
              FROM card_month_fee fee
              JOIN card USING (cell, account_id, card_id)
             WHERE fee.due_at >= ${since} AND fee.due_at <= ${now()} AND fee.state <> 'WAIVED' AND card.vid = ${vid} ${whose}
             GROUP BY fee.account_id) AS used
     GROUP BY account_id
     ORDER BY account_id`,
  )
}

export const issuerCostOf = async (on: Database, vid: string): Promise<Cents | undefined> =>
  (await maybeOne(on, sql<{ cost: Cents }>`SELECT issuer_cost_cents AS cost FROM card_range WHERE vid = ${vid}`))?.cost
