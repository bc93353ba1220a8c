import type * as contract from '#contract/cards/tags.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { countTags, pageOfTags } from './queries.ts'

/** The words are the account's; a sub-account is told how many of its own cards have them. */
export const listTags: Answer<typeof contract.listTags> = async (actor, { name, pageNo, pageSize }) => {
  const [rows, total] = await Promise.all([
    pageOfTags(db, actor, { name, limit: pageSize, offset: (pageNo - 1) * pageSize }),
    countTags(db, actor.accountId, name),
  ])
  return {
    data: rows.map(({ tag_id, name, color, cards, created_at }) => ({
      tagId: tag_id,
      name,
      color,
      cardCount: cards,
      createTime: created_at.getTime(),
    })),
    total,
    pageNo,
    pageSize,
    haveNext: total > pageNo * pageSize,
    summary: undefined,
  }
}
