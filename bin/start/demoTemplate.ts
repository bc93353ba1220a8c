/** The file of a demo world that was told before: what its tables and the simulators' have, readable, with no key and nothing sealed by one. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** A value as PostgreSQL or SQLite writes it. */
export type Value = string | number | null
export type Rows = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] }

export type DemoTemplate = {
  /** Of {@link storyOf} when it was told. */
  readonly story: string
  /** When the story ends. */
  readonly endMs: number
  /** The last migration before it was told. */
  readonly migration: string
  /** What a column of `_enc` or `sealed` holds is the text that was sealed. */
  readonly tables: Readonly<Record<string, Rows>>
  readonly sequences: Readonly<Record<string, string>>
  readonly simulators: Readonly<Record<string, Rows>>
}

const root = path.resolve(import.meta.dirname, '../..')
export const TEMPLATE = path.join(root, 'db/demoWorld.br')
/** How the story is told changes nothing in it. */
const TELLING = new Set(['agenda.ts', 'asks.ts', 'jobs.ts', 'stage.ts'])

/** A hash of the story. A template of another one is not used. */
export function storyOf(): string {
  const hash = createHash('sha256')
  const files = globSync('db/seed/*.ts', { cwd: root }).filter((file) => !TELLING.has(path.basename(file)))
  for (const file of ['db/seed.ts', ...files.toSorted()]) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

export const readTemplate = (): DemoTemplate =>
  JSON.parse(brotliDecompressSync(readFileSync(TEMPLATE)).toString()) as DemoTemplate

/** The template, if it is of the story that would be told. */
export function usableTemplate(): DemoTemplate | undefined {
  const template = existsSync(TEMPLATE) ? readTemplate() : undefined
  return template?.story === storyOf() ? template : undefined
}

export const packed = (template: DemoTemplate): Buffer => {
  const text = Buffer.from(JSON.stringify(template))
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
}
