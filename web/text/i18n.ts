/** Both consoles' words. Chinese first; the other language is loaded when it is chosen, and applied at once. */
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Lang } from '#contract/core/fields.ts'
import type { cn } from './cn.ts'
import type { cnDesk } from './cnDesk.ts'
import type { cnLater } from './cnLater.ts'

/** `cards.open.submit` and its like: the keys written out flat, because i18next's own walk through the tree is too deep for the compiler. */
type Keys<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Keys<T[K], `${Path}${K}.`>
}[keyof T & string]

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: { [K in Keys<typeof cn> | Keys<typeof cnLater> | Keys<typeof cnDesk>]: string } }
    keySeparator: false
    returnNull: false
  }
}

const first = {
  cn: async () => (await import('./cnFirst.ts')).cnFirst,
  en: async () => (await import('./enFirst.ts')).enFirst,
} satisfies Record<Lang, () => Promise<object>>

const all = {
  cn: async () => (await import('./cn.ts')).cn,
  en: async () => (await import('./en.ts')).en,
} satisfies Record<Lang, () => Promise<object>>

const later = {
  cn: async () => (await import('./cnLater.ts')).cnLater,
  en: async () => (await import('./enLater.ts')).enLater,
} satisfies Record<Lang, () => Promise<object>>

const desk = {
  cn: async () => (await import('./cnDesk.ts')).cnDesk,
  en: async () => (await import('./enDesk.ts')).enDesk,
} satisfies Record<Lang, () => Promise<object>>

export const i18n = createInstance()

/** How much of the words is needed so far: the first pages are light, and stay so however many pages there are. */
let needed: readonly Record<Lang, () => Promise<object>>[] = [first]
/** The router begins to load pages before the first words are there. */
const started = Promise.withResolvers<void>()

/** The staff's desk speaks from its first page with all its words, and never with those of the account console. */
export const speakAtDesk = (): void => void (needed = [desk])

export async function startText(lang: Lang): Promise<void> {
  const words = Object.assign({}, ...(await wordsOf(lang))) as object
  await i18n.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: { translation: words } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  show(lang)
  started.resolve()
}

/** All words of the language, for the signed-in pages; they wait for it before they are shown. */
export async function wholeText(): Promise<null> {
  needed = [all, ...needed.filter((words) => words === later)]
  await started.promise
  await add(langNow())
  return null
}

/** For a page or a dialog that speaks words of its own: they are there before it is. */
export const withLaterText =
  <P>(load: () => Promise<P>) =>
  async (): Promise<P> => {
    if (!needed.includes(later)) needed = [...needed, later]
    const [page] = await Promise.all([load(), started.promise.then(() => add(langNow()))])
    return page
  }

/** Shows the other language at once, without a reload. Keeping the choice is the caller's affair. */
export async function changeText(lang: Lang): Promise<void> {
  await add(lang)
  await i18n.changeLanguage(lang)
  show(lang)
}

async function add(lang: Lang): Promise<void> {
  for (const words of await wordsOf(lang)) i18n.addResourceBundle(lang, 'translation', words, true, true)
}

const wordsOf = (lang: Lang): Promise<object[]> => Promise.all(needed.map((words) => words[lang]()))

function show(lang: Lang): void {
  document.documentElement.lang = lang === 'cn' ? 'zh-CN' : 'en'
}

export const langNow = (): Lang => (i18n.language === 'en' ? 'en' : 'cn')
