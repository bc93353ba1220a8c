import { chartOfAccounts, type AccountCode, type TransferKind } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { many, sql, type Database, type Tx } from '../core/db.ts'

const feeCodes = (Object.keys(chartOfAccounts) as AccountCode[]).filter(
  (code) => 'counts' in chartOfAccounts[code] && chartOfAccounts[code].counts === 'fee' && code !== '4015',
)

/** One fee of one transfer, as it was charged: coupons taken off, and what a reversal gave back. */
export type FeeCharged = {
  transferId: string
  kind: TransferKind
  bizType: string
  bizId: string
  code: AccountCode
  owner: string
  postedAt: Date
  charged: Cents
}

/**
 * The fees in dollars that an account was charged, the newest first. A coupon comes off the first fee of its transfer, then off
 * the next; a transfer that was taken back has charged nothing.
 */
export const feesCharged = (
  on: Tx | Database,
  accountId: string,
  { transferId, limit = 50 }: { transferId?: string; limit?: number } = {},
): Promise<FeeCharged[]> =>
  many(
    on,
    sql<FeeCharged>`
    WITH lines AS (
      SELECT transfer.transfer_id, transfer.kind, transfer.biz_type, transfer.biz_id, transfer.posted_at, code, owner, n, amount,
             sum(amount) OVER (PARTITION BY transfer.transfer_id ORDER BY n) AS upto,
             coalesce((SELECT sum(coupon.amount)
                         FROM ledger_entry AS coupon
                         JOIN ledger_account AS account USING (la_id)
                        WHERE coupon.transfer_id = transfer.transfer_id AND account.code = '4015' AND coupon.side = 'D'), 0) AS off,
             coalesce((SELECT sum(back.amount)
                         FROM ledger_transfer AS other
                         JOIN ledger_entry AS back USING (transfer_id)
                        WHERE other.account_id = transfer.account_id
                          AND other.biz_type = transfer.biz_type
                          AND other.biz_id = transfer.biz_id
                          AND back.la_id = entry.la_id
                          AND back.side = 'D'), 0) AS returned
        FROM ledger_transfer AS transfer
        JOIN ledger_entry AS entry USING (transfer_id)
        JOIN ledger_account USING (la_id)
       WHERE transfer.account_id = ${accountId}
         AND ${transferId === undefined ? sql`true` : sql`transfer.transfer_id = ${transferId}`}
         AND code = ANY (${feeCodes})
         AND entry.side = 'C'
         AND entry.currency = 'USD'
         AND NOT EXISTS (SELECT FROM ledger_transfer AS mirror
                          WHERE mirror.account_id = transfer.account_id AND mirror.reverses_transfer_id = transfer.transfer_id)
    )
    SELECT transfer_id AS "transferId", kind, biz_type AS "bizType", biz_id AS "bizId", code, owner, posted_at AS "postedAt", charged
      FROM (SELECT lines.*, (amount - least(amount, greatest(0, off - (upto - amount))) - returned)::bigint AS charged FROM lines) AS fees
     WHERE charged > 0
     ORDER BY posted_at DESC, transfer_id DESC, n
     LIMIT ${limit}`,
  )
