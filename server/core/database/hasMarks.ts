import { sql, type RawBuilder } from 'kysely'

/** Rows whose sealed words begin like the search words: `marks` are those of `marksToFind`, a list for each key. */
export const hasMarks = (column: RawBuilder<unknown>, marks: readonly (readonly number[])[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    marks.map((some) => sql`${column} @> ${some}::integer[]`),
    sql` OR `,
  )})`
