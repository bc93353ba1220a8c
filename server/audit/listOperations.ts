import * as contract from '#contract/audit/audit.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { COUNT_CAP, operationsOf } from './queries.ts'

export const listOperations: Answer<typeof contract.listOperations> = async (actor, wish) => {
  const { rows, count } = await operationsOf(db, actor, wish)
  const { lang } = actor.from
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
    })),
    total: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP && { totalCapped: true }),
    pageNo: wish.pageNo,
    pageSize: wish.pageSize,
    haveNext: count > wish.pageNo * wish.pageSize,
    summary: undefined,
  }
}
