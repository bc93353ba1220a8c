import * as z from 'zod'
import { noticeKinds, type Audience } from '#contract/notices/content.ts'
import type * as contract from '#contract/notices/content.ts'
import { checks } from '#contract/core/checks.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import { db, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { approvable, recordStaff, waitingByLane } from '#server/staff/staff.ts'
import { accountsOfIds, accountsOfNo } from '#server/identity/identity.ts'
import { allPlans } from '#server/plans/plans.ts'
import { htmlOfField, wordsOfHtml } from '../content/cleanHtml.ts'
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

export const listDeskNotices: Answer<typeof contract.listDeskNotices> = async (_, input) => {
  const [{ rows, count }, pending] = await Promise.all([noticePage(db, input), waitingByLane(db, 'content.mustRead')])
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
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

export const previewHtml: Answer<typeof contract.previewHtml> = async ({ from }, { html }) =>
  htmlOfField('html', html, from.lang)

export const saveNotice: Answer<typeof contract.saveNotice> = async (staff, input, tx) => {
  const { lang } = staff.from
  const [cn, en] = [htmlOfField('htmlCn', input.htmlCn, lang), htmlOfField('htmlEn', input.htmlEn, lang)]
  const startsAt = input.startTime === undefined ? now() : new Date(input.startTime)
  const endsAt = input.endTime === undefined ? null : new Date(input.endTime)
  if (endsAt && endsAt <= startsAt) throw refuse('invalid', { field: 'endTime', msg: checks.ends_before[lang] })
  const draft = {
    kind: input.kind,
    level: input.level,
    title_cn: input.titleCn,
    title_en: input.titleEn,
    html_cn: cn.html,
    html_en: en.html,
    audience: input.audience,
    audience_ids: await keptAudience(input.audience, input.audienceIds, lang),
    starts_at: startsAt,
    ends_at: endsAt,
  }
  const noticeId = input.id ?? newId('ntc')
  if (input.id === undefined) await insertDraft(tx, noticeId, draft, staff.name)
  else {
    await changeable(tx, noticeId)
    await updateDraft(tx, noticeId, draft, staff.name)
  }
  await recordStaff(tx, staff, {
    action: 'CONTENT',
    target: noticeId,
    content: { cn: `保存公告草稿：${input.titleCn}`, en: `Saved a draft: ${input.titleEn}` },
    after: draft,
  })
  return { id: noticeId, dropped: [...new Set([...cn.dropped, ...en.dropped])] }
}

/** Only a draft that waits for no approval: what is approved is what was seen. */
async function changeable(tx: Tx, noticeId: string): Promise<DeskRow> {
  const notice = await lockNotice(tx, noticeId)
  if (!notice) throw refuse('not_found')
  if (notice.status !== 'DRAFT' || (await waitingByLane(tx, 'content.mustRead')).has(noticeId)) throw refuse('conflict')
  return notice
}

/** Every reader has to confirm it before they continue, so it takes two people. */
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
        { label: { cn: '正文', en: 'Text' }, before: null, after: { cn: wordsOfHtml(cn), en: wordsOfHtml(en) } },
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

/** User numbers that staff type, stored as account ids. Plans are stored by code. */
async function keptAudience(audience: Audience, typed: readonly string[], lang: Lang): Promise<string[]> {
  if (audience !== 'PLAN' && audience !== 'ACCOUNT') return []
  if (typed.length === 0) throw refuse('invalid', { field: 'audienceIds', msg: checks.audience_needed[lang] })
  const wanted = [...new Set(typed)]
  if (audience === 'PLAN') {
    const codes = new Set((await allPlans(db)).map(({ code }) => code))
    if (wanted.every((code) => codes.has(code))) return wanted
    throw refuse('invalid', { field: 'audienceIds', msg: checks.audience_needed[lang] })
  }
  const kept: string[] = []
  for (const userNo of wanted) {
    const [account] = await accountsOfNo(userNo)
    if (!account) throw refuse('invalid', { field: 'audienceIds', msg: `${checks.account_unknown[lang]}: ${userNo}` })
    kept.push(account.account_id)
  }
  return kept
}

/** The user numbers of these accounts. */
async function shownAudiences(ids: readonly string[]): Promise<Map<string, string>> {
  const found = ids.length ? await accountsOfIds(ids) : []
  return new Map(found.map(({ account_id, user_no }) => [account_id, user_no]))
}
