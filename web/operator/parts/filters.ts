/** Choices out of the contract's tables of words, and the state of a list that filters narrow. */
import { useMemo } from 'react'
import type { Words } from '#contract/core/fields.ts'
import { namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useListState, type ListState } from '#web/parts/lists/useListState.ts'
import { langNow } from '#web/text.ts'

/** The rows of a table of words as options, in the language of the page. */
export const optionsOf = <V extends string>(table: Readonly<Record<V, Words>>): { value: V; label: string }[] =>
  (Object.keys(table) as V[]).map((value) => ({ value, label: table[value][langNow()] }))

/** Narrowed by these filters. Their names stay the same while the page is open, whatever their labels are. */
export function useFiltered(filters: readonly Filter[]): ListState {
  const names = namesOf(filters).join()
  return useListState(useMemo(() => names.split(','), [names]))
}
