/** A list as a sheet: the module that owns the rows defines columns and query, `exports` makes a file of them. */
import type { RawBuilder } from 'kysely'
import type { Lang, Words } from '#contract/core/fields.ts'
import { sql } from './db.ts'

/** `money` is in minor units, `at` is an instant, and `day` is an instant of which only the day counts. */
export type SheetKind = 'text' | 'money' | 'number' | 'at' | 'day'

export type SheetColumn = {
  readonly key: string
  readonly title: Words
  readonly kind: SheetKind
  readonly value: RawBuilder<unknown>
  /** For `money` in other currencies than dollars. */
  readonly currency?: RawBuilder<unknown>
  /** Someone else may have chosen the text: a merchant, a sub-account. Anything that looks like a formula is neutralized. */
  readonly foreign?: true
  /** Its index in the row's sealed list; `value` is then the value of a row that is not sealed yet. */
  readonly sealedAt?: number
}

export type Sheet = {
  readonly columns: readonly SheetColumn[]
  /** What follows FROM. */
  readonly from: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>
  /** The sealed list of texts of each row, and the row it is bound to. */
  readonly sealed?: { readonly boundTo: RawBuilder<unknown>; readonly list: RawBuilder<unknown> }
  /** As `from`, without joins that only columns need. */
  readonly counted: RawBuilder<unknown>
}

/** Shows a status as a word; a status without a word stays as it is. */
export const worded = (of: RawBuilder<unknown>, words: Readonly<Record<string, Words>>, lang: Lang) =>
  sql`CASE ${of} ${sql.join(
    Object.entries(words).map(([name, word]) => sql`WHEN ${name} THEN ${word[lang]}`),
    sql` `,
  )} ELSE ${of} END`
