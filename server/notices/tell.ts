import { events, type NewsEvent } from '../../contract/notices.ts'
import type { Lang, Words } from '../../contract/fields.ts'
import type { Database, Tx } from '../db.ts'
import type { News } from '../news.ts'
import { escapeHtml } from './cleanHtml.ts'
import { insertNotice } from './queries.ts'

/** A piece of news becomes a personal notice, in both languages. */
export async function tell(
  on: Tx | Database,
  { noticeId, accountId, loginId, event, params, about, atMs }: News,
): Promise<void> {
  const { level, title, mustRead = false }: (typeof events)[NewsEvent] & { mustRead?: boolean } = events[event]
  await insertNotice(on, {
    noticeId,
    kind: 'PERSONAL',
    accountId,
    loginId,
    event,
    bizType: about?.type,
    bizId: about?.id,
    level,
    mustRead,
    title,
    html: { cn: htmlOf(event, params, 'cn'), en: htmlOf(event, params, 'en') },
    startsAt: new Date(atMs),
  })
}

/** Our own words, with every parameter escaped: a merchant's name is not our HTML. */
export const htmlOf = (event: NewsEvent, params: News['params'], lang: Lang): string =>
  `<p>${escapeHtml(events[event].text[lang].replace(/\{(\w+)\}/g, (_, name: string) => said(params[name] ?? '', lang)))}</p>`

const said = (value: string | number | Words, lang: Lang): string =>
  typeof value === 'object' ? value[lang] : String(value)
