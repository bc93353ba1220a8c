import type { Input } from '#contract/core/call.ts'
import { NONE, spendBys, spendPeriods, FEES_KEY, type spendAnalysis, type SpendBy } from '#contract/trades/spend.ts'

/** What the page shows, as its address says it. */
export type Asked = Input<typeof spendAnalysis>

/** The filter that a bar of each kind becomes. */
export const filterOf = { merchant: 'merchant', group: 'gid', sub: 'subUid', card: 'cardId' } as const satisfies Record<
  SpendBy,
  keyof Asked
>
/** What is shown of a bar: the most telling that is not settled yet. */
const inside: Record<SpendBy, readonly SpendBy[]> = {
  merchant: ['card', 'group', 'sub'],
  group: ['card', 'merchant', 'sub'],
  sub: ['card', 'merchant', 'group'],
  card: ['merchant'],
}

export function askedFrom(search: URLSearchParams): Asked {
  const filters = Object.values(filterOf).flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return {
    by: spendBys.find((by) => by === search.get('by')) ?? 'merchant',
    period: spendPeriods.find((period) => period === search.get('period')) ?? '30',
    ...Object.fromEntries(filters),
  }
}

/** The address narrowed to a bar; undefined if there is nothing more to tell apart. */
export function narrowedTo(
  search: URLSearchParams,
  by: SpendBy,
  key: string,
  bys: readonly SpendBy[],
): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set(filterOf[by], key)
  const then = inside[by].find((one) => bys.includes(one) && !next.has(filterOf[one]))
  if (then) next.set('by', then)
  return next
}

export function without(search: URLSearchParams, by: SpendBy): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(filterOf[by])
  next.set('by', by)
  return next
}

/** The filters of the list of transactions that find the same; undefined for fees, which are no transactions. */
export function listFilters(
  { merchant, gid, subUid, cardId }: Asked,
  merchantName: string | null,
): Record<string, string> | undefined {
  if (merchant === FEES_KEY) return undefined
  return {
    scope: subUid === NONE ? 'own' : 'all',
    ...(merchantName && { merchant: merchantName }),
    ...(gid && { gid }),
    ...(subUid && subUid !== NONE && { subUid }),
    ...(cardId && { cardId }),
  }
}
