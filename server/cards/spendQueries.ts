/** All SQL on spend_day: what cards spent, by the day of the posting in Shanghai and by who had the card then. */
import type { Cents } from '#contract/core/money.ts'
import { now, dayOfSql } from '../core/clock.ts'
import { many, one, run, sql, type Tx } from '../core/db.ts'
import { newestPostingSql } from '../ledger/ledger.ts'
import type { Reader } from './queries.ts'

/** An account's spend, one sub-account's, or with `subsOnly` that of all its sub-accounts. */
export type Spender = { accountId: string; subUid?: string | undefined; subsOnly?: boolean | undefined }

const spentBy = ({ accountId, subUid, subsOnly }: Spender) => sql`
  account_id = ${accountId}
  ${subUid === undefined ? sql`` : sql`AND owner_sub_uid = ${subUid}`}
  ${subUid === undefined && subsOnly ? sql`AND owner_sub_uid <> ''` : sql``}`

/** The day of a row that holds the sum of all days. */
const ALL_TIME = 0

/**
 * What the card has spent over its life, and its owner on the day and of all time, in one statement. Day and owner are
 * those of the posting: one around midnight counts on its own day, and a reversal for whoever had the card when it
 * spent. These rows come after the card's, and eight of them share an owner's day, so that its cards seldom wait for
 * each other; nothing that holds one waits for a card or a wallet.
 */
export const addSpent = (tx: Tx, accountId: string, cardId: string, amount: Cents): Promise<number> =>
  run(
    tx,
    sql`
    WITH spender AS (
      UPDATE card
         SET consume_cents = consume_cents + ${amount}, updated_at = ${now()}
       WHERE account_id = ${accountId} AND card_id = ${cardId}
      RETURNING account_id, la_id)
    INSERT INTO spend_day (account_id, day, owner_sub_uid, part, spent_cents)
    SELECT account_id, summed.day, coalesce(posting.meta ->> 'subUid', ''), la_id % 8, ${amount}::bigint
      FROM spender
     CROSS JOIN LATERAL ${newestPostingSql(sql`spender.la_id`)} AS posting
     CROSS JOIN LATERAL (VALUES (${ALL_TIME}::int), (${dayOfSql(sql`posting.posted_at`)})) AS summed (day)
     WHERE ${amount}::bigint <> 0
        ON CONFLICT (account_id, day, owner_sub_uid, part) DO UPDATE
       SET spent_cents = spend_day.spent_cents + excluded.spent_cents`,
  )

/** By day, from a day on; a day without any is not there. */
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

/** What each of these sub-accounts has spent from a day on. */
export const spendOfSubs = (reader: Reader, accountId: string, subUids: readonly string[], fromDay: number) =>
  many(
    reader,
    sql<{ sub_uid: string; spent: Cents }>`
    SELECT owner_sub_uid AS sub_uid, sum(spent_cents)::bigint AS spent
      FROM spend_day
     WHERE account_id = ${accountId} AND owner_sub_uid = ANY (${[...subUids]}) AND day >= ${fromDay}
     GROUP BY owner_sub_uid`,
  )
