/** All SQL on decline_watch and decline_shutdown, and what the ladder reads of declines. */
import type { Selectable } from 'kysely'
import type { DeclineShutdown, DeclineWatch } from '#db/tables.ts'
import type { Rung } from '#contract/trades/declineLadder.ts'
import { now, nowMs } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import type { Reader } from '../queries.ts'
import type { Weighed } from './weightQueries.ts'

export type WatchRow = Omit<Selectable<DeclineWatch>, 'rung'> & { rung: Rung }

/**
 * The account's row, locked. Always before any other row: whoever weighs or restores begins here, nobody else takes it,
 * and cards and the account's own row come after it in their usual order.
 */
export const lockWatch = (tx: Tx, accountId: string): Promise<WatchRow> =>
  one(
    tx,
    sql<WatchRow>`
    INSERT INTO decline_watch (account_id, rung, since)
    VALUES (${accountId}, 'FINE', ${now()})
        ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id
    RETURNING *`,
  )

export const maybeWatch = (reader: Reader, accountId: string): Promise<WatchRow | undefined> =>
  maybeOne(reader, sql<WatchRow>`SELECT * FROM decline_watch WHERE account_id = ${accountId}`)

export const climb = (tx: Tx, accountId: string, rung: Rung, told: { warn?: boolean; urgent?: boolean } = {}) =>
  run(
    tx,
    sql`
    UPDATE decline_watch
       SET since = CASE WHEN rung = ${rung} THEN since ELSE ${now()} END,
           rung = ${rung},
           told_warn_at = ${told.warn ? now() : sql`told_warn_at`},
           told_urgent_at = ${told.urgent ? now() : sql`told_urgent_at`}
     WHERE account_id = ${accountId}`,
  )

/** From today on, without what today's counters have already. */
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
     WHERE account_id = ${accountId}`,
  )

export type ReasonCount = { reason: string; counted: boolean; count: number }

/** Declines since a moment by reason, those that weigh and those that do not, of the cards that are weighed. */
export const declinesByReason = (
  reader: Reader,
  { accountId, cardIds }: Weighed,
  sinceMs: number,
): Promise<ReasonCount[]> =>
  many(
    reader,
    sql<ReasonCount>`
    SELECT reason, counted, count(*)::int AS count
      FROM auth
     WHERE account_id = ${accountId} AND status = 'DECLINED' AND auth_id >= ${firstIdOf('atx', sinceMs)}
       ${cardIds === undefined ? sql`` : sql`AND card_id = ANY (${[...cardIds]})`}
     GROUP BY reason, counted
     ORDER BY counted DESC, count(*) DESC, reason`,
  )

export const insertShutdown = (
  tx: Tx,
  shutdown: Pick<
    Selectable<DeclineShutdown>,
    'account_id' | 'shutdown_id' | 'attempts' | 'declined' | 'stop_above_bps' | 'window_from' | 'cards'
  > & { reasons: readonly ReasonCount[]; stopped_by?: string; why?: string },
) =>
  tx
    .insertInto('decline_shutdown')
    .values({ ...shutdown, reasons: JSON.stringify(shutdown.reasons), stopped_at: now() })
    .execute()

/** The newest first. */
export const shutdownsOf = (reader: Reader, accountId: string): Promise<Selectable<DeclineShutdown>[]> =>
  reader
    .selectFrom('decline_shutdown')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('stopped_at', 'desc')
    .limit(20)
    .execute()

export const endShutdown = (tx: Tx, accountId: string, by: string, note: string) =>
  tx
    .updateTable('decline_shutdown')
    .set({ restored_at: now(), restored_by: by, note })
    .where('account_id', '=', accountId)
    .where('restored_at', 'is', null)
    .execute()

/** Cards that three wrong security codes have stopped, and whose 24 hours are not over. */
export const stoppedByCvc = async (reader: Reader, accountId: string): Promise<string[]> =>
  (
    await many(
      reader,
      sql<{ card_id: string }>`
      SELECT card_id FROM card_usage WHERE account_id = ${accountId} AND blocked_until > ${nowMs()}`,
    )
  ).map(({ card_id }) => card_id)
