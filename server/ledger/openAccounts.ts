import type { Tx } from '../core/db.ts'
import { findAccounts, insertAccounts } from './queries.ts'
import { refKey, type Ref } from './refs.ts'

/**
 * Open accounts; those that are open stay as they are. Wallets and cards must be opened before money moves on them, all
 * others open on first use. Gives each account's `la_id`, in the order asked: the key by which other tables may point
 * at the row and the decision path locks it.
 */
export async function openAccounts(tx: Tx, refs: readonly Ref[]): Promise<number[]> {
  await insertAccounts(tx, refs)
  const found = new Map((await findAccounts(tx, refs)).map((row) => [refKey(row.ref), row.laId]))
  return refs.map((ref) => found.get(refKey(ref))!)
}
