import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLang } from '#web/text.ts'

/** What React Aria says and how it writes dates follow the language of the console, not that of the browser. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLang() === 'en' ? 'en-US' : 'zh-CN'}>{children}</I18nProvider>
}
