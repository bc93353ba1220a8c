import { events, type NewsEvent } from '#contract/notices/notices.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import type { News, NewsParam } from '#server/core/news.ts'
import { escapeHtml } from '../content/cleanHtml.ts'
import { isWanted, spread } from '../preferences/spread.ts'
import { factsOf } from './facts.ts'
import { insertNotice } from './queries.ts'

/** Turns news into a personal notice in both languages, and sends it through the reader's other channels. */
export const tell = (news: News): Promise<void> => transaction((tx) => write(tx, news))

async function write(tx: Tx, { noticeId, accountId, loginId, event, params, about, atMs }: News): Promise<void> {
  if (!(await isWanted(tx, { accountId, loginId, event }))) return
  const { level, title, mustRead = false }: (typeof events)[NewsEvent] & { mustRead?: boolean } = events[event]
  const text = { cn: textOf(event, params, 'cn'), en: textOf(event, params, 'en') }
  const fresh = await insertNotice(tx, {
    noticeId,
    accountId,
    loginId,
    event,
    bizType: about?.type,
    bizId: about?.id,
    level,
    mustRead,
    title,
    html: { cn: `<p>${escapeHtml(text.cn)}</p>`, en: `<p>${escapeHtml(text.en)}</p>` },
    facts: factsOf({ params, about }),
    startsAt: new Date(atMs),
  })
  if (fresh) await spread(tx, noticeId, { accountId, loginId, event }, text)
}

/**
 * Our own text with parameters: the whole is escaped as HTML, because a merchant's name is not our HTML. `{days:day|days}` is the number with its singular or
 * plural noun.
 */
const textOf = (event: NewsEvent, params: News['params'], lang: Lang): string =>
  events[event].text[lang].replace(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one?: string, several?: string) => {
      const value = said(params[name] ?? '', lang)
      return one === undefined ? value : `${value} ${value === '1' ? one : several}`
    },
  )

function said(value: NewsParam, lang: Lang): string {
  if (typeof value !== 'object') return String(value)
  return 'cents' in value ? show(value.cents) : value[lang]
}
