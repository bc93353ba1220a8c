import type * as contract from '#contract/notices/notices.ts'
import { channelsOf } from '#contract/notices/notifications.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { countOpenAsks } from '#server/subaccounts/subaccounts.ts'
import { db } from '#server/core/db.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { shownHtml, wordsOfHtml } from '../content/cleanHtml.ts'
import { shownFacts } from './facts.ts'
import {
  countPublic,
  countUnread,
  markRead,
  personalNotices as personal,
  publicNotices,
  toConfirm,
  type NoticeRow,
  type Reader,
} from './queries.ts'

const readerOf = async (actor: Actor): Promise<Reader> => ({
  ...actor,
  plan: (await entitlementsOf(db, actor.accountId)).code,
})

const shown = (row: NoticeRow, lang: Lang) => ({
  id: row.notice_id,
  title: lang === 'cn' ? row.title_cn : row.title_en,
  createTime: row.starts_at.getTime(),
  msg: shownHtml(lang === 'cn' ? row.html_cn : row.html_en),
})

export const carousel: Answer<typeof contract.carousel> = async (actor, { limit }) =>
  (await publicNotices(db, await readerOf(actor), ['CAROUSEL'], { limit })).map((row) => ({
    ...shown(row, actor.from.lang),
    level: row.level,
  }))

export const personalNotices: Answer<typeof contract.personalNotices> = async (actor, { unread, limit }) => {
  const { lang } = actor.from
  const [rows, count, requests] = await Promise.all([
    personal(db, actor, { unread, limit }),
    countUnread(db, actor),
    actor.subUid === undefined ? countOpenAsks(db, actor.accountId) : 0,
  ])
  return {
    unread: count,
    requests,
    list: rows.map((row) => ({
      ...shown(row, lang),
      event: row.event,
      kind: channelsOf(row.event).group,
      level: row.level,
      facts: shownFacts(row.facts, lang),
      text: wordsOfHtml(lang === 'cn' ? row.html_cn : row.html_en),
      bizType: row.biz_type,
      bizId: row.biz_id,
      read: flag(row.read),
    })),
  }
}

export const mustReadNotices: Answer<typeof contract.mustReadNotices> = async (actor) =>
  (await toConfirm(db, await readerOf(actor))).map((row) => ({ ...shown(row, actor.from.lang), mustRead: flag(true) }))

export const bannerNotices: Answer<typeof contract.bannerNotices> = async (actor) =>
  (await publicNotices(db, await readerOf(actor), ['BANNER'], { unread: true, limit: 20 })).map((row) => {
    const { id, title, msg } = shown(row, actor.from.lang)
    return { id, title, msg }
  })

const general = ['CAROUSEL', 'PAGE', 'MUST_READ', 'BANNER'] as const

export const pageOfNotices: Answer<typeof contract.pageOfNotices> = async (actor, { pageNo, pageSize }) => {
  const reader = await readerOf(actor)
  const [rows, total] = await Promise.all([
    publicNotices(db, reader, general, { limit: pageSize, skip: (pageNo - 1) * pageSize }),
    countPublic(db, reader, general),
  ])
  const data = rows.map((row) => shown(row, actor.from.lang))
  return { data, list: data, total, pageNo, pageSize, haveNext: total > pageNo * pageSize }
}

export const readNotice: Answer<typeof contract.readNotice> = async (actor, { id }) => {
  if (!(await markRead(db, await readerOf(actor), id))) throw refuse('not_found')
  return { ok: flag(true) }
}
