/** What a list is as a sheet: the module that owns the rows says columns and query, `exports` makes a file of them. */
import type { RawBuilder } from 'kysely'
import type { Lang, Words } from '#contract/core/fields.ts'
import { sql } from './db.ts'

/** `money` is in minor units, `at` an instant and `day` one of which only the day counts. */
export type SheetKind = 'text' | 'money' | 'number' | 'at' | 'day'

export type SheetColumn = {
  readonly key: string
  readonly title: Words
  readonly kind: SheetKind
  readonly value: RawBuilder<unknown>
  /** Of `money` that is not dollars. */
  readonly currency?: RawBuilder<unknown>
  /** Somebody else may have chosen the text: a merchant, a sub-account. What looks like a formula in it is made harmless. */
  readonly foreign?: true
  /** Its place in the sealed list of its row; `value` is then what a row that is not sealed yet has. */
  readonly sealedAt?: number
}

export type Sheet = {
  readonly columns: readonly SheetColumn[]
  /** What stands after FROM. */
  readonly from: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>
  /** The sealed list of texts of each row, and what it is bound to. */
  readonly sealed?: { readonly boundTo: RawBuilder<unknown>; readonly list: RawBuilder<unknown> }
  /** As `from`, with nothing in it that only columns need. */
  readonly counted: RawBuilder<unknown>
}

/** The word for a state, as a column; what has no word stays as it is. */
export const worded = (of: RawBuilder<unknown>, words: Readonly<Record<string, Words>>, lang: Lang) =>
  sql`CASE ${of} ${sql.join(
    Object.entries(words).map(([name, word]) => sql`WHEN ${name} THEN ${word[lang]}`),
    sql` `,
  )} ELSE ${of} END`
