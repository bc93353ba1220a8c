import type { RawBuilder } from 'kysely'
import {
  chartOfAccounts,
  ruleOf,
  type AccountCode,
  type LedgerCurrency,
  type Side,
  type TransferKind,
} from '#contract/ledger/ledger.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { sql, many, type Database, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'
import type { Ref } from '../refs.ts'
import type { StatementFilter, StatementPage, StatementRow, StatementSums } from '../words.ts'

const account = (ref: Ref) => sql`(SELECT la_id
       FROM ledger_account
      WHERE ${ofAccount(ref.accountId)} AND (code, owner, currency) = (${ref.code}, ${ref.owner}, ${ref.currency}))`

/** The entries of one ROW account that match a filter; `raising` is the side that raises its balance. */
function matching(ref: Ref, { kinds, direction, from, until, bizId, actor, touching, metaHas }: StatementFilter) {
  const raising = ruleOf(ref.code).normal
  const lowering = raising === 'D' ? 'C' : 'D'
  const conditions = [
    sql`entry.cell = ${cellOf(ref.accountId)}`,
    sql`entry.la_id = ${account(ref)}`,
    sql`entry.account_version IS NOT NULL`,
  ]
  if (kinds) conditions.push(sql`transfer.kind = ANY (${kinds})`)
  if (direction) conditions.push(sql`entry.side = ${direction === 'IN' ? raising : lowering}`)
  if (from) conditions.push(sql`entry.posted_at >= ${from}`)
  if (until) conditions.push(sql`entry.posted_at < ${until}`)
  if (bizId) conditions.push(sql`transfer.biz_id = ${bizId}`)
  if (actor) conditions.push(sql`transfer.actor = ${actor}`)
  if (metaHas) conditions.push(sql`transfer.meta @> ${JSON.stringify(metaHas)}::jsonb`)
  if (touching)
    conditions.push(sql`EXISTS (
      SELECT FROM ledger_entry AS other
       WHERE (other.cell, other.transfer_id) = (${cellOf(ref.accountId)}, entry.transfer_id) AND other.la_id = ${account(touching)})`)
  return sql`ledger_entry AS entry
      JOIN ledger_transfer AS transfer USING (cell, transfer_id)
     WHERE ${sql.join(
       conditions,
       sql`
       AND `,
     )}`
}

type Raw = {
  transfer_id: string
  account_version: number
  kind: TransferKind
  side: Side
  amount: Cents
  balance_after: Cents
  posted_at: Date
  effective_at: Date
  biz_type: string
  biz_id: string
  actor: string | null
  memo: string | null
  meta: Record<string, unknown> | null
  parts: { code: string; owner: string; side: Side; amount: Cents; currency: LedgerCurrency }[]
}

/**
 * A statement: the entries of one ROW account, newest first, each with the balance after it and the other lines of its transfer. Paged by `version` (keyset:
 * page 10,000 costs as much as page 1).
 */
export async function entriesOf(
  reader: Reader,
  ref: Ref,
  filter: StatementFilter,
  { before, skip = 0, limit }: StatementPage,
): Promise<StatementRow[]> {
  const { rows } = await sql<Raw>`
    SELECT page.*, others.parts
      FROM (SELECT cell, entry.transfer_id, entry.n, account_version, kind, side, amount, balance_after, entry.posted_at, effective_at,
                   biz_type, biz_id, actor, memo, meta
              FROM ${matching(ref, filter)}
               AND entry.account_version < ${before ?? Number.MAX_SAFE_INTEGER}
             ORDER BY entry.account_version DESC
             LIMIT ${limit} OFFSET ${skip}) AS page
     CROSS JOIN LATERAL (
            SELECT json_agg(json_build_object('code', code, 'owner', owner, 'side', side, 'amount', amount, 'currency', other.currency) ORDER BY n) AS parts
              FROM ledger_entry AS other
              JOIN ledger_account USING (cell, la_id)
             WHERE (cell, other.transfer_id) = (${cellOf(ref.accountId)}, page.transfer_id)
               AND other.n <> page.n) AS others
     ORDER BY account_version DESC`.execute(reader)
  return rows.map((row) => ({
    transferId: row.transfer_id,
    version: row.account_version,
    kind: row.kind,
    side: row.side,
    amount: row.amount,
    change: row.side === ruleOf(ref.code).normal ? row.amount : -row.amount,
    balanceAfter: row.balance_after,
    postedAt: row.posted_at,
    effectiveAt: row.effective_at,
    biz: { type: row.biz_type, id: row.biz_id },
    actor: row.actor ?? undefined,
    memo: row.memo ?? undefined,
    meta: row.meta ?? {},
    parts: row.parts,
  }))
}

/** The last transfer posted to a ROW account, for a FROM: `posted_at`, `meta`. `laId` is SQL. */
export const newestPostingSql = (accountId: string, laId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
      SELECT entry.posted_at, transfer.meta
        FROM ledger_entry AS entry
        JOIN ledger_transfer AS transfer USING (cell, transfer_id)
       WHERE cell = ${cellOf(accountId)} AND entry.la_id = ${laId} AND entry.account_version IS NOT NULL
       ORDER BY entry.account_version DESC
       LIMIT 1)`

/** The number of matching entries, their total in and out, and the balance at both ends of the period. */
export async function sumsOf(reader: Reader, ref: Ref, filter: StatementFilter): Promise<StatementSums> {
  const raising = ruleOf(ref.code).normal
  const balanceBefore = (time: Date | undefined, otherwise: 'nothing' | 'all') =>
    !time && otherwise === 'nothing'
      ? sql`0`
      : sql`coalesce((SELECT balance_after
              FROM ledger_entry
             WHERE cell = ${cellOf(ref.accountId)}
               AND la_id = ${account(ref)}
               AND account_version IS NOT NULL
               ${time ? sql`AND posted_at < ${time}` : sql``}
             ORDER BY account_version DESC
             LIMIT 1), 0)`
  const { rows } = await sql<StatementSums>`
    SELECT count(*)::int AS count,
           coalesce(sum(amount) FILTER (WHERE side = ${raising}), 0)::bigint AS "in",
           coalesce(sum(amount) FILTER (WHERE side <> ${raising}), 0)::bigint AS out,
           (${balanceBefore(filter.from, 'nothing')})::bigint AS open,
           (${balanceBefore(filter.until, 'all')})::bigint AS close
      FROM ${matching(ref, filter)}`.execute(reader)
  return rows[0]!
}

/** The fees in a statement line, in USD cents, less coupons. */
export function feeOf({ parts }: Pick<StatementRow, 'parts'>): Cents {
  const fees = parts.filter(
    ({ code, currency }) =>
      code in chartOfAccounts && ruleOf(code as AccountCode).counts === 'fee' && currency === 'USD',
  )
  return add(0, ...fees.map(({ side, amount }) => (side === 'C' ? amount : -amount)))
}

const feeCodes = (Object.keys(chartOfAccounts) as AccountCode[]).filter(
  (code) => 'counts' in chartOfAccounts[code] && chartOfAccounts[code].counts === 'fee' && code !== '4015',
)

/** One fee of one transfer as charged: less coupons and reversals. */
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
 * The fees in dollars charged to an account, newest first. A coupon reduces the first fee of its transfer, then the next; a reversed transfer has charged
 * nothing.
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
                         JOIN ledger_account AS account USING (cell, la_id)
                        WHERE (cell, coupon.transfer_id) = (transfer.cell, transfer.transfer_id) AND account.code = '4015' AND coupon.side = 'D'), 0) AS off,
             coalesce((SELECT sum(back.amount)
                         FROM ledger_transfer AS other
                         JOIN ledger_entry AS back USING (cell, transfer_id)
                        WHERE cell = transfer.cell
                          AND other.account_id = transfer.account_id
                          AND other.biz_type = transfer.biz_type
                          AND other.biz_id = transfer.biz_id
                          AND back.la_id = entry.la_id
                          AND back.side = 'D'), 0) AS returned
        FROM ledger_transfer AS transfer
        JOIN ledger_entry AS entry USING (cell, transfer_id)
        JOIN ledger_account USING (cell, la_id)
       WHERE cell = ${cellOf(accountId)}
         AND transfer.account_id = ${accountId}
         AND ${transferId === undefined ? sql`true` : sql`transfer.transfer_id = ${transferId}`}
         AND code = ANY (${feeCodes})
         AND entry.side = 'C'
         AND entry.currency = 'USD'
         AND NOT EXISTS (SELECT FROM ledger_transfer AS mirror
                          WHERE (mirror.cell, mirror.account_id) = (transfer.cell, transfer.account_id) AND mirror.reverses_transfer_id = transfer.transfer_id)
    )
    SELECT transfer_id AS "transferId", kind, biz_type AS "bizType", biz_id AS "bizId", code, owner, posted_at AS "postedAt", charged
      FROM (SELECT lines.*, (amount - least(amount, greatest(0, off - (upto - amount))) - returned)::bigint AS charged FROM lines) AS fees
     WHERE charged > 0
     ORDER BY posted_at DESC, transfer_id DESC, n
     LIMIT ${limit}`,
  )
