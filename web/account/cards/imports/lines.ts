/** The rows of the answer with their errors, in the current language. */
import type { Lang } from '#contract/core/fields.ts'
import type { Output } from '#contract/core/call.ts'
import type { importData, ImportColumn } from '#contract/cards/imports.ts'

export type Told = Output<typeof importData>
export type Line = Told['rows'][number] & { faults: ReadonlyMap<ImportColumn, string> }

const none: ReadonlyMap<ImportColumn, string> = new Map()

export function linesOf({ rows, errors }: Told, lang: Lang): Line[] {
  const byRow = new Map<number, Map<ImportColumn, string>>()
  for (const { row, field, words } of errors) {
    const faults = byRow.get(row) ?? new Map<ImportColumn, string>()
    byRow.set(row, faults.set(field, words[lang]))
  }
  return rows.map((line) => ({ ...line, faults: byRow.get(line.row) ?? none }))
}
