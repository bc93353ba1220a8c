import { closingBlockers, type ClosingBlocker } from '../../../contract/closing.ts'
import type { Lang } from '../../../contract/fields.ts'
import type { Database, Tx } from '../../db.ts'
import { balancesOf, holdsOn, owedBy, tenant, wallet } from '../../ledger/ledger.ts'
import { runningSubs } from './closingQueries.ts'

type Count = (on: Tx | Database, accountId: string) => Promise<number>

/** Modules that stand above say here what of theirs keeps an account from leaving. */
const counts = new Map<ClosingBlocker, Count>()
export const blocksClosing = (type: ClosingBlocker, count: Count): void => void counts.set(type, count)

blocksClosing('SUBS', runningSubs)
blocksClosing('HOLDS', async (on, accountId) => (await holdsOn(on, wallet(accountId))).length)
blocksClosing('DEBT', async (on, accountId) => {
  const { receivable, onCards } = await owedBy(on, accountId)
  return [receivable, onCards].filter((owed) => owed > 0).length
})
blocksClosing('REBATE', async (on, accountId) =>
  anyOf(
    await balancesOf(
      on,
      (['2310', '2320', '2330'] as const).map((code) => tenant(code, accountId)),
    ),
  ),
)
// What was paid ahead and not yet used up.
blocksClosing('PLAN', async (on, accountId) => anyOf(await balancesOf(on, [tenant('2210', accountId)])))

const anyOf = (balances: readonly { posted: number }[]): number => balances.filter(({ posted }) => posted !== 0).length

export type Blocker = { type: ClosingBlocker; typeText: string; count: number }

/** Everything that stands in the way, in the order of the contract's table. */
export async function blockersOf(on: Tx | Database, accountId: string, lang: Lang): Promise<Blocker[]> {
  const found: Blocker[] = []
  // One after the other: inside a transaction there is one connection.
  for (const type of Object.keys(closingBlockers) as ClosingBlocker[]) {
    const count = (await counts.get(type)?.(on, accountId)) ?? 0
    if (count > 0) found.push({ type, typeText: closingBlockers[type][lang], count })
  }
  return found
}
