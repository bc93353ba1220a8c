import type { Tx } from '#server/core/db.ts'
import { balanceFrom } from '../balances.ts'
import { insertAccounts, lockAndFind, type AccountRow, type HoldName, findAccounts } from '../queries.ts'
import { atHome, placeKey, refKey, type Place, type Ref } from '../refs.ts'
import { type Balance, LedgerFault } from '../words.ts'

/**
 * Locks ROW accounts until the end of the transaction and returns their balances, in the requested order. The lock order is always WALLET → CARDs by `la_id` →
 * others. Throws {@link LedgerFault} for a wallet or card that was not opened.
 */
export async function lockAccounts(tx: Tx, refs: readonly Ref[]): Promise<Balance[]> {
  if (!refs.length) return []
  const rows = await lockedOrOpened(tx, refs.map(atHome))
  const found = new Map(rows.map((row) => [refKey(row.ref), row]))
  return refs.map((ref) => balanceFrom(found.get(refKey(ref))!))
}

/** Locks existing accounts; those that open on first use are opened now. */
export async function lockedOrOpened(
  tx: Tx,
  places: readonly Place[],
  holds: readonly HoldName[] = [],
): Promise<AccountRow[]> {
  const rows = await lockAndFind(tx, places, holds)
  const found = new Set(rows.map((row) => placeKey(row.cell, row.ref)))
  const missing = places.filter((place) => !found.has(placeKey(place.cell, place)))
  if (!missing.length) return rows
  // A misspelt card would otherwise become a separate account and swallow money.
  const unopened = missing.find(({ code }) => code === '2010' || code === '2020')
  if (unopened) throw new LedgerFault(`no account ${refKey(unopened)}: openAccounts first`)
  await insertAccounts(tx, missing)
  return lockAndFind(tx, places, holds)
}

/**
 * Opens accounts; open ones stay as they are. Wallets and cards must be opened before money moves on them, all others open on first use. Returns each account's
 * `la_id`, in the requested order: the key for references from other tables and for locks by the decision path.
 */
export async function openAccounts(tx: Tx, refs: readonly Ref[]): Promise<number[]> {
  const places = refs.map(atHome)
  await insertAccounts(tx, places)
  const found = new Map((await findAccounts(tx, places)).map((row) => [refKey(row.ref), row.laId]))
  return refs.map((ref) => found.get(refKey(ref))!)
}
