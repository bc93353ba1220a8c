import type { Tx } from '../core/db.ts'
import { balanceFrom } from './balances.ts'
import { insertAccounts, lockAndFind, type AccountRow } from './queries.ts'
import { refKey, type Ref } from './refs.ts'
import { LedgerFault } from './refusals.ts'
import type { Balance } from './words.ts'

/**
 * Lock ROW accounts until the end of the transaction and say how they stand, in the order asked. The order of locking
 * is always WALLET → CARDs by `la_id` → others. Throws {@link LedgerFault} for a wallet or card that nobody opened.
 */
export async function lockAccounts(tx: Tx, refs: readonly Ref[]): Promise<Balance[]> {
  const rows = await lockedOrOpened(tx, refs)
  const found = new Map(rows.map((row) => [refKey(row.ref), row]))
  return refs.map((ref) => balanceFrom(found.get(refKey(ref))!))
}

/** Lock what is there; accounts that open on first use are opened now. */
export async function lockedOrOpened(
  tx: Tx,
  refs: readonly Ref[],
  holds: readonly string[] = [],
): Promise<AccountRow[]> {
  const rows = await lockAndFind(tx, refs, holds)
  const found = new Set(rows.map((row) => refKey(row.ref)))
  const missing = refs.filter((ref) => !found.has(refKey(ref)))
  if (!missing.length) return rows
  // A misspelt card would otherwise become an account of its own and swallow money.
  const unopened = missing.find(({ code }) => code === '2010' || code === '2020')
  if (unopened) throw new LedgerFault(`no account ${refKey(unopened)}: openAccounts first`)
  await insertAccounts(tx, missing)
  return lockAndFind(tx, refs, holds)
}
