import {
  chartOfAccounts,
  ruleOf,
  type AccountCode,
  type LedgerCurrency,
  type Side,
  type TransferKind,
} from '#contract/ledger/ledger.ts'
import { add, type Cents } from '#contract/core/money.ts'
import type { RawBuilder } from 'kysely'
import { sql } from '../core/db.ts'
import type { Reader } from './queries.ts'
import type { Ref } from './refs.ts'
import type { StatementFilter, StatementPage, StatementRow, StatementSums } from './words.ts'
import { dayOfSql } from '../core/clock.ts'

const account = (ref: Ref) => sql`(SELECT la_id
       FROM ledger_account
      WHERE (account_id, code, owner, currency) = (${ref.accountId}, ${ref.code}, ${ref.owner}, ${ref.currency}))`

/** The entries of one account that a filter lets through; `raising` is the side that raises its balance. */
function matching(ref: Ref, { kinds, direction, from, until, bizId, actor, touching, metaHas }: StatementFilter) {
  const raising = ruleOf(ref.code).normal
  const lowering = raising === 'D' ? 'C' : 'D'
  const conditions = [sql`entry.la_id = ${account(ref)}`, sql`entry.account_version IS NOT NULL`]
  if (kinds) conditions.push(sql`transfer.kind = ANY (${kinds})`)
  if (direction) conditions.push(sql`entry.side = ${direction === 'IN' ? raising : lowering}`)
  if (from) conditions.push(sql`entry.posted_at >= ${from}`)
  if (until) conditions.push(sql`entry.posted_at < ${until}`)
  if (bizId) conditions.push(sql`transfer.biz_id = ${bizId}`)
  if (actor) conditions.push(sql`transfer.actor = ${actor}`)
  if (metaHas) conditions.push(sql`transfer.meta @> ${JSON.stringify(metaHas)}::jsonb`)
  if (touching)
    conditions.push(sql`EXISTS (
      SELECT FROM ledger_entry AS other WHERE other.transfer_id = entry.transfer_id AND other.la_id = ${account(touching)})`)
  return sql`ledger_entry AS entry
      JOIN ledger_transfer AS transfer USING (transfer_id)
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
 * A statement: the entries of one ROW account, newest first, each with the balance that it left and the other lines of
 * its transfer. Pages go by `version` (keyset: page 10,000 costs what page 1 costs).
 */
export async function entriesOf(
  reader: Reader,
  ref: Ref,
  filter: StatementFilter,
  { before, skip = 0, limit }: StatementPage,
): Promise<StatementRow[]> {
  const { rows } = await sql<Raw>`
    SELECT page.*, others.parts
      FROM (SELECT entry.transfer_id, entry.n, account_version, kind, side, amount, balance_after, entry.posted_at, effective_at,
                   biz_type, biz_id, actor, memo, meta
              FROM ${matching(ref, filter)}
               AND entry.account_version < ${before ?? Number.MAX_SAFE_INTEGER}
             ORDER BY entry.account_version DESC
             LIMIT ${limit} OFFSET ${skip}) AS page
     CROSS JOIN LATERAL (
            SELECT json_agg(json_build_object('code', code, 'owner', owner, 'side', side, 'amount', amount, 'currency', other.currency) ORDER BY n) AS parts
              FROM ledger_entry AS other
              JOIN ledger_account USING (la_id)
             WHERE other.transfer_id = page.transfer_id
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

/** The transfer that posted last to a ROW account, for a FROM: `posted_at`, `meta`. `laId` is SQL. */
export const newestPostingSql = (laId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
      SELECT entry.posted_at, transfer.meta
        FROM ledger_entry AS entry
        JOIN ledger_transfer AS transfer USING (transfer_id)
       WHERE entry.la_id = ${laId} AND entry.account_version IS NOT NULL
       ORDER BY entry.account_version DESC
       LIMIT 1)`

/** What entries brought, by the day on which they were posted, oldest day first. */
export async function sumsByDay(
  reader: Reader,
  ref: Ref,
  filter: StatementFilter,
): Promise<{ day: number; in: Cents; out: Cents }[]> {
  const raising = ruleOf(ref.code).normal
  const { rows } = await sql<{ day: number; in: Cents; out: Cents }>`
    SELECT ${dayOfSql(sql`entry.posted_at`)} AS day,
           coalesce(sum(amount) FILTER (WHERE side = ${raising}), 0)::bigint AS "in",
           coalesce(sum(amount) FILTER (WHERE side <> ${raising}), 0)::bigint AS out
      FROM ${matching(ref, filter)}
     GROUP BY 1
     ORDER BY 1`.execute(reader)
  return rows
}

/** How many entries the filter lets through, what they bring and take, and the balance at both ends of the time asked for. */
export async function sumsOf(reader: Reader, ref: Ref, filter: StatementFilter): Promise<StatementSums> {
  const raising = ruleOf(ref.code).normal
  const balanceBefore = (time: Date | undefined, otherwise: 'nothing' | 'all') =>
    !time && otherwise === 'nothing'
      ? sql`0`
      : sql`coalesce((SELECT balance_after
              FROM ledger_entry
             WHERE la_id = ${account(ref)}
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

/** What of a statement's line went to us as fees, in cents of USD, coupons taken off. */
export function feeOf({ parts }: Pick<StatementRow, 'parts'>): Cents {
  const fees = parts.filter(
    ({ code, currency }) =>
      code in chartOfAccounts && ruleOf(code as AccountCode).counts === 'fee' && currency === 'USD',
  )
  return add(0, ...fees.map(({ side, amount }) => (side === 'C' ? amount : -amount)))
}
