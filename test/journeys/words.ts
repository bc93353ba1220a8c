/** The console's own words, so that a journey is written once and walked in both languages. */
import { createInstance } from 'i18next'
import type { Lang } from '#contract/core/fields.ts'
import { cn } from '#web/text/cn.ts'
import { cnLater } from '#web/text/cnLater.ts'
import { en } from '#web/text/en.ts'
import { enLater } from '#web/text/enLater.ts'

type Key<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Key<T[K]>}` }[keyof T & string]
export type Say = (key: Key<typeof cn> | Key<typeof cnLater>, values?: Record<string, string | number>) => string

const i18n = createInstance()
await i18n.init({
  resources: { cn: { translation: { ...cn, ...cnLater } }, en: { translation: { ...en, ...enLater } } },
  interpolation: { escapeValue: false },
})

export const langs: readonly Lang[] = ['cn', 'en']

/** What stands on the page in this language. */
export const sayIn = (lang: Lang): Say => {
  const t = i18n.getFixedT(lang) as unknown as (key: string, values?: object) => string
  return (key, values) => t(key, values)
}
