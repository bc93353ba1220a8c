/** All SQL on decline_watch and decline_shutdown, and on declines for the warning levels. */
import type { Selectable } from 'kysely'
import type { DeclineShutdown, DeclineWatch } from '#db/tables.ts'
import type { Rung } from '#contract/trades/declineLadder.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now, nowMs } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import { firstAuthKey } from '../authId.ts'
import { authsOf, authsOfCards } from '../auths.ts'
import { declinesSince, weightsSince } from '../declineDays/keepDays.ts'
import { usageSql, type Reader } from '../queries.ts'

export type WatchRow = Omit<Selectable<DeclineWatch>, 'rung'> & { rung: Rung }

/**
 * Returns the account's row, locked. Always before any other row: weighing and restoring start with it, nothing else takes it, and cards and the account's own
 * row follow in their usual order.
 */
export const lockWatch = (tx: Tx, accountId: string): Promise<WatchRow> =>
  one(
    tx,
    sql<WatchRow>`
    INSERT INTO decline_watch (cell, account_id, rung, since)
    VALUES (${cellOf(accountId)}, ${accountId}, 'FINE', ${now()})
        ON CONFLICT (cell, account_id) DO UPDATE SET account_id = excluded.account_id
    RETURNING *`,
  )

export const maybeWatch = (reader: Reader, accountId: string): Promise<WatchRow | undefined> =>
  maybeOne(reader, sql<WatchRow>`SELECT * FROM decline_watch WHERE ${ofAccount(accountId)}`)

export const climb = (tx: Tx, accountId: string, rung: Rung, told: { warn?: boolean; urgent?: boolean } = {}) =>
  run(
    tx,
    sql`
    UPDATE decline_watch
       SET since = CASE WHEN rung = ${rung} THEN since ELSE ${now()} END,
           rung = ${rung},
           told_warn_at = ${told.warn ? now() : sql`told_warn_at`},
           told_urgent_at = ${told.urgent ? now() : sql`told_urgent_at`}
     WHERE ${ofAccount(accountId)}`,
  )

/** Restarts the window today, without what today's counters already contain. */
export const beginAgain = (
  tx: Tx,
  accountId: string,
  {
    day,
    approved,
    declined,
    probationUntil,
  }: { day: number; approved: number; declined: number; probationUntil: Date },
) =>
  run(
    tx,
    sql`
    UPDATE decline_watch
       SET rung = 'FINE', since = ${now()}, from_day = ${day}, past_approved = ${approved}, past_declined = ${declined},
           probation_until = ${probationUntil}, told_warn_at = NULL, told_urgent_at = NULL
     WHERE ${ofAccount(accountId)}`,
  )

export type ReasonCount = { reason: string; counted: boolean; count: number }

/** Declines from a day on by reason, counted and not counted, of the cards that are weighed. A restoration begins again for the account. */
export async function declinesByReason(
  reader: Reader,
  { accountId, cardIds }: Weighed,
  sinceMs: number,
): Promise<ReasonCount[]> {
  const beganMs = cardIds ? undefined : await restoredMs(reader, accountId, sinceMs)
  return many(
    reader,
    sql<ReasonCount>`
    SELECT reason, counted, sum(declined)::int AS count
      FROM ${
        cardIds === undefined
          ? declinesSince({ accountId, sinceMs, beganMs })
          : sql`(
           SELECT reason, counted, 1 AS declined
             FROM auth
            WHERE ${authsOf(accountId)} AND status = 'DECLINED' AND auth_id >= ${firstAuthKey(sinceMs)}::bigint
              AND ${authsOfCards(accountId, cardIds)}) AS declines`
      }
     GROUP BY reason, counted
    HAVING sum(declined) > 0
     ORDER BY counted DESC, sum(declined) DESC, reason`,
  )
}

/** When the account was restored since then. */
async function restoredMs(reader: Reader, accountId: string, sinceMs: number): Promise<number | undefined> {
  const { at } = await one(
    reader,
    sql<{ at: Date | null }>`
    SELECT max(restored_at) AS at FROM decline_shutdown WHERE ${ofAccount(accountId)} AND restored_at >= ${new Date(sinceMs)}`,
  )
  return at?.getTime()
}

/** All declines from a moment on, to the millisecond. */
export const declinesFrom = async (reader: Reader, accountId: string, sinceMs: number): Promise<number> =>
  (
    await one(
      reader,
      sql<{ count: number }>`
      SELECT count(*) FROM auth
       WHERE ${authsOf(accountId)} AND status = 'DECLINED' AND auth_id >= ${firstAuthKey(sinceMs)}::bigint`,
    )
  ).count

export const insertShutdown = (
  tx: Tx,
  shutdown: Pick<
    Selectable<DeclineShutdown>,
    'account_id' | 'shutdown_id' | 'attempts' | 'declined' | 'stop_above_bps' | 'window_from' | 'cards'
  > & { reasons: readonly ReasonCount[]; stopped_by?: string; why?: string },
) =>
  tx
    .insertInto('decline_shutdown')
    .values({
      ...shutdown,
      cell: cellOf(shutdown.account_id),
      reasons: JSON.stringify(shutdown.reasons),
      stopped_at: now(),
    })
    .execute()

/** Newest first. */
export const shutdownsOf = (reader: Reader, accountId: string): Promise<Selectable<DeclineShutdown>[]> =>
  reader
    .selectFrom('decline_shutdown')
    .selectAll()
    .where(ofAccount(accountId))
    .orderBy('stopped_at', 'desc')
    .limit(20)
    .execute()

export const endShutdown = (tx: Tx, accountId: string, by: string, note: string) =>
  tx
    .updateTable('decline_shutdown')
    .set({ restored_at: now(), restored_by: by, note })
    .where(ofAccount(accountId))
    .where('restored_at', 'is', null)
    .execute()

/** Cards blocked after three wrong security codes whose 24 hours are not over. */
export const stoppedByCvc = async (reader: Reader, accountId: string): Promise<string[]> =>
  (
    await many(
      reader,
      sql<{ card_id: string }>`
      SELECT card_id FROM ${usageSql} WHERE ${ofAccount(accountId)} AND blocked_until > ${nowMs()}`,
    )
  ).map(({ card_id }) => card_id)

/** Counts for the decline rate: past days are in card_day, the current day in the cards' own counters. */

/** `cardIds`: only these cards. */
type Weighed = { accountId: string; cardIds?: readonly string[] | undefined }

const counters = ({ accountId, cardIds }: Weighed, fromDay: number) => {
  const only = cardIds ? sql`AND card_id = ANY (${[...cardIds]})` : sql``
  return sql`
      (SELECT day, card_id, approved, declined FROM card_day WHERE ${ofAccount(accountId)} AND day >= ${fromDay} ${only}
        UNION ALL
       SELECT rate_day, card_id, approved, declined FROM ${usageSql} WHERE ${ofAccount(accountId)} AND rate_day >= ${fromDay} ${only}) AS counted`
}

export type DayWeight = { day: number; approved: number; declined: number }
export const weightByDay = (reader: Reader, whose: Weighed, fromDay: number): Promise<DayWeight[]> =>
  many(
    reader,
    sql<DayWeight>`
    SELECT day, sum(approved)::int AS approved, sum(declined)::int AS declined
      FROM ${whose.cardIds ? counters(whose, fromDay) : weightsSince(whose.accountId, fromDay)}
     GROUP BY day
     ORDER BY day`,
  )

type CardWeight = { cardId: string; approved: number; declined: number }
/** The cards with the most counted declines. */
export const weightByCard = (reader: Reader, whose: Weighed, fromDay: number, limit: number): Promise<CardWeight[]> =>
  many(
    reader,
    sql<CardWeight>`
    SELECT card_id AS "cardId", sum(approved)::int AS approved, sum(declined)::int AS declined
      FROM ${counters(whose, fromDay)}
     GROUP BY card_id
    HAVING sum(declined) > 0
     ORDER BY sum(declined) DESC, card_id
     LIMIT ${limit}`,
  )
