/** Staff lookups of top-up orders. */
import type { Rail, RechargeStatus } from '#contract/funding/funding.ts'
import { ofAccount, ofAccounts } from '#server/core/database/cells.ts'
import { many, sql, type Database, one } from '#server/core/db.ts'
import { orderColumns, type Order } from './queries.ts'

export type OrderFilter = {
  rail?: Rail | undefined
  status?: RechargeStatus | undefined
  orderNo?: string | undefined
  accountIds?: readonly string[] | undefined
  txHash?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}
/** The position after the last page. */
export type After = { at: Date; orderNo: string }

export const ordersOfAll = (
  on: Database,
  { rail, status, orderNo, accountIds, txHash, from, to }: OrderFilter,
  after: After | undefined,
  limit: number,
): Promise<Order[]> => {
  const conditions = [
    rail && sql`rail = ${rail}`,
    status && sql`status = ${status}`,
    orderNo &&
      sql`(cell, account_id, order_no) IN (SELECT cell, account_id, order_no FROM recharge_order_no WHERE order_no = ${orderNo})`,
    accountIds && ofAccounts(accountIds),
    txHash && sql`tx_hash IN (${txHash}, ${txHash.toLowerCase()})`,
    from && sql`created_at >= ${from}`,
    to && sql`created_at <= ${to}`,
    after && sql`(created_at, order_no) < (${after.at}::timestamptz, ${after.orderNo})`,
  ].filter((one) => one !== undefined && one !== '')
  return many(
    on,
    sql<Order>`
    SELECT ${orderColumns}
      FROM recharge_order
     WHERE ${conditions.length ? sql.join(conditions, sql` AND `) : sql`true`}
     ORDER BY created_at DESC, order_no DESC
     LIMIT ${limit}`,
  )
}

export const eventsOfOrder = (on: Database, orderNo: string) =>
  many(
    on,
    sql<{ id: string; type: string; amount: number | null; at: Date }>`
    SELECT event_id AS id, type, (body ->> 'amount')::bigint AS amount, received_at AS at
      FROM provider_event WHERE order_no = ${orderNo} ORDER BY received_at, event_id LIMIT 100`,
  )
export const paymentsOfOrder = (on: Database, orderNo: string) =>
  many(
    on,
    sql<{
      ref: string
      amount: number
      paidAt: Date
      outcome: string | null
      transferId: string | null
      reversedAt: Date | null
      reversalId: string | null
    }>`
    SELECT payment_ref AS ref, amount_units AS amount, paid_at AS "paidAt", outcome, transfer_id AS "transferId",
           reversed_at AS "reversedAt", reversal_id AS "reversalId"
      FROM provider_payment WHERE order_no = ${orderNo} ORDER BY paid_at, payment_ref LIMIT 100`,
  )
export const chainOfOrder = (on: Database, orderNo: string) =>
  many(
    on,
    sql<{
      txHash: string
      units: string
      confirmations: number
      state: string
      outcome: string | null
      transferId: string | null
      at: Date
    }>`
    SELECT tx_hash AS "txHash", units::text AS units, confirmations, state, outcome, transfer_id AS "transferId", block_time AS at
      FROM chain_transfer WHERE order_no = ${orderNo} ORDER BY block_time, tx_hash, log_index LIMIT 100`,
  )
export const breaksOfOrder = (on: Database, orderNo: string) =>
  many(
    on,
    sql<{ kind: string; ref: string; state: string; at: Date }>`
    SELECT kind, ref, state, found_at AS at FROM rail_break WHERE order_no = ${orderNo} ORDER BY found_at, break_id LIMIT 100`,
  )

/** The account whose order this transfer paid, or whose address received it. */
export const accountsWithTxHash = async (on: Database, txHash: string): Promise<string[]> => {
  const rows = await many(
    on,
    sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM recharge_order WHERE tx_hash IN (${txHash}, ${txHash.toLowerCase()})`,
  )
  return rows.map(({ account_id }) => account_id)
}

export type DeskOrder = {
  order_no: string
  rail: Rail
  status: RechargeStatus
  credit_cents: number
  tx_hash: string | null
  created_at: Date
}

export async function ordersPage(
  on: Database,
  accountId: string,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: DeskOrder[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<DeskOrder>`
      SELECT order_no, rail, status, credit_cents, tx_hash, created_at
        FROM recharge_order
       WHERE ${ofAccount(accountId)}
       ORDER BY created_at DESC, order_no DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM recharge_order WHERE ${ofAccount(accountId)}`),
  ])
  return { rows, count }
}
