import type { AccountCode, LedgerCurrency, Side } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { sql } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'
import type { Line } from '../refs.ts'
import { LedgerFault } from '../words.ts'

/** The lines of a posted transfer of an account with sides swapped: reverses it to the cent, at its own rate and fee. */
export async function mirrorOf(reader: Reader, accountId: string, transferId: string): Promise<Line[]> {
  const { rows } = await sql<{
    side: Side
    amount: Cents
    code: AccountCode
    accountId: string
    owner: string
    currency: LedgerCurrency
  }>`
    SELECT side, amount, code, account.account_id AS "accountId", owner, entry.currency
      FROM ledger_entry AS entry
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE cell = ${cellOf(accountId)} AND transfer_id = ${transferId}
     ORDER BY n`.execute(reader)
  if (!rows.length) throw new LedgerFault(`no transfer ${transferId}`)
  return rows.map(({ side, amount, ...to }) => ({ side: side === 'D' ? 'C' : 'D', amount, to }))
}

/** Returns which of these transfers have been reversed. */
export async function reversedOf(
  reader: Reader,
  accountId: string,
  transferIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT reverses_transfer_id AS id
      FROM ledger_transfer
     WHERE ${ofAccount(accountId)} AND reverses_transfer_id = ANY (${[...transferIds]})`.execute(reader)
  return new Set(rows.map(({ id }) => id))
}
