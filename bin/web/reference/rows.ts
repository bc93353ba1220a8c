/** The calls of the contract in the order of the reference: by heading, as the files list them. */
import { globSync } from 'node:fs'
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
    for (const [name, row] of callsOf(module)) names.set(row, names.get(row) ?? name)
  }
  const all = [...names].map(([row, name]) => [name, row] as const)
  return all.map(([name, row]) => ({ name: callIdOf(name, row, all), row }))
}

export const byHeading = (rows: readonly NamedRow[]): { words: Words; rows: NamedRow[] }[] =>
  headings.map(([words]) => ({ words, rows: rows.filter(({ row }) => headingOf(row.path) === words) }))
