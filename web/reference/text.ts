/** The texts of the reference, in one language at a time. */
import type { Lang, Words } from '#contract/core/fields.ts'
import { ofThisTab, store } from '../parts/client/session.ts'
import { leaves, phrase, type Keys, type Values } from '../phrases.ts'

type Tree = typeof import('./text.cn.ts') & typeof import('./guides/text.cn.ts')
export type Key = Keys<Tree>

const sources: Record<Lang, () => Promise<object[]>> = {
  cn: () => Promise.all([import('./text.cn.ts'), import('./guides/text.cn.ts')]),
  en: () => Promise.all([import('./text.en.ts'), import('./guides/text.en.ts')]),
}
const texts = new Map<Lang, ReadonlyMap<string, string>>()
let lang: Lang = ofThisTab('lang') === 'en' ? 'en' : 'cn'

export const langNow = (): Lang => lang
export const t = (key: Key, values?: Values): string => phrase(texts.get(lang)!, key, values)
/** Whether there is such a text. */
export const isKey = (key: string): key is Key => texts.get(lang)!.has(key)
export const inLang = (words: Words): string => words[lang]

/** Loads the texts before they are shown. */
export async function speak(next: Lang = lang): Promise<void> {
  if (!texts.has(next)) texts.set(next, new Map((await sources[next]()).flatMap((tree) => leaves(tree))))
  if (next !== lang) store('lang', next)
  lang = next
  document.documentElement.lang = next === 'cn' ? 'zh-CN' : 'en'
}
