import { globSync } from 'node:fs'
import path from 'node:path'
import type { Lang } from '#contract/core/fields.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type Console = 'account' | 'operator' | 'reference'

/** The files with words in this language of one console, with those that both have. */
export const textFiles = (console: Console, lang: Lang): string[] =>
  globSync([`web/text.${lang}.ts`, `web/parts/**/text.${lang}.ts`, `web/${console}/**/text.${lang}.ts`], {
    cwd: root,
  }).sort()

/** All words of a console as one tree. */
export async function textsOf(console: Console, lang: Lang): Promise<object> {
  const trees = await Promise.all(
    textFiles(console, lang).map((file) => import(path.join(root, file)) as Promise<object>),
  )
  return Object.assign({}, ...trees) as object
}
