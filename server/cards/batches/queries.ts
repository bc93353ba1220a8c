/** Batches and their rows. A row is a card order with `batch_no` and `row_no`. */
import type { Insertable, Selectable } from 'kysely'
import type { BatchKind, BatchStatus, BatchRowState } from '#contract/cards/batchStates.ts'
import type { ShownStatus } from '#contract/cards/states.ts'
import type { CardBatch } from '#db/tables.ts'
import type { Actor } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { ahead, now, SECOND } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import { openStatuses, type OrderRow } from '../orders/queries.ts'
import { within, type Reader } from '../queries.ts'
import { openHolder } from '../sealed.ts'

export type BatchRow = Selectable<CardBatch> & { kind: BatchKind; status: BatchStatus }

export const insertBatch = (tx: Tx, batch: Omit<Insertable<CardBatch>, 'cell' | 'created_at' | 'status'>) => {
  touch(tx, batch.account_id, 'cards')
  return tx
    .insertInto('card_batch')
    .values({ ...batch, cell: cellOf(batch.account_id), status: 'RUNNING', created_at: now() })
    .execute()
}

export const maybeBatch = (reader: Reader, accountId: string, batchNo: string): Promise<BatchRow | undefined> =>
  maybeOne(reader, sql<BatchRow>`SELECT * FROM card_batch WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo}`)

/** How long a worker keeps the rows that it took; after that another takes them. */
const LEASE_MS = 60 * SECOND

/**
 * Takes openings of a batch that have not been sent to the issuer, or whose next attempt is due, and counts the attempt. Each is taken by one worker; if that
 * worker dies while waiting, the rows are due again when the lease expires. They are found before the update: in a subquery of its condition the limit would apply anew to each row
 * that the planner compares.
 */
export const takeRows = (reader: Reader, accountId: string, batchNo: string, limit: number): Promise<OrderRow[]> => {
  touch(reader, accountId, 'cards')
  return many(
    reader,
    sql<OrderRow>`
    WITH due AS MATERIALIZED (
      SELECT order_no
        FROM card_order
       WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo}
         AND (status = 'HELD' OR (status IN ('SENT', 'UNKNOWN') AND ask_at <= ${now()}))
       ORDER BY row_no
       LIMIT ${limit}
         FOR UPDATE SKIP LOCKED)
    UPDATE card_order
       SET status = CASE WHEN status = 'HELD' THEN 'SENT' ELSE status END,
           tries = tries + 1, ask_at = ${ahead(LEASE_MS)}, updated_at = ${now()}
      FROM due
     WHERE ${ofAccount(accountId, 'card_order')} AND card_order.order_no = due.order_no
    RETURNING card_order.*`,
  )
}

/** Schedules the next attempt for openings without an answer. */
export const askRowsAgain = (
  tx: Tx,
  accountId: string,
  rows: readonly { order_no: string; ask_at: Date; error: string | null }[],
): Promise<number> => {
  touch(tx, accountId, 'cards')
  return run(
    tx,
    sql`
    UPDATE card_order
       SET ask_at = again.ask_at, error = again.error, updated_at = ${now()},
           status = CASE WHEN again.error IS NULL THEN card_order.status ELSE 'UNKNOWN' END
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS again (order_no text, ask_at timestamptz, error text)
     WHERE ${ofAccount(accountId, 'card_order')} AND card_order.order_no = again.order_no
       AND card_order.status IN ${openStatuses}`,
  )
}

/** Rows that no worker has started: the next to be processed, and those that may still be cancelled. */
export const queuedRows = (reader: Reader, accountId: string, batchNo: string, limit: number): Promise<OrderRow[]> =>
  many(
    reader,
    sql<OrderRow>`
    SELECT *
      FROM card_order
     WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo} AND status = 'HELD'
     ORDER BY row_no
     LIMIT ${limit}`,
  )

/** Locks those of these rows that are still queued: after the money, as with orders. */
export const lockQueued = (tx: Tx, accountId: string, orderNos: readonly string[]): Promise<OrderRow[]> =>
  many(
    tx,
    sql<OrderRow>`
    SELECT *
      FROM card_order
     WHERE ${ofAccount(accountId)} AND order_no = ANY (${orderNos}) AND status = 'HELD'
     ORDER BY row_no
       FOR UPDATE`,
  )

/** When unfinished rows are due next; undefined if there are none. */
export const nextDue = (reader: Reader, accountId: string, batchNo: string) =>
  maybeOne(
    reader,
    sql<{ due_at: Date }>`
    SELECT ask_at AS due_at
      FROM card_order
     WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo} AND status IN ${openStatuses}
     ORDER BY CASE status WHEN 'HELD' THEN 0 ELSE 1 END, ask_at
     LIMIT 1`,
  )

/** Batches with an overdue row: their worker has died, or a long wait has ended. */
export const dueBatches = (reader: Reader, limit: number) =>
  many(
    reader,
    sql<{ account_id: string; batch_no: string }>`
    SELECT DISTINCT account_id, batch_no
      FROM card_order
     WHERE ask_at <= ${now()} AND batch_no IS NOT NULL
     LIMIT ${limit}`,
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
/** A parent sees its own batches and those of its sub-accounts; a sub-account sees only its own. */
const batchesOf = ({ accountId, subUid }: Whose) =>
  subUid ? sql`${ofAccount(accountId, 'batch')} AND batch.sub_uid = ${subUid}` : ofAccount(accountId, 'batch')

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
            WHERE (line.cell, line.account_id, line.batch_no) = (batch.cell, batch.account_id, batch.batch_no)) AS sums`

/** Returns a batch with its progress, which is computed from its rows so that the two cannot differ. */
export const maybeSummed = (reader: Reader, whose: Whose, batchNo: string): Promise<SummedBatch | undefined> =>
  maybeOne(reader, sql<SummedBatch>`SELECT ${summed} WHERE ${batchesOf(whose)} AND batch.batch_no = ${batchNo}`)

type BatchFilter = { kind?: BatchKind | undefined; status?: BatchStatus | undefined }
const filtered = (whose: Whose, { kind, status }: BatchFilter) => sql`${batchesOf(whose)}
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

/** Rows of batches as people read them, and cards by the identifiers that people paste. */

/** The status of an order in a batch as shown to people. */
const stateSql = sql`CASE WHEN line.status = 'HELD' THEN 'QUEUED'
                          WHEN line.status = 'FAILED' AND line.error = 'CANCELLED' THEN 'CANCELLED'
                          ELSE line.status END`

export type ItemRow = Pick<OrderRow, 'row_no' | 'card_id' | 'error' | 'amount_cents' | 'total_cents' | 'retried_in'> & {
  state: BatchRowState
  card_seq_no: string
  last4: string | null
  first_name: string
  last_name: string
  bin: string
  owner_sub_uid: string | null
}

const rowsSql = (accountId: string, batchNo: string, states: readonly BatchRowState[] | undefined) => sql`
      FROM card_order AS line
      JOIN card USING (cell, account_id, card_id)
     WHERE ${ofAccount(accountId, 'line')} AND line.batch_no = ${batchNo}
       ${states ? sql`AND ${stateSql} = ANY (${states})` : sql``}`

export async function itemsOfBatch(
  reader: Reader,
  accountId: string,
  batchNo: string,
  { states, skip, limit }: { states: readonly BatchRowState[] | undefined; skip: number; limit: number },
): Promise<ItemRow[]> {
  const rows = await many(
    reader,
    sql<Omit<ItemRow, 'first_name' | 'last_name'> & { holder_enc: Buffer }>`
    SELECT line.row_no, line.card_id, line.error, line.amount_cents, line.total_cents, line.retried_in, ${stateSql} AS state,
           card.card_seq_no, card.last4, card.holder_enc, card.bin, card.owner_sub_uid
           ${rowsSql(accountId, batchNo, states)}
     ORDER BY line.row_no
    OFFSET ${skip} LIMIT ${limit}`,
  )
  return rows.map(({ holder_enc, ...row }) => {
    const { first_name, last_name } = openHolder(row.card_id, holder_enc)
    return { ...row, first_name, last_name }
  })
}

export const countItems = async (
  reader: Reader,
  accountId: string,
  batchNo: string,
  states: readonly BatchRowState[] | undefined,
): Promise<number> =>
  (await one(reader, sql<{ count: number }>`SELECT count(*)::int AS count ${rowsSql(accountId, batchNo, states)}`))
    .count

/** Failed rows that have not been retried. */
export const rowsToRetry = (reader: Reader, accountId: string, batchNo: string): Promise<OrderRow[]> =>
  many(
    reader,
    sql<OrderRow>`
    SELECT *
      FROM card_order
     WHERE ${ofAccount(accountId)} AND batch_no = ${batchNo} AND status = 'FAILED' AND retried_in IS NULL
     ORDER BY row_no`,
  )

/** Records in which batch rows are retried; returns how many had not been retried before. */
export const markRetried = (
  tx: Tx,
  accountId: string,
  orderNos: readonly string[],
  retriedIn: string,
): Promise<number> =>
  run(
    tx,
    sql`
    UPDATE card_order
       SET retried_in = ${retriedIn}
     WHERE ${ofAccount(accountId)} AND order_no = ANY (${orderNos}) AND retried_in IS NULL`,
  )

export type PastedCard = {
  card_id: string
  card_seq_no: string
  last4: string | null
  bin: string
  balance_cents: number
  shown_status: ShownStatus
}

/** The caller's cards with one of these serial numbers or last four digits, without deleted cards. */
export const cardsByMarks = (
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  { seqNos, lastFours }: { seqNos: readonly string[]; lastFours: readonly string[] },
): Promise<PastedCard[]> =>
  many(
    reader,
    sql<PastedCard>`
    SELECT card_id, card_seq_no, last4, bin, balance_cents, shown_status
      FROM card
      JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)
     WHERE ${within(whose)} AND status NOT IN ('FAILED', 'CLOSED')
       AND (card_seq_no = ANY (${seqNos}) OR last4 = ANY (${lastFours}))
     ORDER BY card.created_at DESC, card_id DESC
     LIMIT 5000`,
  )
