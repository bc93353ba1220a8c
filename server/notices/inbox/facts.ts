/** What a notice tells of, from the parameters of its text: the console bundles notices by it and writes short sentences with it. */
import type * as z from 'zod/mini'
import type { Lang, Words } from '#contract/core/fields.ts'
import { NoticeFacts } from '#contract/notices/notices.ts'
import type { News, NewsParam } from '#server/core/news.ts'

/** As stored: what is a text in both languages stays one. */
export type StoredFacts = {
  cardId?: string
  last4?: string
  merchant?: string
  name?: string
  count?: number
  cents?: number
  reason?: string | Words
}

/** Undefined if the text names nothing of it. */
export function factsOf({ params, about }: Pick<News, 'params' | 'about'>): StoredFacts | undefined {
  const {
    last4,
    merchant,
    name,
    count,
    amount,
    reason,
    cardId = about?.type === 'card' ? about.id : undefined,
  } = params
  const facts: StoredFacts = {
    ...(isText(cardId) && { cardId }),
    ...(isText(last4) && { last4 }),
    ...(isText(merchant) && { merchant }),
    ...(isText(name) && { name }),
    ...(typeof count === 'number' && { count }),
    ...(typeof amount === 'object' && 'cents' in amount && { cents: amount.cents }),
    ...((isText(reason) || (typeof reason === 'object' && 'cn' in reason)) && { reason }),
  }
  return Object.keys(facts).length ? facts : undefined
}

const isText = (value: NewsParam | undefined): value is string => typeof value === 'string' && value !== ''

/** In the reader's language; null if another program stored something else. */
export function shownFacts(stored: StoredFacts | null, lang: Lang): z.infer<typeof NoticeFacts> | null {
  if (!stored) return null
  const { reason, ...others } = stored
  const facts = { ...others, ...(reason && { reason: typeof reason === 'string' ? reason : reason[lang] }) }
  return NoticeFacts.safeParse(facts).data ?? null
}
