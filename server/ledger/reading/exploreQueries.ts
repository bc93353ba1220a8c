/**
 * Queries on the whole book as of any moment: every balance is the sum of its entries until then. An account of the platform has a row in each cell that uses it.
 * Here they are one account, named by the smallest `la_id`; any of them finds it.
 */
import { ruleOf, type AccountCode } from '#contract/ledger/ledger.ts'
import { cellOf, inAnyCell, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, sql, type Database } from '#server/core/db.ts'
import { PLATFORM } from '../refs.ts'

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
    SELECT code, account.currency, scale,
           count(*) FILTER (WHERE mode = 'ROW') + count(DISTINCT owner) FILTER (WHERE mode = 'DEFERRED') AS accounts,
           sum(debits)::bigint AS debits, sum(credits)::bigint AS credits
      FROM (SELECT cell, la_id,
                   coalesce(sum(amount) FILTER (WHERE side = 'D'), 0)::bigint AS debits,
                   coalesce(sum(amount) FILTER (WHERE side = 'C'), 0)::bigint AS credits
              FROM ledger_entry
             WHERE posted_at <= ${at}
             GROUP BY cell, la_id) AS sums
      JOIN ledger_account AS account USING (cell, la_id)
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
const sums = sql`sum(amount) FILTER (WHERE side = 'D')::bigint AS debits, sum(amount) FILTER (WHERE side = 'C')::bigint AS credits`
const orNothing = sql`coalesce(debits, 0) AS debits, coalesce(credits, 0) AS credits`
const key = sql`account_id, code, owner, currency`
const rules = sql`scale, normal`

type Page = { pageNo: number; pageSize: number }
const limited = ({ pageNo, pageSize }: Page) => sql`LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`

/**
 * Accounts of tenants: one row each. Sums are computed for one page of accounts only, through the index on entries; apart from the page, because an engine that
 * spreads the entries joins them with the rows of a page, but not from outside.
 */
const tenantsAt = (on: Database, at: Date, those: ReturnType<typeof sql>, page: Page) =>
  both(
    on,
    sql`
      WITH page AS MATERIALIZED (
        SELECT cell, la_id, ${key}, ${rules} FROM ledger_account WHERE ${those} ORDER BY la_id ${limited(page)}
      ), sums AS MATERIALIZED (
        SELECT page.la_id, ${sums}
          FROM page
          JOIN ledger_entry AS entry
            ON (entry.cell, entry.la_id) = (page.cell, page.la_id) AND account_version IS NOT NULL AND posted_at <= ${at}
         GROUP BY page.la_id
      )
      SELECT la_id, ${key}, ${rules}, ${orNothing}
        FROM page
        LEFT JOIN sums USING (la_id)
       ORDER BY code, la_id`,
    sql`ledger_account WHERE ${those}`,
  )

/** Accounts of the platform: their rows added up. */
const platformsAt = (on: Database, at: Date, those: ReturnType<typeof sql>, page: Page) =>
  both(
    on,
    sql`
      WITH page AS MATERIALIZED (
        SELECT min(la_id) AS la_id, ${key}, ${rules}
          FROM ledger_account
         WHERE ${those}
         GROUP BY ${key}, ${rules}
         ORDER BY min(la_id) ${limited(page)}
      ), sums AS MATERIALIZED (
        SELECT page.la_id, ${sums}
          FROM page
          JOIN ledger_account AS part
            ON (part.account_id, part.code, part.owner, part.currency) = (page.account_id, page.code, page.owner, page.currency)
           AND ${inAnyCell('part')}
          JOIN ledger_entry AS entry ON (entry.cell, entry.la_id) = (part.cell, part.la_id) AND posted_at <= ${at}
         GROUP BY page.la_id
      )
      SELECT la_id, ${key}, ${rules}, ${orNothing}
        FROM page
        LEFT JOIN sums USING (la_id)
       ORDER BY code, la_id`,
    sql`(SELECT 1 FROM ledger_account WHERE ${those} GROUP BY ${key}) AS those`,
  )

async function both(on: Database, rows: ReturnType<typeof sql>, from: ReturnType<typeof sql>) {
  const [found, { count }] = await Promise.all([
    many(on, rows as ReturnType<typeof sql<AccountAt>>),
    one(on, sql<{ count: number }>`SELECT count(*) FROM ${from}`),
  ])
  return { rows: found, count }
}

export const accountsOfCode = (
  on: Database,
  at: Date,
  input: { code: AccountCode; owner?: string | undefined } & Page,
) => {
  const those = sql`code = ${input.code} ${input.owner ? sql`AND owner = ${input.owner}` : sql``}`
  return ruleOf(input.code).mode === 'ROW' ? tenantsAt(on, at, those, input) : platformsAt(on, at, those, input)
}

export const accountsOfTenant = async (on: Database, at: Date, accountId: string, page: Page) =>
  (await tenantsAt(on, at, ofAccount(accountId), page)).rows

/** The account of this row, or of which this is one of the rows. */
export async function accountOfRow(on: Database, at: Date, laId: number): Promise<AccountAt | undefined> {
  const named = await maybeOne(
    on,
    sql<{ account_id: string; code: AccountCode; owner: string; currency: string }>`
    SELECT ${key} FROM ledger_account AS account WHERE ${inAnyCell('account')} AND la_id = ${laId}`,
  )
  if (!named) return undefined
  const found = await (named.account_id === PLATFORM ? platformsAt : tenantsAt)(on, at, rowsOf(named), {
    pageNo: 1,
    pageSize: 1,
  })
  return found.rows[0]
}

type Key = Pick<AccountAt, 'account_id' | 'code' | 'owner' | 'currency'>
/** Its rows in `ledger_account`: of a tenant one, of the platform one in each cell that uses it. */
const rowsOf = ({ account_id, code, owner, currency }: Key) => sql`
  ${account_id === PLATFORM ? inAnyCell('ledger_account') : sql`ledger_account.cell = ${cellOf(account_id)}`}
  AND (ledger_account.account_id, code, owner, ledger_account.currency) = (${account_id}, ${code}, ${owner}, ${currency})`

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
export const entriesAt = async (on: Database, account: Key, at: Date, page: Page) => {
  const entries = sql`
        FROM ledger_account
        JOIN ledger_entry AS entry USING (cell, la_id)
        JOIN ledger_transfer AS transfer USING (cell, transfer_id)
       WHERE ${rowsOf(account)} AND entry.posted_at <= ${at}
             ${account.account_id === PLATFORM ? sql`` : sql`AND account_version IS NOT NULL`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<EntryFound>`
      SELECT transfer_id, n, kind, side, amount, entry.currency, scale, balance_after, entry.posted_at
        ${entries}
       ORDER BY entry.posted_at DESC, account_version DESC NULLS LAST, transfer_id DESC, n
       ${limited(page)}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) ${entries}`),
  ])
  return { rows, count }
}
export type TransferFound = {
  cell: number
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
const found = sql`cell, transfer_id, kind, account_id, biz_type, biz_id, effective_at, posted_at, memo, reverses_transfer_id`

export const transfersAbout = (on: Database, ids: readonly string[]) =>
  many(
    on,
    sql<TransferFound>`
    SELECT ${found} FROM ledger_transfer AS transfer
     WHERE ${inAnyCell('transfer')} AND transfer_id = ANY (${[...ids]}::text[]) ORDER BY posted_at, transfer_id`,
  )

export const transferWhole = async (on: Database, transferId: string) => {
  const transfer = await maybeOne(
    on,
    sql<TransferFound>`
    SELECT ${found} FROM ledger_transfer AS transfer WHERE ${inAnyCell('transfer')} AND transfer_id = ${transferId}`,
  )
  if (!transfer) return undefined
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
    WITH lines AS MATERIALIZED (
      SELECT n, side, amount, entry.currency, scale, balance_after, la_id, mode, account.account_id, code, owner
        FROM ledger_entry AS entry
        JOIN ledger_account AS account USING (cell, la_id)
       WHERE (cell, transfer_id) = (${transfer.cell}::smallint, ${transferId})
    ), named AS MATERIALIZED (
      SELECT asked.account_id, asked.code, asked.owner, asked.currency, min(part.la_id) AS la_id
        FROM (SELECT DISTINCT account_id, code, owner, currency FROM lines WHERE mode <> 'ROW') AS asked
        JOIN ledger_account AS part
          ON (part.account_id, part.code, part.owner, part.currency) = (asked.account_id, asked.code, asked.owner, asked.currency)
         AND ${inAnyCell('part')}
       GROUP BY asked.account_id, asked.code, asked.owner, asked.currency
    )
    SELECT n, side, amount, currency, scale, balance_after, coalesce(named.la_id, lines.la_id) AS la_id, account_id, code, owner
      FROM lines
      LEFT JOIN named USING (account_id, code, owner, currency)
     ORDER BY n`,
  )
  return { transfer, entries }
}
