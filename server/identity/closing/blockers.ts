import { closingBlockers, type ClosingBlocker } from '#contract/identity/closing.ts'
import type { Lang } from '#contract/core/fields.ts'
import { port } from '#server/core/composition.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { balancesOf, holdsOn, owedBy, tenant, wallet } from '#server/ledger/ledger.ts'
import { runningSubs } from './closingQueries.ts'

type Count = (on: Tx | Database, accountId: string) => Promise<number>

declare module '#server/core/composition.ts' {
  interface Ports {
    /** What modules that stand above have that keeps an account from leaving. */
    'identity.liveCards': Count
    'identity.openTopUps': Count
    'identity.openForecasts': Count
  }
}

const anyOf = (balances: readonly { posted: number }[]): number => balances.filter(({ posted }) => posted !== 0).length

const counts: Record<ClosingBlocker, Count> = {
  CARDS: (on, accountId) => port('identity.liveCards')(on, accountId),
  TOPUPS: (on, accountId) => port('identity.openTopUps')(on, accountId),
  FORECASTS: (on, accountId) => port('identity.openForecasts')(on, accountId),
  SUBS: runningSubs,
  DISPUTES: async () => 0, // a dispute cannot be opened yet
  HOLDS: async (on, accountId) => (await holdsOn(on, wallet(accountId))).length,
  DEBT: async (on, accountId) => {
    const { receivable, onCards } = await owedBy(on, accountId)
    return [receivable, onCards].filter((owed) => owed > 0).length
  },
  REBATE: async (on, accountId) =>
    anyOf(
      await balancesOf(
        on,
        (['2310', '2320', '2330'] as const).map((code) => tenant(code, accountId)),
      ),
    ),
  // What was paid ahead and not yet used up.
  PLAN: async (on, accountId) => anyOf(await balancesOf(on, [tenant('2210', accountId)])),
}

export type Blocker = { type: ClosingBlocker; typeText: string; count: number }

/** Everything that stands in the way, in the order of the contract's table. */
export async function blockersOf(on: Tx | Database, accountId: string, lang: Lang): Promise<Blocker[]> {
  const found: Blocker[] = []
  // One after the other: inside a transaction there is one connection.
  for (const type of Object.keys(closingBlockers) as ClosingBlocker[]) {
    const count = await counts[type](on, accountId)
    if (count > 0) found.push({ type, typeText: closingBlockers[type][lang], count })
  }
  return found
}
