/** What staff look up of top-ups. */
import type { Rail, RechargeStatus } from '#contract/funding/funding.ts'
import { many, one, sql, type Database } from '../core/db.ts'

/** Whose order this transfer paid, or whose address it came to. */
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
       WHERE account_id = ${accountId}
       ORDER BY created_at DESC, order_no DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM recharge_order WHERE account_id = ${accountId}`),
  ])
  return { rows, count }
}
