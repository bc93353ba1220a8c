/** Choices out of the contract's tables of words. */
import type { Words } from '#contract/core/fields.ts'
import { langNow } from '#web/text.ts'

/** The rows of a table of words as options, in the language of the page. */
export const optionsOf = <V extends string>(table: Readonly<Record<V, Words>>): { value: V; label: string }[] =>
  optionsFrom(Object.keys(table) as V[], (value) => table[value][langNow()])

export const optionsFrom = <const V extends string>(values: readonly V[], label: (value: V) => string) =>
  values.map((value) => ({ value, label: label(value) }))
