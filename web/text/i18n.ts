/** Both consoles' words. Chinese first; the other language is loaded when it is chosen, and applied at once. */
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Lang } from '../../contract/fields.ts'
import type { Text } from './cn.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Text }
    returnNull: false
  }
}

const load = {
  cn: async () => (await import('./cn.ts')).cn,
  en: async () => (await import('./en.ts')).en,
} satisfies Record<Lang, () => Promise<object>>

export const i18n = createInstance()

export async function startText(lang: Lang): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: { translation: await load[lang]() } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  show(lang)
}

/** Shows the other language at once, without a reload (spec §1). Keeping the choice is the caller's affair. */
export async function changeText(lang: Lang): Promise<void> {
  if (!i18n.hasResourceBundle(lang, 'translation')) i18n.addResourceBundle(lang, 'translation', await load[lang]())
  await i18n.changeLanguage(lang)
  show(lang)
}

function show(lang: Lang): void {
  document.documentElement.lang = lang === 'cn' ? 'zh-CN' : 'en'
}

export const langNow = (): Lang => (i18n.language === 'en' ? 'en' : 'cn')
