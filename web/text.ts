/**
 * The texts of both consoles. Each noun keeps its texts beside its pages. They load with the first page that uses them (`withText`), in the current
 * language, and in the other language when the user switches (docs/decisions/0058-look-up-texts-with-our-own-code.md).
 */
import { useSyncExternalStore } from 'react'
import type { Lang } from '#contract/core/fields.ts'
import { leaves, phrase, type Keys, type Values } from './phrases.ts'

/** Returns the text of a key in the current language. Components use `useText`, which re-renders them when the language changes. */
export type Say<Key extends string> = (key: Key, values?: Values) => string
type Words<Key extends string> = { useText: () => Say<Key>; say: Say<Key>; title: (key: Key) => () => string }
type Handed = { say: (key: never, values?: Values) => string }
type KeyOf<W> = W extends { say: Say<infer Key> } ? Key : never

/** Both languages have the same tree; each English file checks it (`satisfies Same<…>`). */
export type Source<Tree = object> = { cn: () => Promise<Tree>; en: () => Promise<{ [K in keyof Tree]: object }> }

/** Texts of widgets, forms, lists and errors. They load with the first page of a console. */
const forAll = { cn: () => import('./text.cn.ts'), en: () => import('./text.en.ts') }
type ForAll = Keys<Awaited<ReturnType<(typeof forAll)['cn']>>>

const sources = new Set<Source>([forAll])
const texts: Record<Lang, Map<string, string>> = { cn: new Map(), en: new Map() }
const coming: Record<Lang, Map<Source, Promise<void>>> = { cn: new Map(), en: new Map() }
const there: Record<Lang, Set<Source>> = { cn: new Set(), en: new Set() }
let lang: Lang = 'cn'
const listeners = new Set<() => void>()

export const langNow = (): Lang => lang
export const useLang = (): Lang =>
  useSyncExternalStore((listen) => {
    listeners.add(listen)
    return () => listeners.delete(listen)
  }, langNow)

const inLang: Record<Lang, Say<string>> = {
  cn: (key, values) => phrase(texts.cn, key, values),
  en: (key, values) => phrase(texts.en, key, values),
}
export const say: Say<ForAll> = (key, values) => inLang[lang](key, values)
export const useText = (): Say<ForAll> => inLang[useLang()]

/** Registers the texts of a noun. Its pages can use these, the common ones, and those of the other nouns given. */
export function words<Tree extends object, Others extends readonly Handed[]>(
  own: Source<Tree>,
  ..._others: Others
): Words<Keys<Tree> | KeyOf<Others[number]> | ForAll> {
  sources.add(own)
  // `withText` waits for these texts and reports a failure to load them.
  load(own, lang).catch(() => {})
  return { useText, say, title: (key: string) => () => inLang[lang](key) } as Words<string>
}

function load(source: Source, into: Lang): Promise<void> {
  const begun = coming[into].get(source)
  if (begun) return begun
  const loading = source[into]().then((tree) => {
    for (const [key, text] of leaves(tree)) texts[into].set(key, text)
    there[into].add(source)
  })
  coming[into].set(source, loading)
  loading.catch(() => coming[into].delete(source))
  return loading
}

/** Waits until all registered texts are loaded, including those registered while waiting. */
async function allThere(into: Lang): Promise<void> {
  for (;;) {
    const missing = [...sources].filter((source) => !there[into].has(source))
    if (missing.length === 0) return
    await Promise.all(missing.map((source) => load(source, into)))
  }
}

/** Loads a page or dialog together with all its texts. `beside` starts loading its own texts in parallel with the chunk instead of after it. */
export const withText =
  <P>(chunk: () => Promise<P>, beside?: Source) =>
  async (): Promise<P> => {
    const [page] = await Promise.all([chunk(), beside?.[lang]()])
    let shown: Lang
    do await allThere((shown = lang))
    while (shown !== lang)
    return page
  }

export async function startText(first: Lang): Promise<void> {
  lang = first
  show()
  await load(forAll, lang)
}

/** Switches the language immediately, without a reload. The caller stores the choice. */
export async function changeText(next: Lang): Promise<void> {
  await allThere(next)
  lang = next
  show()
  for (const listen of listeners) listen()
}

function show(): void {
  document.documentElement.lang = lang === 'cn' ? 'zh-CN' : 'en'
}
