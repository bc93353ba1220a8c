import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '../core/db.ts'
import { draftOn, draftRelease } from './draft.ts'
import { findHolds, lockAndFind } from './queries.ts'
import { write } from './write.ts'

/**
 * Let go of a hold, or of `amount` of it; gives what was freed. Releasing all of a hold that is resolved frees 0, so it
 * may be repeated. More than remains is a {@link LedgerFault}.
 */
export const release = async (tx: Tx, holdId: string, amount: Cents | 'all' = 'all'): Promise<Cents> =>
  (await letGo(tx, [{ hold: holdId, amount }], 'VOIDED'))[0]!

/** The same for many holds in a few statements. */
export const releaseMany = (tx: Tx, holds: readonly { hold: string; amount: Cents | 'all' }[]): Promise<Cents[]> =>
  letGo(tx, holds, 'VOIDED')

/** The deadline of these holds has passed: let go of all that remains. Gives what each freed. */
export const expire = (tx: Tx, holds: readonly string[]): Promise<Cents[]> =>
  letGo(
    tx,
    holds.map((hold) => ({ hold, amount: 'all' as const })),
    'EXPIRED',
  )

async function letGo(
  tx: Tx,
  wishes: readonly { hold: string; amount: Cents | 'all' }[],
  end: 'VOIDED' | 'EXPIRED',
): Promise<Cents[]> {
  if (!wishes.length) return []
  const ids = wishes.map(({ hold }) => hold)
  const accounts = await lockAndFind(tx, [], ids)
  const draft = draftOn(accounts, await findHolds(tx, ids)) // read after the lock, so that nobody resolves them between
  const freed = wishes.map(({ hold, amount }) => draftRelease(draft, hold, amount, end))
  await write(tx, draft)
  return freed
}
