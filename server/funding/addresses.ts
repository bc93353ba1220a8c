import type { Tx } from '../core/db.ts'
import { outside } from '../outside/outside.ts'
import { insertAddress, nextIndex, reuseAddress } from './addressQueries.ts'

/**
 * An address for one order and nobody else. Ours can only be watched: the program holds the public key of the branch, so
 * it can give addresses out and never spend from them. One that has rested goes again, but only to the same account.
 */
export async function assignAddress(tx: Tx, accountId: string, orderNo: string, until: Date): Promise<string> {
  const keyMark = await outside.depositAddress(0)
  const rested = await reuseAddress(tx, accountId, orderNo, keyMark, until)
  if (rested) return rested
  const index = await nextIndex(tx)
  const address = await outside.depositAddress(index)
  await insertAddress(tx, { address, keyMark, index, accountId, orderNo, until })
  return address
}
