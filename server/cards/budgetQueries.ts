/** What a sub-account has moved: the SQL under its budget. */
import type { Cents } from '#contract/core/money.ts'
import { sql } from '../core/db.ts'
import type { Reader } from './queries.ts'

/** From the wallet onto cards and into fees, less what it brought back, since a moment. What failed counts nothing. */
export async function spentBy(reader: Reader, accountId: string, subUid: string, from: Date): Promise<Cents> {
  const { rows } = await sql<{ spent: Cents }>`
    SELECT coalesce(sum(CASE WHEN kind IN ('OPEN', 'LOAD') THEN total_cents ELSE fee_cents - amount_cents END), 0)::bigint AS spent
      FROM card_order
     WHERE account_id = ${accountId} AND sub_uid = ${subUid} AND created_at >= ${from}
       AND (kind IN ('OPEN', 'LOAD') AND status <> 'FAILED' OR kind IN ('UNLOAD', 'CLOSE') AND status = 'SUCCESS')`.execute(
    reader,
  )
  return rows[0]!.spent
}
