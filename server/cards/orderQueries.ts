/** Orders on cards, their log, and when numbers were shown. */
import type { Insertable, Selectable } from 'kysely'
import type { CardLogType } from '#contract/cards/states.ts'
import type { CardOrder } from '#db/tables.ts'
import { ahead, HOUR, now } from '../core/clock.ts'
import { sql, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { openHolders, sealHolders } from './holders/sealedHolder.ts'
import type { Reader } from './queries.ts'

export type OrderRow = Selectable<CardOrder>

export const insertOrder = (tx: Tx, order: Omit<Insertable<CardOrder>, 'created_at' | 'updated_at'>) =>
  tx
    .insertInto('card_order')
    .values({ ...order, created_at: now(), updated_at: now() })
    .execute()

export const updateOrder = (tx: Reader, accountId: string, orderNo: string, change: Partial<Insertable<CardOrder>>) =>
  tx
    .updateTable('card_order')
    .set({ ...change, updated_at: now() })
    .where('account_id', '=', accountId)
    .where('order_no', '=', orderNo)
    .execute()

export const oneOrder = (reader: Reader, accountId: string, orderNo: string): Promise<OrderRow> =>
  reader
    .selectFrom('card_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()

/** Which order an event of the issuer's is about. */
export const maybeOrder = (reader: Reader, orderNo: string) =>
  reader.selectFrom('card_order').select(['account_id', 'order_no']).where('order_no', '=', orderNo).executeTakeFirst()

/**
 * Take an opening that has no answer yet, count the try, and set the time of the next one before asking: if this process
 * dies while it waits, the sweep finds the order. Nothing, where it was answered meanwhile.
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
       SET status = CASE status WHEN 'HELD' THEN 'SENT' ELSE status END,
           tries = tries + 1, ask_at = ${nextTryAt(order.tries + 1)}, updated_at = ${now()}
     WHERE account_id = ${accountId} AND order_no = ${orderNo}
       AND status IN ('HELD', 'SENT', 'UNKNOWN')
    RETURNING *`.execute(reader)
  return rows[0]
}

/** Openings whose next try is due. Those of a batch are asked for with their batch. */
export const openingsToAsk = (reader: Reader, limit: number) =>
  reader
    .selectFrom('card_order')
    .select(['account_id', 'order_no'])
    .where('ask_at', '<=', now())
    .where('batch_no', 'is', null)
    .orderBy('ask_at')
    .limit(limit)
    .execute()

/** Orders of one kind on one card since a moment. */
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
     WHERE account_id = ${accountId} AND card_id = ${cardId}
       AND kind = ${kind} AND status = 'SUCCESS' AND created_at >= ${since}`.execute(reader)
  return rows[0]!.count
}

export type LogEntry = {
  accountId: string
  cardId: string
  type: CardLogType
  /** Absent: the system. */
  loginId?: string | undefined
  subUid?: string | undefined
  before?: string | undefined
  after?: string | undefined
  /** Names and addresses before and after: sealed. */
  holders?: { before: string; after: string } | undefined
  amount?: number | undefined
  remark?: string | undefined
  result?: 'OK' | 'FAIL'
}

/** What happened to cards, for their owners. One statement however many. */
export async function logCards(tx: Tx, entries: readonly LogEntry[]): Promise<void> {
  if (!entries.length) return
  const ids = entries.map(() => newId('clg'))
  const rows = entries.map((entry, at) => ({
    id: ids[at]!,
    account_id: entry.accountId,
    card_id: entry.cardId,
    type: entry.type,
    login_id: entry.loginId ?? null,
    sub_uid: entry.subUid ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    holders_enc: entry.holders ? sealHolders(ids[at]!, entry.holders) : null,
    amount_cents: entry.amount ?? null,
    remark: entry.remark ?? '',
    result: entry.result ?? 'OK',
    created_at: now(),
  }))
  await tx.insertInto('card_log').values(rows).execute()
}

export async function logOf(
  reader: Reader,
  accountId: string,
  cardId: string,
  { before, skip, limit }: { before?: string; skip: number; limit: number },
) {
  const rows = await reader
    .selectFrom('card_log')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('card_id', '=', cardId)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(before === undefined ? skip : 0)
    .limit(limit)
    .execute()
  return rows.map((row) => (row.holders_enc ? { ...row, ...openHolders(row.id, row.holders_enc) } : row))
}

export async function countLog(reader: Reader, accountId: string, cardId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM card_log WHERE account_id = ${accountId} AND card_id = ${cardId}`.execute(reader)
  return rows[0]!.count
}

/** Remember one number shown, unless the last `most` were within the hour: one statement, so that a thousand at once are a thousand takers of thirty. */
export async function takeReveal(tx: Tx, loginId: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO card_reveals AS had (login_id, shown_at)
    VALUES (${loginId}, ARRAY[${now()}::timestamptz])
        ON CONFLICT (login_id) DO UPDATE
       SET shown_at = (had.shown_at || excluded.shown_at)[cardinality(had.shown_at) + 2 - ${most} :]
     WHERE cardinality(had.shown_at) < ${most} OR had.shown_at[1] <= ${ahead(-HOUR)}
    RETURNING 1`.execute(tx)
  return rows.length > 0
}

export const forgetOldReveals = (reader: Reader) =>
  sql`DELETE FROM card_reveals WHERE ${ahead(-HOUR)} > ALL (shown_at)`.execute(reader)
