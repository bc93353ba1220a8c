import * as contract from '#contract/audit/audit.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { COUNT_CAP, foldedViews, operationsOf, signInsOf } from './queries.ts'
import { areaOf, browserOf, deviceOf } from './places.ts'

export const listOperations: Answer<typeof contract.listOperations> = async (actor, input) => {
  const { rows, count } = await operationsOf(db, actor, input)
  const { lang } = actor.from
  const foldedOf = await foldedViews(db, actor, input, rows)
  return {
    data: rows.map((row) => ({
      id: row.id,
      createTime: row.created_at.getTime(),
      actorName: row.actor_name,
      subUid: row.sub_uid,
      type: row.type,
      typeText: contract.operateTypes[row.type][lang],
      target: row.target,
      content: lang === 'cn' ? row.content_cn : row.content_en,
      ip: row.ip,
      result: row.result,
      ...folded(foldedOf(row), lang),
    })),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

/** What a row says that stands for several codes. */
function folded(views: { count: number; since: Date; cards: number } | undefined, lang: Lang) {
  if (!views || views.count < 2) return {}
  const { count, since, cards } = views
  const text = { cn: `查看 ${count} 个 3D 验证码`, en: `Viewed ${count} 3-D Secure codes` }
  return {
    folded: { count, since: since.getTime() },
    content: text[lang],
    ...(cards > 1 && { target: { cn: `${cards} 张卡片`, en: `Cards: ${cards}` }[lang] }),
  }
}

export const listSignIns: Answer<typeof contract.listSignIns> = async (actor, input) => {
  const { rows, count } = await signInsOf(db, actor, input)
  return {
    data: rows.map((row) => ({
      id: row.id,
      createTime: row.created_at.getTime(),
      type: row.type,
      ip: row.ip,
      ipArea: areaOf(row.ip, actor.from.lang),
      device: deviceOf(row.device),
      browser: browserOf(row.device),
      result: row.result,
      failReason: row.fail_reason ? (reasons[row.fail_reason as Reason]?.[actor.from.lang] ?? row.fail_reason) : null,
    })),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

/** The reasons of failed sign-ins as text. The log stores their names. */
const reasons = {
  password: { cn: '密码错误', en: 'Wrong password' },
  code: { cn: '验证码错误', en: 'Wrong code' },
  google: { cn: '谷歌验证码错误', en: 'Wrong authenticator code' },
  locked: { cn: '错误次数过多，暂时锁定', en: 'Locked after too many incorrect attempts' },
  frozen: { cn: '账号已冻结', en: 'Login frozen' },
  reused: { cn: '令牌被重复使用，会话已终止', en: 'A used token was presented again; the session was ended' },
  remembered: { cn: '自动登录凭证失效', en: 'Saved sign-in expired' },
} as const
type Reason = keyof typeof reasons
