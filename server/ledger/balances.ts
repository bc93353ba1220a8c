import type { AccountCode, LedgerCurrency } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { cellOf } from '../core/database/cells.ts'
import { dayOfSql } from '../core/clock.ts'
import { sql } from '../core/db.ts'
import { findAccounts, type AccountRow, type Reader, findHolds, openHolds } from './queries.ts'
import { atHome, refKey, type Ref } from './refs.ts'
import type { Balance, Hold } from './words.ts'

export const balanceFrom = ({ ref, laId, posted, held, version }: AccountRow): Balance => ({
  ref,
  laId,
  posted,
  held,
  available: posted - held,
  version,
})

/** Returns an account's balance for display. A decision about money uses {@link lockAccounts} instead. */
export const balanceOf = async (reader: Reader, ref: Ref): Promise<Balance> => (await balancesOf(reader, [ref]))[0]!

/** Returns the balances of ROW accounts, in the requested order. One that was never opened has balance zero and `laId` 0. */
export async function balancesOf(reader: Reader, refs: readonly Ref[]): Promise<Balance[]> {
  const found = new Map((await findAccounts(reader, refs.map(atHome))).map((row) => [refKey(row.ref), row]))
  return refs.map((ref) =>
    balanceFrom(
      found.get(refKey(ref)) ?? { ref, cell: cellOf(ref.accountId), laId: 0, floor: 0, posted: 0, held: 0, version: 0 },
    ),
  )
}

export type PlatformBalance = {
  code: AccountCode
  owner: string
  currency: LedgerCurrency
  debits: Cents
  credits: Cents
  balance: Cents
}

/** Returns the platform's accounts, summed from their entries over all cells: a view of the whole book, for staff and reports. */
export async function platformBalances(reader: Reader): Promise<PlatformBalance[]> {
  const { rows } = await sql<PlatformBalance>`
    SELECT code, owner, account.currency, sum(debits)::bigint AS debits, sum(credits)::bigint AS credits,
           sum(CASE normal WHEN 'D' THEN debits - credits ELSE credits - debits END)::bigint AS balance
      FROM (SELECT cell, la_id,
                   coalesce(sum(amount) FILTER (WHERE side = 'D'), 0)::bigint AS debits,
                   coalesce(sum(amount) FILTER (WHERE side = 'C'), 0)::bigint AS credits
              FROM ledger_entry
             WHERE account_version IS NULL
             GROUP BY cell, la_id) AS sums
      JOIN ledger_account AS account USING (cell, la_id)
     GROUP BY code, owner, account.currency
     ORDER BY code, owner, account.currency`.execute(reader)
  return rows
}

export type PlatformDay = Omit<PlatformBalance, 'balance'> & { day: number }

/** Returns what moved on platform accounts of these codes, by day in Shanghai, oldest first: one pass over their entries. */
export async function platformDays(reader: Reader, codes: readonly AccountCode[]): Promise<PlatformDay[]> {
  const { rows } = await sql<PlatformDay>`
    SELECT code, owner, account.currency, day,
           coalesce(sum(amount) FILTER (WHERE side = 'D'), 0)::bigint AS debits,
           coalesce(sum(amount) FILTER (WHERE side = 'C'), 0)::bigint AS credits
      FROM (SELECT cell, la_id, side, amount, ${dayOfSql(sql`posted_at`)} AS day FROM ledger_entry WHERE account_version IS NULL) AS entry
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE account.mode = 'DEFERRED' AND code = ANY (${[...codes]}::text[])
     GROUP BY code, owner, account.currency, day
     ORDER BY code, owner, account.currency, day`.execute(reader)
  return rows
}

export const holdById = async (reader: Reader, accountId: string, holdId: string): Promise<Hold | undefined> =>
  (await findHolds(reader, [{ cell: cellOf(accountId), holdId }]))[0]

/** Open holds on an account, newest first: shown as processing in a statement. */
export const holdsOn = (reader: Reader, ref: Ref): Promise<Hold[]> => openHolds(reader, ref)
