/**
 * What cards have spent, by day, card and merchant. The ledger's entries say it; reading a year of them for each figure would cost more with every purchase. So a job adds up what is new,
 * card by card, and figures add what came since. A card's entries have numbers without a gap, given under its lock, so nothing is missed and nothing is added twice.
 */
import { cardOfMoneySql } from '#server/cards/cards.ts'
import { dayOfSql } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, run, sql, transaction, type Tx } from '#server/core/db.ts'
import { cardVersionsSql, spendEntriesSql } from '#server/ledger/ledger.ts'

/** Fees are of no merchant. */
export const FEES = 0

/** Of the account, of one sub-account, or of one card. */
export type Whose = {
  readonly accountId: string
  readonly subUid?: string | undefined
  readonly cardId?: string | undefined
}

const marksOf = (accountId: string) =>
  sql`(SELECT card_id, account_version FROM card_spend_mark WHERE ${ofAccount(accountId)}) AS mark`
const tradesOf = (accountId: string) => sql`(SELECT trade_id, merchant_no FROM trade WHERE ${ofAccount(accountId)})`

/** A FROM item: spend from one day to another, in parts that can be added up. */
export function spendSql({ accountId, subUid, cardId }: Whose, fromDay: number, untilDay: number) {
  const ofCard = cardId === undefined ? sql`` : sql`AND card_id = ${cardId}`
  const ofSub = subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${subUid}`
  const day = dayOfSql(sql`entry.posted_at`)
  return sql`(
    SELECT day, card_id, owner_sub_uid, merchant_no, purchases, spent_cents, refunded_cents, last_at
      FROM card_spend
     WHERE ${ofAccount(accountId)} ${ofCard} ${ofSub} AND day BETWEEN ${fromDay} AND ${untilDay}
     UNION ALL
    SELECT * FROM (
      SELECT ${day} AS day, fresh.card_id, entry.owner_sub_uid, coalesce(trade.merchant_no, ${FEES}) AS merchant_no, entry.purchases, entry.spent, entry.refunded,
             CASE WHEN entry.purchases > 0 THEN entry.posted_at END AS last_at
        FROM (SELECT card.card_id, card.la_id, coalesce(account_version, 0) AS after
                FROM ${cardOfMoneySql(accountId)} AS card
                JOIN ${cardVersionsSql(accountId)} AS money USING (cell, la_id)
                LEFT JOIN ${marksOf(accountId)} USING (card_id)
               WHERE card.account_id = ${accountId} AND version > coalesce(account_version, 0) ${cardId === undefined ? sql`` : sql`AND card.card_id = ${cardId}`}) AS fresh
       CROSS JOIN LATERAL ${spendEntriesSql(accountId, sql`fresh.la_id`, sql`fresh.after`)} AS entry
        LEFT JOIN ${tradesOf(accountId)} AS trade USING (trade_id)) AS newest
     WHERE day BETWEEN ${fromDay} AND ${untilDay} ${ofSub}) AS spend`
}

/** So many new entries are read with every figure without being felt. */
const FEW = 200
/** Cards in one transaction, and entries of one of them. */
const CARDS = 100
const LOT = 2_000

/** Every hour: the accounts whose cards have several new entries. */
export async function keepSpend(): Promise<void> {
  const accounts = await many(
    db,
    sql<{ account_id: string }>`
    SELECT money.account_id
      FROM ${cardVersionsSql()} AS money
      JOIN ${cardOfMoneySql()} AS card USING (cell, la_id)
      LEFT JOIN card_spend_mark AS mark ON (mark.cell, mark.account_id, mark.card_id) = (card.cell, card.account_id, card.card_id)
     WHERE version > coalesce(account_version, 0)
     GROUP BY money.cell, money.account_id
    HAVING sum(version - coalesce(account_version, 0)) >= ${sql.lit(FEW)}`,
  )
  for (const { account_id } of accounts) while (await transaction((tx) => addUp(tx, account_id)));
}

/** Adds up the next lot; returns whether there is another. Under the locks of the marks, so that two workers add nothing twice. */
export async function addUp(tx: Tx, accountId: string): Promise<boolean> {
  const cell = cellOf(accountId)
  const marks = await many(
    tx,
    sql<{ card_id: string; from: number }>`
    INSERT INTO card_spend_mark (cell, account_id, card_id)
    SELECT ${cell}::smallint, ${accountId}, card.card_id
      FROM ${cardOfMoneySql(accountId)} AS card
      JOIN ${cardVersionsSql(accountId)} AS money USING (cell, la_id)
      LEFT JOIN ${marksOf(accountId)} USING (card_id)
     WHERE card.account_id = ${accountId} AND version > coalesce(account_version, 0)
     ORDER BY card.card_id
     LIMIT ${sql.lit(CARDS)}
        ON CONFLICT (cell, account_id, card_id) DO UPDATE SET account_id = excluded.account_id
    RETURNING card_id, account_version AS from`,
  )
  if (marks.length === 0) return false
  const from = new Map(marks.map(({ card_id, from }) => [card_id, from]))
  const newest = await many(
    tx,
    sql<{ card_id: string; la_id: number; version: number }>`
    SELECT card.card_id, la_id, version
      FROM ${cardOfMoneySql(accountId)} AS card
      JOIN ${cardVersionsSql(accountId)} AS money USING (cell, la_id)
     WHERE card.account_id = ${accountId} AND card.card_id = ANY (${[...from.keys()]})`,
  )
  const lots = newest.map(({ card_id, la_id, version }) => {
    const after = from.get(card_id)!
    return { card_id, la_id, after, to: Math.min(version, after + LOT), more: version > after + LOT }
  })
  const lot = sql`unnest(${lots.map(({ card_id }) => card_id)}::text[], ${lots.map(({ la_id }) => la_id)}::bigint[],
                         ${lots.map(({ after }) => after)}::bigint[], ${lots.map(({ to }) => to)}::bigint[]) AS lot (card_id, la_id, after, up_to)`
  await run(
    tx,
    sql`
    INSERT INTO card_spend AS kept (cell, account_id, card_id, day, owner_sub_uid, merchant_no, purchases, spent_cents, refunded_cents, last_at)
    SELECT ${cell}::smallint, ${accountId}, lot.card_id, ${dayOfSql(sql`entry.posted_at`)}, entry.owner_sub_uid, coalesce(trade.merchant_no, ${FEES}),
           sum(entry.purchases), sum(entry.spent), sum(entry.refunded), max(entry.posted_at) FILTER (WHERE entry.purchases > 0)
      FROM ${lot}
     CROSS JOIN LATERAL ${spendEntriesSql(accountId, sql`lot.la_id`, sql`lot.after`, sql`lot.up_to`)} AS entry
      LEFT JOIN ${tradesOf(accountId)} AS trade USING (trade_id)
     GROUP BY 3, 4, 5, 6
        ON CONFLICT (cell, account_id, card_id, day, owner_sub_uid, merchant_no) DO UPDATE
       SET purchases = kept.purchases + excluded.purchases, spent_cents = kept.spent_cents + excluded.spent_cents,
           refunded_cents = kept.refunded_cents + excluded.refunded_cents, last_at = greatest(kept.last_at, excluded.last_at)`,
  )
  await run(
    tx,
    sql`
    UPDATE card_spend_mark
       SET account_version = up_to
      FROM ${lot}
     WHERE ${ofAccount(accountId, 'card_spend_mark')} AND card_spend_mark.card_id = lot.card_id`,
  )
  return marks.length === CARDS || lots.some(({ more }) => more)
}
