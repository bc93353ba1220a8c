import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type SourceFile = { path: string; text: string; lines: string[]; imports: string[] }

const root = path.resolve(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', '.git', '.kaika', 'dist', 'test-results'])
const TEXTS = /\.(ts|tsx|cjs|js|sql|css|html|md|json|tsv|txt|out)$|^bin\/|^\.ci\/|^\.npmrc$/

/** Every file of text in the checkout, with the files that it imports from it. */
export function sourceTree(): SourceFile[] {
  return walk('').map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { path: file, text, lines: text.split('\n'), imports: importsOf(file, text) }
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

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

function importsOf(file: string, text: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  return [...text.matchAll(IMPORT)].map(([, to]) => path.posix.join(path.posix.dirname(file), to!))
}

export const isTest = (file: string): boolean => /\.(test|journey)\.tsx?$/.test(file)
export const isCode = (file: string): boolean => /\.(ts|tsx|cjs|js|css|sql)$/.test(file)
