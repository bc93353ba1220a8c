/** Choices out of the contract's tables of words. */
import type { Words } from '#contract/core/fields.ts'
import { langNow } from '#web/text.ts'

/** The rows of a table of words as options, all or these, in the language of the page. */
export const optionsOf = <T extends string, const V extends T = T>(
  table: Readonly<Record<T, Words>>,
  values: readonly V[] = Object.keys(table) as V[],
): { value: V; label: string }[] => optionsFrom(values, (value) => table[value][langNow()])

export const optionsFrom = <const V extends string>(values: readonly V[], label: (value: V) => string) =>
  values.map((value) => ({ value, label: label(value) }))
