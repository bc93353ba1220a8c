/**
 * How many purchases a card is for, counted as a limit that never renews, so decisions and settlements count it in the same way. Two counters: what is held or settled, which decisions ask, and how
 * much of it is settled. Pure.
 */
import type { Controls, Limit, Uses } from '#contract/controls/documents.ts'

/** No limit that is written has these ids. */
const TAKEN = '+'
export const SETTLED = '*'
export const USES: readonly string[] = [TAKEN, SETTLED]
const FOREVER = { window: 'ALL', refunds: 'KEEP' } as const

/** All that counts of a document. */
export const countedBy = ({ uses, limits = [] }: Pick<Controls, 'uses' | 'limits'>): readonly Limit[] =>
  uses ? [{ ...FOREVER, limitId: TAKEN, count: uses.max }, { ...FOREVER, limitId: SETTLED }, ...limits] : limits

export const countsUses = ({ limitId }: Pick<Limit, 'limitId'>): boolean => USES.includes(limitId)

type Counted = readonly { readonly id: string; readonly count: number }[]
const countOf = (counters: Counted, id: string): number => counters.find((one) => one.id === id)?.count ?? 0

/** How many more purchases a card takes. */
export const usesLeft = ({ max }: Uses, counters: Counted): number => Math.max(0, max - countOf(counters, TAKEN))

/** `isUsedUp`: the card is stopped. `isOver`: for good, because nothing that counts can be reversed or expire any more. */
export function usesEnd({ max, per }: Uses, counters: Counted): { isUsedUp: boolean; isOver: boolean } {
  const [taken, settled] = [countOf(counters, TAKEN), countOf(counters, SETTLED)]
  return { isUsedUp: (per === 'APPROVAL' ? taken : settled) >= max, isOver: settled >= max }
}
