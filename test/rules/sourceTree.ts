import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `specifiers` are the file's imports of checkout files as written, `imports` the files they refer to. */
export type SourceFile = { path: string; text: string; lines: string[]; specifiers: string[]; imports: string[] }

const root = path.resolve(import.meta.dirname, '../..')
const SKIPPED = new Set(['node_modules', '.git', '.kaika', 'dist', 'test-results'])
const TEXTS = /\.(ts|tsx|cjs|js|sql|css|html|md|json|tsv|txt|out)$|^bin\/|^\.ci\/|^\.npmrc$/

/** Every text file in the checkout, with the checkout files it imports. */
export function sourceTree(): SourceFile[] {
  return walk('').map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const specifiers = specifiersOf(file, text)
    const imports = specifiers.map((specifier) => meant(file, specifier))
    return { path: file, text, lines: text.split('\n'), specifiers, imports }
  })
}

function walk(folder: string): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (SKIPPED.has(entry.name)) return []
    if (entry.isDirectory()) return walk(file)
    return entry.isFile() && TEXTS.test(file) ? [file] : []
  })
}

const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.|#)[^']+)'/g

const specifiersOf = (file: string, text: string): string[] =>
  /\.tsx?$/.test(file) ? [...text.matchAll(IMPORT)].map(([, specifier]) => specifier!) : []

/** `#server/core/db.ts` is server/core/db.ts of the checkout (`imports` in package.json); others are relative. */
const meant = (file: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier)

export const isTest = (file: string): boolean => /\.(test|journey)\.tsx?$/.test(file)
export const isCode = (file: string): boolean => /\.(ts|tsx|cjs|js|css|sql)$/.test(file)

/** The current checkout without generated files, and its code. */
export const tree = sourceTree()
const GENERATED = new Set(['db/tables.ts', 'db/schema.sql', 'package-lock.json'])
export const written = tree.filter((file) => !GENERATED.has(file.path))
export const code = written.filter((file) => isCode(file.path))

/** Fails with all findings together, each on its own line. */
export function none(findings: string[]): void {
  if (findings.length > 0) assert.fail(`${findings.length} to put right\n  ${findings.join('\n  ')}`)
}
