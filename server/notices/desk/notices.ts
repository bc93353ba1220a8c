import * as z from 'zod'
import { noticeKinds } from '#contract/notices/content.ts'
import type * as contract from '#contract/notices/content.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { approvable, recordStaff, waitingByLane } from '#server/staff/staff.ts'
import { htmlOfField, wordsOfHtml } from '../cleanHtml.ts'
import { keptAudience, shownAudiences } from './audience.ts'
import {
  insertDraft,
  lockNotice,
  noticePage,
  setPublished,
  setWithdrawn,
  stateOf,
  updateDraft,
  type DeskRow,
} from './queries.ts'

export const listDeskNotices: Answer<typeof contract.listDeskNotices> = async (_, wish) => {
  const [{ rows, count }, pending] = await Promise.all([noticePage(db, wish), waitingByLane(db, 'content.mustRead')])
  const names = await shownAudiences(
    rows.filter(({ audience }) => audience === 'ACCOUNT').flatMap(({ audience_ids }) => audience_ids),
  )
  return {
    data: rows.map((row) => ({
      id: row.notice_id,
      kind: row.kind,
      level: row.level,
      titleCn: row.title_cn,
      titleEn: row.title_en,
      htmlCn: row.html_cn,
      htmlEn: row.html_en,
      audience: row.audience,
      audienceIds: row.audience_ids.map((one) => names.get(one) ?? one),
      state: stateOf(row),
      startTime: row.starts_at.getTime(),
      endTime: row.ends_at?.getTime() ?? null,
      readCount: row.reads,
      madeBy: row.made_by,
      pendingApprovalId: pending.get(row.notice_id) ?? null,
      createTime: row.created_at.getTime(),
    })),
    total: count,
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext: count > wish.pageNo * wish.pageSize,
    summary: undefined,
  }
}

export const previewHtml: Answer<typeof contract.previewHtml> = async ({ from }, { html }) =>
  htmlOfField('html', html, from.lang)

export const saveNotice: Answer<typeof contract.saveNotice> = async (staff, wish, tx) => {
  const { lang } = staff.from
  const [cn, en] = [htmlOfField('htmlCn', wish.htmlCn, lang), htmlOfField('htmlEn', wish.htmlEn, lang)]
  const startsAt = wish.startTime === undefined ? now() : new Date(wish.startTime)
  const endsAt = wish.endTime === undefined ? null : new Date(wish.endTime)
  if (endsAt && endsAt <= startsAt) throw refuse('invalid', { field: 'endTime', msg: checks.ends_before[lang] })
  const draft = {
    kind: wish.kind,
    level: wish.level,
    title_cn: wish.titleCn,
    title_en: wish.titleEn,
    html_cn: cn.html,
    html_en: en.html,
    audience: wish.audience,
    audience_ids: await keptAudience(wish.audience, wish.audienceIds, lang),
    starts_at: startsAt,
    ends_at: endsAt,
  }
  const noticeId = wish.id ?? newId('ntc')
  if (wish.id === undefined) await insertDraft(tx, noticeId, draft, staff.name)
  else {
    await changeable(tx, noticeId)
    await updateDraft(tx, noticeId, draft, staff.name)
  }
  await recordStaff(tx, staff, {
    action: 'CONTENT',
    target: noticeId,
    content: { cn: `保存公告草稿：${wish.titleCn}`, en: `Saved a draft: ${wish.titleEn}` },
    after: draft,
  })
  return { id: noticeId, dropped: [...new Set([...cn.dropped, ...en.dropped])] }
}

/** Only a draft, and none that waits for its checker: what is agreed to is what was seen. */
async function changeable(tx: Tx, noticeId: string): Promise<DeskRow> {
  const notice = await lockNotice(tx, noticeId)
  if (!notice) throw refuse('not_found')
  if (notice.status !== 'DRAFT' || (await waitingByLane(tx, 'content.mustRead')).has(noticeId)) throw refuse('conflict')
  return notice
}

/** Everybody has to confirm it before they go on, so two people decide that they must. */
export const mustReadApproval = approvable('content.mustRead', {
  payload: z.object({ noticeId: z.string(), cn: z.string(), en: z.string() }),
  shows: async (tx, { noticeId, cn, en }) => {
    const notice = await lockNotice(tx, noticeId)
    if (!notice) throw refuse('not_found')
    return {
      target: notice.title_cn,
      onlyOne: noticeId,
      lines: [
        { label: { cn: '标题', en: 'Title' }, before: null, after: { cn: notice.title_cn, en: notice.title_en } },
        {
          label: { cn: '正文', en: 'Text' },
          before: null,
          after: { cn: wordsOfHtml(cn), en: wordsOfHtml(en) },
        },
      ],
    }
  },
  apply: async (tx, { noticeId, cn, en }, { checker, maker, reason }) => {
    const notice = await lockNotice(tx, noticeId)
    if (!notice) throw refuse('not_found')
    if (notice.html_cn !== cn || notice.html_en !== en || !(await setPublished(tx, noticeId)))
      throw refuse('approval_changed')
    await recordStaff(tx, checker, {
      action: 'CONTENT',
      target: noticeId,
      reason,
      content: {
        cn: `发布必读公告：${notice.title_cn}，经办 ${maker.name}`,
        en: `Published a must-read notice: ${notice.title_en}, requested by ${maker.name}`,
      },
    })
  },
})

export const publishNotice: Answer<typeof contract.publishNotice> = async (staff, { id, reason }, tx) => {
  const notice = await changeable(tx, id)
  if (notice.kind === 'MUST_READ') {
    const payload = { noticeId: id, cn: notice.html_cn, en: notice.html_en }
    return { state: 'DRAFT', approvalId: await mustReadApproval.propose(tx, staff, payload, reason) }
  }
  await setPublished(tx, id)
  await recordStaff(tx, staff, {
    action: 'CONTENT',
    target: id,
    reason,
    content: {
      cn: `发布${noticeKinds[notice.kind].cn}：${notice.title_cn}`,
      en: `Published (${noticeKinds[notice.kind].en}): ${notice.title_en}`,
    },
  })
  return { state: stateOf({ ...notice, status: 'PUBLISHED' }), approvalId: null }
}

export const withdrawNotice: Answer<typeof contract.withdrawNotice> = async (staff, { id, reason }, tx) => {
  const notice = await lockNotice(tx, id)
  if (!notice) throw refuse('not_found')
  if (!(await setWithdrawn(tx, id))) throw refuse('conflict')
  await recordStaff(tx, staff, {
    action: 'CONTENT',
    target: id,
    reason,
    content: { cn: `撤回公告：${notice.title_cn}`, en: `Withdrew a notice: ${notice.title_en}` },
  })
  return { state: 'WITHDRAWN' }
}
