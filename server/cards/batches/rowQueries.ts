/** The rows of batches as people read them, and cards by what people paste. */
import type { ShownStatus } from '#contract/cards/states.ts'
import type { BatchRowState } from '#contract/cards/batchStates.ts'
import { many, one, run, sql, type Tx } from '#server/core/db.ts'
import type { Actor } from '#server/core/actor.ts'
import type { OrderRow } from '../orderQueries.ts'
import { openHolder } from '../holders/sealedHolder.ts'
import { within, type Reader } from '../queries.ts'

/** The word that people see for the status of an order in a batch. */
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
}

const rowsSql = (accountId: string, batchNo: string, states: readonly BatchRowState[] | undefined) => sql`
      FROM card_order AS line
      JOIN card USING (account_id, card_id)
     WHERE line.account_id = ${accountId} AND line.batch_no = ${batchNo}
       ${states ? sql`AND ${stateSql} = ANY (${states})` : sql``}`

export async function itemsOfBatch(
  reader: Reader,
  accountId: string,
  batchNo: string,
  { states, skip, limit }: { states: readonly BatchRowState[] | undefined; skip: number; limit: number },
): Promise<ItemRow[]> {
  const rows = await many(
    reader,
    sql<ItemRow & { holder_enc: Buffer | null }>`
    SELECT line.row_no, line.card_id, line.error, line.amount_cents, line.total_cents, line.retried_in, ${stateSql} AS state,
           card.card_seq_no, card.last4, card.first_name, card.last_name, card.holder_enc, card.bin
           ${rowsSql(accountId, batchNo, states)}
     ORDER BY line.row_no
    OFFSET ${skip} LIMIT ${limit}`,
  )
  return rows.map(({ holder_enc, ...row }) => {
    if (!holder_enc) return row
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
     WHERE account_id = ${accountId} AND batch_no = ${batchNo} AND status = 'FAILED' AND retried_in IS NULL
     ORDER BY row_no`,
  )

/** Say in which batch rows are tried again; gives how many nobody had tried before. */
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
     WHERE account_id = ${accountId} AND order_no = ANY (${orderNos}) AND retried_in IS NULL`,
  )

export type PastedCard = {
  card_id: string
  card_seq_no: string
  last4: string | null
  bin: string
  balance_cents: number
  shown_status: ShownStatus
}

/** The caller's cards with one of these serial numbers or last four digits; those that are gone are not meant. */
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
      JOIN card_balance USING (la_id)
     WHERE ${within(whose)} AND status NOT IN ('FAILED', 'CLOSED')
       AND (card_seq_no = ANY (${seqNos}) OR last4 = ANY (${lastFours}))
     ORDER BY card.created_at DESC, card_id DESC
     LIMIT 5000`,
  )
