/** Queries on the whole book as of any moment: every balance is the sum of its entries until then. */
import type { AccountCode } from '#contract/ledger/ledger.ts'
import { many, maybeOne, one, sql, type Database } from '#server/core/db.ts'

export type Sum = {
  code: AccountCode
  currency: string
  scale: number
  accounts: number
  debits: number
  credits: number
}

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

export type AccountAt = {
  la_id: number
  /** The tenant, or the platform. */
  account_id: string
  code: AccountCode
  owner: string
  currency: string
  scale: number
  normal: 'D' | 'C'
  debits: number
  credits: number
}
type Which = { code: string } | { accountId: string } | { laId: number }
const which = (input: Which) =>
  'code' in input
    ? sql`code = ${input.code}`
    : 'laId' in input
      ? sql`la_id = ${input.laId}`
      : sql`account_id = ${input.accountId}`

/** Sums are computed for one page of accounts only, through the index on entries where there is one. */
export const accountsAt = async (
  on: Database,
  at: Date,
  input: Which & { owner?: string | undefined; pageNo: number; pageSize: number },
) => {
  const those = sql`${which(input)} ${input.owner ? sql`AND owner = ${input.owner}` : sql``}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<AccountAt>`
      SELECT page.*, coalesce(sum(amount) FILTER (WHERE side = 'D'), 0)::bigint AS debits,
             coalesce(sum(amount) FILTER (WHERE side = 'C'), 0)::bigint AS credits
        FROM (SELECT la_id, account_id, code, owner, currency, scale, normal FROM ledger_account WHERE ${those}
               ORDER BY la_id LIMIT ${input.pageSize} OFFSET ${(input.pageNo - 1) * input.pageSize}) AS page
        LEFT JOIN ledger_entry AS entry ON entry.la_id = page.la_id AND posted_at <= ${at}
       GROUP BY page.la_id, page.account_id, code, owner, page.currency, scale, normal
       ORDER BY code, page.la_id`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM ledger_account WHERE ${those}`),
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
  at: Date,
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
       WHERE la_id = ${laId} AND entry.posted_at <= ${at}
       ORDER BY entry.posted_at DESC, account_version DESC NULLS LAST, entry.transfer_id DESC, n
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM ledger_entry WHERE la_id = ${laId} AND posted_at <= ${at}`),
  ])
  return { rows, count }
}
export type TransferFound = {
  transfer_id: string
  kind: string
  account_id: string
  biz_type: string
  biz_id: string
  effective_at: Date
  posted_at: Date
  memo: string | null
  reverses_transfer_id: string | null
}
const found = sql`transfer_id, kind, account_id, biz_type, biz_id, effective_at, posted_at, memo, reverses_transfer_id`

export const transfersAbout = (on: Database, ids: readonly string[]) =>
  many(
    on,
    sql<TransferFound>`
    SELECT ${found} FROM ledger_transfer WHERE transfer_id = ANY (${[...ids]}::text[]) ORDER BY posted_at, transfer_id`,
  )

export const transferWhole = async (on: Database, transferId: string) => {
  const transfer = await maybeOne(
    on,
    sql<TransferFound>`SELECT ${found} FROM ledger_transfer WHERE transfer_id = ${transferId}`,
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
      account_id: string
      code: AccountCode
      owner: string
    }>`
    SELECT n, side, amount, entry.currency, scale, balance_after, la_id, account.account_id, code, owner
      FROM ledger_entry AS entry
      JOIN ledger_account AS account USING (la_id)
     WHERE transfer_id = ${transferId} ORDER BY n`,
  )
  return transfer && { transfer, entries }
}
