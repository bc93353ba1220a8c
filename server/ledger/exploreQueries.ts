/** The whole book to read, as of any moment: every balance here is the sum of its entries until then. */
import { chartOfAccounts, type AccountCode } from '../../contract/ledger.ts'
import { many, maybeOne, one, sql, type Database } from '../db.ts'

type Sum = { code: AccountCode; currency: string; scale: number; accounts: number; debits: number; credits: number }

const counting = (what: 'client' | 'cover'): string[] =>
  Object.entries(chartOfAccounts)
    .filter(([, rule]) => 'counts' in rule && rule.counts === what)
    .map(([code]) => code)

export const sumsAt = (on: Database, at: Date) =>
  many(
    on,
    sql<Sum>`
    SELECT code, account.currency, scale, count(DISTINCT la_id) AS accounts,
           coalesce(sum(amount) FILTER (WHERE side = 'D'), 0)::bigint AS debits,
           coalesce(sum(amount) FILTER (WHERE side = 'C'), 0)::bigint AS credits
      FROM ledger_entry AS entry
      JOIN ledger_account AS account USING (la_id)
     WHERE posted_at <= ${at}
     GROUP BY code, account.currency, scale
     ORDER BY account.currency, code`,
  )

/** In US cents, by the same rates as the proof (checks.ts). */
export const coverAt = (on: Database, at: Date) =>
  one(
    on,
    sql<{ owed: number; cover: number }>`
    SELECT coalesce(round(sum(cents) FILTER (WHERE code = ANY (${counting('client')}))), 0)::bigint AS owed,
           coalesce(round(sum(cents) FILTER (WHERE code = ANY (${counting('cover')}))), 0)::bigint AS cover
      FROM (SELECT code, CASE WHEN side = normal THEN amount ELSE -amount END
                         * CASE account.currency WHEN 'USDT' THEN 0.0001 WHEN 'CNY' THEN 1 / 7.2 ELSE 1 END AS cents
              FROM ledger_entry AS entry
              JOIN ledger_account AS account USING (la_id)
             WHERE posted_at <= ${at}) AS moved`,
  )

export type AccountAt = {
  la_id: number
  code: AccountCode
  owner: string
  currency: string
  scale: number
  normal: 'D' | 'C'
  debits: number
  credits: number
}
/** Sums are made for one page of accounts only, by their entries' index where they have one. */
export const accountsAt = async (
  on: Database,
  at: Date,
  wish: { code: string; owner?: string | undefined; pageNo: number; pageSize: number },
) => {
  const which = sql`code = ${wish.code} ${wish.owner ? sql`AND owner = ${wish.owner}` : sql``}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<AccountAt>`
      SELECT page.*, coalesce(sum(amount) FILTER (WHERE side = 'D'), 0)::bigint AS debits,
             coalesce(sum(amount) FILTER (WHERE side = 'C'), 0)::bigint AS credits
        FROM (SELECT la_id, code, owner, currency, scale, normal FROM ledger_account WHERE ${which}
               ORDER BY la_id LIMIT ${wish.pageSize} OFFSET ${(wish.pageNo - 1) * wish.pageSize}) AS page
        LEFT JOIN ledger_entry AS entry ON entry.la_id = page.la_id AND posted_at <= ${at}
       GROUP BY page.la_id, code, owner, page.currency, scale, normal
       ORDER BY page.la_id`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM ledger_account WHERE ${which}`),
  ])
  return { rows, count }
}

export type EntryFound = {
  transfer_id: string
  n: number
  kind: string
  side: 'D' | 'C'
  amount: number
  currency: string
  scale: number
  balance_after: number | null
  posted_at: Date
}
export const entriesAt = async (
  on: Database,
  laId: number,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) => {
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<EntryFound>`
      SELECT entry.transfer_id, n, kind, side, amount, entry.currency, scale, balance_after, entry.posted_at
        FROM ledger_entry AS entry
        JOIN ledger_transfer AS transfer USING (transfer_id)
        JOIN ledger_account AS account USING (la_id)
       WHERE la_id = ${laId}
       ORDER BY entry.posted_at DESC, account_version DESC NULLS LAST, entry.transfer_id DESC, n
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM ledger_entry WHERE la_id = ${laId}`),
  ])
  return { rows, count }
}
export const isAccount = async (on: Database, laId: number): Promise<boolean> =>
  !!(await maybeOne(on, sql`SELECT 1 FROM ledger_account WHERE la_id = ${laId}`))

export const transferWhole = async (on: Database, transferId: string) => {
  const transfer = await maybeOne(
    on,
    sql<{
      transfer_id: string
      kind: string
      account_id: string
      biz_type: string
      biz_id: string
      effective_at: Date
      posted_at: Date
      memo: string | null
      reverses_transfer_id: string | null
    }>`
    SELECT transfer_id, kind, account_id, biz_type, biz_id, effective_at, posted_at, memo, reverses_transfer_id
      FROM ledger_transfer WHERE transfer_id = ${transferId}`,
  )
  const entries = await many(
    on,
    sql<{
      n: number
      side: 'D' | 'C'
      amount: number
      currency: string
      scale: number
      balance_after: number | null
      la_id: number
      code: AccountCode
      owner: string
    }>`
    SELECT n, side, amount, entry.currency, scale, balance_after, la_id, code, owner
      FROM ledger_entry AS entry
      JOIN ledger_account AS account USING (la_id)
     WHERE transfer_id = ${transferId} ORDER BY n`,
  )
  return transfer && { transfer, entries }
}
