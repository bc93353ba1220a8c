/**
 * Declines by day. Reading every decline of a month for each figure would cost more with every authorization, and a counter in the transaction of a decision would cost each of
 * them. So a job counts what is new, account by account, and figures add what came since to what was counted. An authorization never stops or begins to be a decline, so it is
 * counted once.
 */
import type { RawBuilder } from 'kysely'
import { HOUR, MINUTE, dayOf, dayOfSql, nowMs } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, one, run, sql, transaction, type Tx } from '#server/core/db.ts'
import { accountNumbersSql } from '#server/identity/identity.ts'
import { firstAuthKey } from '../authId.ts'
import { authsOf } from '../auths.ts'
import { usageSql } from '../queries.ts'

/** Whose they are is the number of the sub-account that had the card, or 0. */
const declinesOf = (accountId: string) => sql`
    SELECT ${dayOfSql(sql`occurred_at`)} AS day, coalesce(owner_sub_no, 0) AS owner_sub_no, coalesce(reason, 'ISSUER_DECLINED') AS reason, counted
      FROM auth
     WHERE ${authsOf(accountId)} AND status = 'DECLINED'`

/**
 * A FROM item: declines of days from one on, with their number: those that were counted, and each one since. `beganMs`: without those stored before this moment of the first day; a day is
 * counted as a whole, so they are subtracted.
 */
export function declinesSince({
  accountId,
  sinceMs,
  beganMs = 0,
}: {
  accountId: string
  sinceMs: number
  beganMs?: number | undefined
}) {
  const fromDay = dayOf(sinceMs)
  // The network's clock may be a little ahead: a decline that happened after midnight can have been stored before it.
  const first = firstAuthKey(sinceMs - HOUR)
  const before = sql`
     UNION ALL
    SELECT day, owner_sub_no, reason, counted, -1
      FROM (${declinesOf(accountId)} AND auth_id >= ${first}::bigint AND auth_id < ${firstAuthKey(beganMs)}::bigint) AS before
     WHERE day >= ${fromDay}`
  return sql`(
    SELECT day, owner_sub_no, reason, counted, declined
      FROM decline_day
     WHERE ${ofAccount(accountId)} AND day >= ${fromDay}
     UNION ALL
    SELECT day, owner_sub_no, reason, counted, 1
      FROM (${declinesOf(accountId)}
               AND auth_id >= greatest(${first}::bigint, (SELECT auth_id FROM decline_mark WHERE ${ofAccount(accountId)}))) AS fresh
     WHERE day >= ${fromDay} ${beganMs > sinceMs ? before : sql``}) AS declines`
}

/** A FROM item: what counts in the decline rate by day, of all cards of the account: days that were closed, and the others card by card. */
export const weightsSince = (accountId: string, fromDay: number) => {
  const closed = sql`(SELECT closed_day FROM decline_mark WHERE ${ofAccount(accountId)})`
  // With an end, because the planner would take a third of all days for those after one that it does not know.
  const isOpen = (day: RawBuilder<unknown>) =>
    sql`${ofAccount(accountId)} AND ${day} > greatest(${fromDay - 1}::int, ${closed}) AND ${day} <= ${dayOf(nowMs()) + 1}`
  return sql`
      (SELECT day, approved, declined FROM rate_day WHERE ${ofAccount(accountId)} AND day >= ${fromDay}
        UNION ALL
       SELECT day, approved, declined FROM card_day WHERE ${isOpen(sql`day`)}
        UNION ALL
       SELECT rate_day, approved, declined FROM ${usageSql} WHERE ${isOpen(sql`rate_day`)}) AS weights`
}

/** Younger ones may belong to transactions that have not ended: an id is made before its row is there to read. */
const SETTLED_MS = 2 * MINUTE
/** So many new ones are read with every figure without being felt. */
const FEW = 200
/** Counted in one transaction. */
const LOT = 10_000
/** A server whose clock is behind may still add to the day that has just ended. */
const CLOSED_DAYS_AGO = 2
/** Figures go back so far. */
const KEPT_DAYS = 70
/** Below this many cards a day, the sums save nothing. */
const MANY_CARDS = 20

/** Every hour: counts the declines of accounts that have several new ones, and closes days of accounts with many cards. */
export async function keepDeclineDays(): Promise<void> {
  const until = firstAuthKey(nowMs() - SETTLED_MS)
  const accounts = await many(
    db,
    sql<{ account_id: string }>`
    SELECT account_id
      FROM ${accountNumbersSql} AS account
      LEFT JOIN decline_mark AS mark USING (cell, account_id)
     WHERE (SELECT count(*)
              FROM (SELECT FROM auth
                     WHERE auth.cell = account.cell AND auth.account_no = account.account_no AND status = 'DECLINED'
                       AND auth.auth_id >= coalesce(mark.auth_id, 0) AND auth.auth_id < ${until}::bigint
                     LIMIT ${sql.lit(FEW)}) AS fresh) = ${sql.lit(FEW)}`,
  )
  for (const { account_id } of accounts) while (await transaction((tx) => countDeclines(tx, account_id, until)));
  const day = dayOf(nowMs()) - CLOSED_DAYS_AGO
  const busy = await many(
    db,
    sql<{ account_id: string }>`
    SELECT account_id
      FROM card_day
      LEFT JOIN decline_mark AS mark USING (cell, account_id)
     WHERE day = ${day} AND coalesce(closed_day, 0) < ${day}
     GROUP BY cell, account_id
    HAVING count(*) >= ${sql.lit(MANY_CARDS)}`,
  )
  for (const { account_id } of busy) await transaction((tx) => closeDays(tx, account_id, day))
}

/** Under the lock of the mark, so that two workers count nothing twice. */
const lockMark = (tx: Tx, accountId: string) =>
  one(
    tx,
    sql<{ auth_id: string; closed_day: number }>`
    INSERT INTO decline_mark (cell, account_id)
    VALUES (${cellOf(accountId)}, ${accountId})
        ON CONFLICT (cell, account_id) DO UPDATE SET account_id = excluded.account_id
    RETURNING auth_id::text, closed_day`,
  )

/** Counts the next lot; returns whether there is another. */
async function countDeclines(tx: Tx, accountId: string, until: string): Promise<boolean> {
  const { auth_id: from } = await lockMark(tx, accountId)
  const beyond = await maybeOne(
    tx,
    sql<{ id: string }>`
    SELECT auth_id::text AS id
      FROM auth
     WHERE ${authsOf(accountId)} AND status = 'DECLINED' AND auth_id >= ${from}::bigint AND auth_id < ${until}::bigint
     ORDER BY auth_id
     LIMIT 1 OFFSET ${sql.lit(LOT)}`,
  )
  const to = beyond?.id ?? until
  await run(
    tx,
    sql`
    INSERT INTO decline_day (cell, account_id, day, owner_sub_no, reason, counted, declined)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, day, owner_sub_no, reason, counted, count(*)
      FROM (${declinesOf(accountId)} AND auth_id >= ${from}::bigint AND auth_id < ${to}::bigint) AS fresh
     GROUP BY day, owner_sub_no, reason, counted
        ON CONFLICT (cell, account_id, day, owner_sub_no, reason, counted) DO UPDATE
       SET declined = decline_day.declined + excluded.declined`,
  )
  await run(
    tx,
    sql`UPDATE decline_mark SET auth_id = ${to}::bigint WHERE ${ofAccount(accountId)} AND auth_id < ${to}::bigint`,
  )
  return beyond !== undefined
}

/** What a card's counters have of a day moves to `card_day` with its next authorization; the sum of both stays. */
async function closeDays(tx: Tx, accountId: string, day: number): Promise<void> {
  const { closed_day: closed } = await lockMark(tx, accountId)
  if (closed >= day) return
  const from = Math.max(closed + 1, day - KEPT_DAYS)
  await run(
    tx,
    sql`
    INSERT INTO rate_day (cell, account_id, day, approved, declined)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, day, sum(approved), sum(declined)
      FROM ${weightsSince(accountId, from)}
     WHERE day <= ${day}
     GROUP BY day`,
  )
  await run(tx, sql`UPDATE decline_mark SET closed_day = ${day} WHERE ${ofAccount(accountId)}`)
}
