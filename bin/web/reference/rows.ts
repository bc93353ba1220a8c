/** The calls of the contract in the order of the reference: by heading, as the files list them. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { callsOf, type Call } from '#contract/core/call.ts'
import { callIdOf, headingOf, headings } from '#contract/core/headings.ts'
import type { Words } from '#contract/core/fields.ts'

const root = path.resolve(import.meta.dirname, '../../..')

export type NamedRow = { name: string; row: Call }

/** A row that several files export is one call. */
export async function contractRows(): Promise<NamedRow[]> {
  const files = globSync('contract/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
  const names = new Map<Call, string>()
  for (const file of files) {
    const module = (await import(pathToFileURL(path.join(root, file)).href)) as object
    const text = readFileSync(path.join(root, file), 'utf8')
    // A module lists its exports by name; the file has them in the order of the subject.
    const at = (name: string): number => text.indexOf(`export const ${name} =`)
    const calls = callsOf(module)
      .filter(([name]) => at(name) >= 0)
      .sort(([a], [b]) => at(a) - at(b))
    for (const [name, row] of calls) names.set(row, name)
  }
  const all = [...names].map(([row, name]) => [name, row] as const)
  return all.map(([name, row]) => ({ name: callIdOf(name, row, all), row }))
}

export const byHeading = (rows: readonly NamedRow[]): { words: Words; rows: NamedRow[] }[] =>
  headings.map(([words]) => ({ words, rows: rows.filter(({ row }) => headingOf(row.path) === words) }))
