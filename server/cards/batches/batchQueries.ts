/** Batches and their rows. A row is a card order with `batch_no` and `row_no`. */
import type { Insertable, Selectable } from 'kysely'
import type { CardBatch } from '#db/tables.ts'
import { ahead, now, SECOND } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import type { OrderRow } from '../orderQueries.ts'
import type { Reader } from '../queries.ts'

export type BatchRow = Selectable<CardBatch> & { kind: BatchKind; status: BatchStatus }
export type BatchKind = 'OPEN' | 'LOAD' | 'DELETE'
type BatchStatus = 'RUNNING' | 'DONE' | 'PARTIAL' | 'FAILED'

/** Rows that have no end yet. */
const OPEN = sql.raw(`('HELD', 'SENT', 'UNKNOWN')`)

export const insertBatch = (tx: Tx, batch: Omit<Insertable<CardBatch>, 'created_at' | 'status'>) =>
  tx
    .insertInto('card_batch')
    .values({ ...batch, status: 'RUNNING', created_at: now() })
    .execute()

export const maybeBatch = (reader: Reader, accountId: string, batchNo: string): Promise<BatchRow | undefined> =>
  maybeOne(reader, sql<BatchRow>`SELECT * FROM card_batch WHERE account_id = ${accountId} AND batch_no = ${batchNo}`)

/** For how long whoever took rows may be silent before others take them. */
const LEASE_MS = 60 * SECOND

/**
 * Take openings of a batch that nobody has asked the issuer for, or whose next try is due, and count the try. Each is
 * taken by one worker; if that dies while it waits, the rows are due again when its lease is over.
 */
export const takeRows = (reader: Reader, accountId: string, batchNo: string, limit: number): Promise<OrderRow[]> =>
  many(
    reader,
    sql<OrderRow>`
    UPDATE card_order
       SET status = CASE status WHEN 'HELD' THEN 'SENT' ELSE status END,
           tries = tries + 1, ask_at = ${ahead(LEASE_MS)}, updated_at = ${now()}
     WHERE (account_id, order_no) IN (
             SELECT account_id, order_no
               FROM card_order
              WHERE account_id = ${accountId} AND batch_no = ${batchNo}
                AND (status = 'HELD' OR (status IN ('SENT', 'UNKNOWN') AND ask_at <= ${now()}))
              ORDER BY row_no
              LIMIT ${limit}
                FOR UPDATE SKIP LOCKED)
    RETURNING *`,
  )

/** Openings that have no answer yet are asked for again when this time has come. */
export const askRowsAgain = (
  tx: Tx,
  accountId: string,
  rows: readonly { order_no: string; ask_at: Date; error: string | null }[],
): Promise<number> =>
  run(
    tx,
    sql`
    UPDATE card_order
       SET ask_at = again.ask_at, error = again.error, updated_at = ${now()},
           status = CASE WHEN again.error IS NULL THEN card_order.status ELSE 'UNKNOWN' END
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS again (order_no text, ask_at timestamptz, error text)
     WHERE card_order.account_id = ${accountId} AND card_order.order_no = again.order_no
       AND card_order.status IN ${OPEN}`,
  )

/** Rows that nobody has begun: what a worker does next, and what may still be cancelled. */
export const queuedRows = (reader: Reader, accountId: string, batchNo: string, limit: number): Promise<OrderRow[]> =>
  many(
    reader,
    sql<OrderRow>`
    SELECT *
      FROM card_order
     WHERE account_id = ${accountId} AND batch_no = ${batchNo} AND status = 'HELD'
     ORDER BY row_no
     LIMIT ${limit}`,
  )

/** Those of these rows that are still queued, locked: after the money, as orders are. */
export const lockQueued = (tx: Tx, accountId: string, orderNos: readonly string[]): Promise<OrderRow[]> =>
  many(
    tx,
    sql<OrderRow>`
    SELECT *
      FROM card_order
     WHERE account_id = ${accountId} AND order_no = ANY (${orderNos}) AND status = 'HELD'
     ORDER BY row_no
       FOR UPDATE`,
  )

/** When rows without an end are due next; nothing where there are none. */
export const nextDue = (reader: Reader, accountId: string, batchNo: string) =>
  maybeOne(
    reader,
    sql<{ due_at: Date }>`
    SELECT ask_at AS due_at
      FROM card_order
     WHERE account_id = ${accountId} AND batch_no = ${batchNo} AND status IN ${OPEN}
     ORDER BY CASE status WHEN 'HELD' THEN 0 ELSE 1 END, ask_at
     LIMIT 1`,
  )

/** Batches with a row whose time has passed: their worker has died, or it is long since they were asked for. */
export const dueBatches = (reader: Reader, limit: number) =>
  many(
    reader,
    sql<{ account_id: string; batch_no: string }>`
    SELECT DISTINCT account_id, batch_no
      FROM card_order
     WHERE ask_at <= ${now()} AND batch_no IS NOT NULL
     LIMIT ${limit}`,
  )

export type Finished = BatchRow & { success: number; failed: number }

/** Batches among these that have no open row any more, and how they ended; each is said once. */
export const finishDone = (tx: Tx, accountId: string, batchNos: readonly string[]): Promise<Finished[]> =>
  many(
    tx,
    sql<Finished>`
    UPDATE card_batch AS batch
       SET finished_at = ${now()},
           status = CASE WHEN rows.failed = 0 THEN 'DONE' WHEN rows.success = 0 THEN 'FAILED' ELSE 'PARTIAL' END
      FROM (SELECT batch_no, count(*) FILTER (WHERE status = 'SUCCESS')::int AS success,
                   count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
                   count(*) FILTER (WHERE status IN ${OPEN})::int AS open
              FROM card_order
             WHERE account_id = ${accountId} AND batch_no = ANY (${batchNos})
             GROUP BY batch_no) AS rows
     WHERE batch.account_id = ${accountId} AND batch.batch_no = rows.batch_no
       AND rows.open = 0 AND batch.status = 'RUNNING'
    RETURNING batch.*, rows.success, rows.failed`,
  )

type BatchSums = {
  success: number
  failed: number
  cancelled: number
  queued: number
  charged: number
  released: number
  returned: number
  /** Failed rows that have not been retried. */
  retryable: number
}

type Whose = { accountId: string; subUid: string | undefined }
/** A parent sees its own batches and those of its sub-accounts; a sub-account sees its own. */
const within = ({ accountId, subUid }: Whose) =>
  subUid ? sql`batch.account_id = ${accountId} AND batch.sub_uid = ${subUid}` : sql`batch.account_id = ${accountId}`

export type SummedBatch = BatchRow & BatchSums
const summed = sql`batch.*, sums.*
      FROM card_batch AS batch
     CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE status = 'SUCCESS')::int AS success,
                  count(*) FILTER (WHERE status = 'FAILED' AND error <> 'CANCELLED')::int AS failed,
                  count(*) FILTER (WHERE status = 'FAILED' AND error = 'CANCELLED')::int AS cancelled,
                  count(*) FILTER (WHERE status = 'HELD')::int AS queued,
                  coalesce(sum(total_cents) FILTER (WHERE status = 'SUCCESS' AND kind <> 'CLOSE'), 0)::bigint AS charged,
                  coalesce(sum(total_cents) FILTER (WHERE status = 'FAILED' AND hold_id IS NOT NULL), 0)::bigint AS released,
                  coalesce(sum(total_cents) FILTER (WHERE status = 'SUCCESS' AND kind = 'CLOSE'), 0)::bigint AS returned,
                  count(*) FILTER (WHERE status = 'FAILED' AND retried_in IS NULL)::int AS retryable
             FROM card_order AS line
            WHERE (line.account_id, line.batch_no) = (batch.account_id, batch.batch_no)) AS sums`

/** A batch and where it stands: read from its rows, so that it never tells another story than theirs. */
export const maybeSummed = (reader: Reader, whose: Whose, batchNo: string): Promise<SummedBatch | undefined> =>
  maybeOne(reader, sql<SummedBatch>`SELECT ${summed} WHERE ${within(whose)} AND batch.batch_no = ${batchNo}`)

type BatchFilter = { kind?: BatchKind | undefined; status?: BatchStatus | undefined }
const filtered = (whose: Whose, { kind, status }: BatchFilter) => sql`${within(whose)}
       ${kind ? sql`AND batch.kind = ${kind}` : sql``}
       ${status ? sql`AND batch.status = ${status}` : sql``}`

export const pageOfBatches = (
  reader: Reader,
  whose: Whose,
  filter: BatchFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<SummedBatch[]> =>
  many(
    reader,
    sql<SummedBatch>`
    SELECT ${summed}
     WHERE ${filtered(whose, filter)}
     ORDER BY batch.created_at DESC, batch.batch_no DESC
    OFFSET ${skip} LIMIT ${limit}`,
  )

export const countBatches = async (reader: Reader, whose: Whose, filter: BatchFilter, cap: number): Promise<number> =>
  (
    await one(
      reader,
      sql<{ count: number }>`
      SELECT count(*)::int AS count
        FROM (SELECT 1 FROM card_batch AS batch WHERE ${filtered(whose, filter)} LIMIT ${cap}) AS counted`,
    )
  ).count
