/** SQL on spend_day (spend of cards, by the day of the posting in Shanghai and by the card's owner at that time), and for decisions. */
import type { Cents } from '#contract/core/money.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { now, dayOfSql } from '#server/core/clock.ts'
import { many, one, run, sql, type Tx } from '#server/core/db.ts'
import { newestPostingSql } from '#server/ledger/ledger.ts'
import type { Reader } from '../queries.ts'

/** The spend of an account, of one sub-account, or with `subsOnly` of all its sub-accounts. */
export type Spender = { accountId: string; subUid?: string | undefined; subsOnly?: boolean | undefined }

const spentBy = ({ accountId, subUid, subsOnly }: Spender) => sql`
  ${ofAccount(accountId)}
  ${subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${subUid}`}
  ${subUid === undefined && subsOnly ? sql`AND owner_sub_uid <> ''` : sql``}`

/** The day value of the row with the all-time total. */
const ALL_TIME = 0

/**
 * What the card has spent over its life, and its owner on the day and of all time, in one statement. Day and owner are
 * those of the posting: one around midnight counts on its own day, and a reversal for the owner of the card at the
 * time of the purchase. These rows come after the card's, and eight of them share an owner's day, so that its cards seldom wait for
 * each other; nothing that holds one waits for a card or a wallet.
 */
export const addSpent = (tx: Tx, accountId: string, cardId: string, amount: Cents): Promise<number> =>
  run(
    tx,
    sql`
    WITH spender AS (
      UPDATE card
         SET consume_cents = consume_cents + ${amount}, updated_at = ${now()}
       WHERE ${ofAccount(accountId)} AND card_id = ${cardId}
      RETURNING cell, account_id, la_id)
    INSERT INTO spend_day (cell, account_id, day, owner_sub_uid, part, spent_cents)
    SELECT spender.cell, account_id, summed.day, coalesce(posting.meta ->> 'subUid', ''), la_id % 8, ${amount}::bigint
      FROM spender
     CROSS JOIN LATERAL ${newestPostingSql(accountId, sql`spender.la_id`)} AS posting
     CROSS JOIN LATERAL (VALUES (${ALL_TIME}::int), (${dayOfSql(sql`posting.posted_at`)})) AS summed (day)
     WHERE ${amount}::bigint <> 0
        ON CONFLICT (cell, account_id, day, owner_sub_uid, part) DO UPDATE
       SET spent_cents = spend_day.spent_cents + excluded.spent_cents`,
  )

/** By day, from a given day on; days without spend are missing. */
export const spendByDay = (reader: Reader, whose: Spender, fromDay: number) =>
  many(
    reader,
    sql<{ day: number; spent: Cents }>`
    SELECT day, sum(spent_cents)::bigint AS spent
      FROM spend_day
     WHERE ${spentBy(whose)} AND day >= ${fromDay}
     GROUP BY day`,
  )

export const spendOfAllTime = async (reader: Reader, whose: Spender): Promise<Cents> =>
  (
    await one(
      reader,
      sql<{ spent: Cents }>`
      SELECT coalesce(sum(spent_cents), 0)::bigint AS spent
        FROM spend_day
       WHERE ${spentBy(whose)} AND day = ${ALL_TIME}`,
    )
  ).spent

/** The spend of each of these sub-accounts from a given day on. */
export const spendOfSubs = (reader: Reader, accountId: string, subUids: readonly string[], fromDay: number) =>
  many(
    reader,
    sql<{ sub_uid: string; spent: Cents }>`
    SELECT owner_sub_uid AS sub_uid, sum(spent_cents)::bigint AS spent
      FROM spend_day
     WHERE ${ofAccount(accountId)} AND owner_sub_uid = ANY (${[...subUids]}) AND day >= ${fromDay}
     GROUP BY owner_sub_uid`,
  )

/**
 * SQL for the decision path, which reads cards and money in one statement; the schema of cards stays private to this module. The caller locks: money rows, and
 * a card row after them if needed.
 */

/** The card columns that the rules need: `card` and `range` are the aliases of {@link cardsByMoneySql}. */
export const decidedCardColumns = `card.cell, card.la_id, card.account_id, card.card_id, card.owner_sub_uid, card.issuer_id,
       card.status, card.blocks, card.expires_at, card.exp_month, card.exp_year, card.zip_hash AS zip, card.vid, card.gid, card.control_no,
       range.avs = 'IF_GIVEN' AS checks_zip, range.three_ds, range.currency`

/** A FROM item: the cards of these money accounts. `cells` and `laIds` are placeholders. */
export const cardsByMoneySql = (cells: string, laIds: string): string =>
  `unnest(${cells}::smallint[], ${laIds}::bigint[]) AS asked (cell, la_id)
       JOIN card USING (cell, la_id)
       JOIN card_range AS range USING (vid)`

/** The same of one money account, in a form that names its cell for an engine that spreads the tables. */
export const cardByMoneySql = (cell: string, laId: string): string =>
  `card
       JOIN card_range AS range USING (vid)
      WHERE card.cell = ${cell}::smallint AND card.la_id = ${laId}::bigint`

/** Where the cards with these numbers are, their sealed security codes, and whose they are. `hashes` is the placeholder of a bytea[] made by `panHash`. */
export const placesByNumberSql = (hashes: string): string =>
  `SELECT encode(pan_hmac, 'hex') AS pan_hash, cell, la_id, cvc_enc, card_id, account_id
     FROM card_number
    WHERE pan_hmac = ANY (${hashes}::bytea[])`
