/**
 * The desk's words. Typed by a tree of their own: one tree with all words of both consoles is more than the compiler
 * follows, and the account console must not load these.
 */
import { useTranslation } from 'react-i18next'
import type { cnDesk } from '../text/cnDesk.ts'
import { i18n } from '../text/i18n.ts'

type KeysOf<T, At extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${At}${K}` : KeysOf<T[K], `${At}${K}.`>
}[keyof T & string]
export type Say = (key: KeysOf<typeof cnDesk>, values?: Readonly<Record<string, string | number>>) => string

/** In the language of the moment; a component takes {@link useSay}, so that it follows a change. */
export const say: Say = (key, values) => i18n.t(key as never, values as never) as unknown as string
export const useSay = (): { t: Say } => {
  const { t } = useTranslation()
  return { t: t as unknown as Say }
}
