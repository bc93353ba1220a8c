/** Card orders: openings, loads, withdrawals and deletions. A row of a batch is an order with `batch_no` and `row_no`. */
import type { Insertable, Selectable } from 'kysely'
import type { Cents } from '#contract/core/money.ts'
import type { CardOrder } from '#db/tables.ts'
import { touch } from '#server/core/changes/touch.ts'
import { cellOf, inAnyCell, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { sql, run, many, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

export type OrderRow = Selectable<CardOrder>

type NewOrder = Omit<Insertable<CardOrder>, 'cell' | 'created_at' | 'updated_at'>

type OrderEnd = { order_no: string; status: 'SUCCESS' | 'FAILED'; transfer_id: string | null; error: string | null }

/** Orders that are not finished. */
export const openStatuses = sql.raw(`('HELD', 'SENT', 'UNKNOWN')`)

export const insertOrder = (tx: Tx, order: NewOrder) => {
  touch(tx, order.account_id, 'cards')
  return tx
    .insertInto('card_order')
    .values({ ...order, cell: cellOf(order.account_id), created_at: now(), updated_at: now() })
    .execute()
}

export const insertOrders = (tx: Tx, orders: readonly NewOrder[]): Promise<number> => {
  for (const { account_id } of orders) touch(tx, account_id, 'cards')
  return run(
    tx,
    sql`
    INSERT INTO card_order (cell, account_id, order_no, kind, card_id, login_id, sub_uid, quote_id, amount_cents, open_fee_cents, fee_cents,
                            coupon_off_cents, total_cents, status, hold_id, transfer_id, error, ask_at, batch_no, row_no, created_at, updated_at)
    SELECT cell_of(account_id), account_id, order_no, kind, card_id, login_id, sub_uid, quote_id, amount_cents, coalesce(open_fee_cents, 0), coalesce(fee_cents, 0),
           coalesce(coupon_off_cents, 0), total_cents, status, hold_id, transfer_id, error, ask_at, batch_no, row_no, ${now()}, ${now()}
      FROM json_populate_recordset(NULL::card_order, ${JSON.stringify(orders)}::json)`,
  )
}

export async function updateOrder(
  tx: Reader,
  accountId: string,
  orderNo: string,
  change: Partial<Insertable<CardOrder>>,
): Promise<void> {
  await tx
    .updateTable('card_order')
    .set({ ...change, updated_at: now() })
    .where(ofAccount(accountId))
    .where('order_no', '=', orderNo)
    .execute()
  touch(tx, accountId, 'cards')
}

/** Ends orders, successful or not: nothing more is requested for them. */
export const endOrders = (tx: Tx, accountId: string, ends: readonly OrderEnd[]): Promise<number> => {
  touch(tx, accountId, 'cards')
  return run(
    tx,
    sql`
    UPDATE card_order
       SET status = ended.status, transfer_id = ended.transfer_id, error = ended.error, ask_at = NULL, updated_at = ${now()}
      FROM json_to_recordset(${JSON.stringify(ends)}::json) AS ended (order_no text, status text, transfer_id text, error text)
     WHERE ${ofAccount(accountId, 'card_order')} AND card_order.order_no = ended.order_no`,
  )
}

export const oneOrder = (reader: Reader, accountId: string, orderNo: string): Promise<OrderRow> =>
  reader
    .selectFrom('card_order')
    .selectAll()
    .where(ofAccount(accountId))
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()

/** The order that an issuer's event refers to. */
export const maybeOrder = (reader: Reader, orderNo: string) =>
  reader
    .selectFrom('card_order')
    .select(['account_id', 'order_no', 'card_id'])
    .where(inAnyCell())
    .where('order_no', '=', orderNo)
    .executeTakeFirst()

/**
 * Take an opening that has no answer yet, count the try, and set the time of the next one before asking: if this process
 * dies while it waits, the sweep finds the order. Undefined if the order has been answered in the meantime.
 */
export async function takeOpening(
  reader: Reader,
  accountId: string,
  orderNo: string,
  nextTryAt: (tries: number) => Date,
): Promise<OrderRow | undefined> {
  const order = await oneOrder(reader, accountId, orderNo)
  const { rows } = await sql<OrderRow>`
    UPDATE card_order
       SET status = CASE WHEN status = 'HELD' THEN 'SENT' ELSE status END,
           tries = tries + 1, ask_at = ${nextTryAt(order.tries + 1)}, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND order_no = ${orderNo}
       AND status IN ('HELD', 'SENT', 'UNKNOWN')
    RETURNING *`.execute(reader)
  touch(reader, accountId, 'cards')
  return rows[0]
}

/** Openings whose next attempt is due. Those of a batch are requested with their batch. */
export const openingsToAsk = (reader: Reader, limit: number) =>
  reader
    .selectFrom('card_order')
    .select(['account_id', 'order_no'])
    .where('ask_at', '<=', now())
    .where('batch_no', 'is', null)
    .orderBy('ask_at')
    .limit(limit)
    .execute()

/** The openings and loads of an account since a moment, by segment and amount, with the fees that were charged for them. */
export const ordersSince = (reader: Reader, accountId: string, since: Date) =>
  many(
    reader,
    sql<{ kind: 'OPEN' | 'LOAD'; vid: string; amount: Cents; count: number; fees: Cents }>`
    SELECT kind, vid, amount_cents AS amount, count(*) AS count,
           sum(open_fee_cents + fee_cents - coupon_off_cents)::bigint AS fees
      FROM card_order
      JOIN card USING (cell, account_id, card_id)
     WHERE ${ofAccount(accountId)} AND kind IN ('OPEN', 'LOAD') AND card_order.status = 'SUCCESS'
       AND card_order.created_at >= ${since}
     GROUP BY kind, vid, amount_cents`,
  )

/** Counts orders of one kind on one card since a given time. */
export async function countOrders(
  reader: Reader,
  accountId: string,
  cardId: string,
  kind: OrderRow['kind'],
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM card_order
     WHERE ${ofAccount(accountId)} AND card_id = ${cardId}
       AND kind = ${kind} AND status = 'SUCCESS' AND created_at >= ${since}`.execute(reader)
  return rows[0]!.count
}

/** The same for many cards, by card; those without any are left out. */
export async function countOrdersOf(
  reader: Reader,
  accountId: string,
  cardIds: readonly string[],
  kind: OrderRow['kind'],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await many(
    reader,
    sql<{ card_id: string; count: number }>`
    SELECT card_id, count(*)::int AS count
      FROM card_order
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds})
       AND kind = ${kind} AND status = 'SUCCESS' AND created_at >= ${since}
     GROUP BY card_id`,
  )
  return new Map(rows.map(({ card_id, count }) => [card_id, count]))
}

type FinishedBatch = { batch_no: string; login_id: string; success: number; failed: number }

/** Returns which of these batches have no open row left and how they ended; each is returned once. */
export const finishDone = (tx: Tx, accountId: string, batchNos: readonly string[]): Promise<FinishedBatch[]> =>
  many(
    tx,
    sql<FinishedBatch>`
    UPDATE card_batch AS batch
       SET finished_at = ${now()},
           status = CASE WHEN rows.failed = 0 THEN 'DONE' WHEN rows.success = 0 THEN 'FAILED' ELSE 'PARTIAL' END
      FROM (SELECT batch_no, count(*) FILTER (WHERE status = 'SUCCESS')::int AS success,
                   count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
                   count(*) FILTER (WHERE status IN ${openStatuses})::int AS open
              FROM card_order
             WHERE ${ofAccount(accountId)} AND batch_no = ANY (${batchNos})
             GROUP BY batch_no) AS rows
     WHERE ${ofAccount(accountId, 'batch')} AND batch.batch_no = rows.batch_no
       AND rows.open = 0 AND batch.status = 'RUNNING'
    RETURNING batch.batch_no, batch.login_id, rows.success, rows.failed`,
  )
