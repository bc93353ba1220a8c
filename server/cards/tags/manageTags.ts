import type * as contract from '#contract/cards/tags.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record, recordMany } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { transaction, db } from '#server/core/db.ts'
import { lockTags, lockTagsOf, tagNamed, updateTag, deleteTags, countTags, pageOfTags } from './queries.ts'

/** Returns the account's tags; for a sub-account, the count covers only its own cards. */
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

export const changeTag: Answer<typeof contract.changeTag> = (actor, { tagId, name, color }) =>
  transaction(async (tx) => {
    const { accountId } = actor
    await lockTagsOf(tx, accountId)
    const [tag] = await lockTags(tx, accountId, [tagId], 'stay')
    if (!tag) throw refuse('not_found', { field: 'tagId' })
    const named = name === undefined ? undefined : await tagNamed(tx, accountId, name)
    if (named && named.tag_id !== tagId) throw refuse('name_taken', { field: 'name' })

    await updateTag(tx, tag, { name, color })
    await record(tx, actor, {
      type: 'TAG',
      target: name ?? tag.name,
      content: { cn: '修改标签', en: 'Edited the tag' },
      before: { tagId, name: tag.name, color: tag.color },
      after: { tagId, name: name ?? tag.name, color: color ?? tag.color },
    })
    return { ok: 1 }
  })

/** Deletes the tags and removes them from every card of the account. */
export const removeTags: Answer<typeof contract.removeTags> = async (actor, input, tx) => {
  const { accountId } = actor
  const tagIds = [...new Set(input.tagId)]
  await lockTagsOf(tx, accountId)
  const tags = await lockTags(tx, accountId, tagIds, 'go')
  if (tags.length < tagIds.length) throw refuse('not_found', { field: 'tagId' })
  const untagged = await deleteTags(tx, accountId, tagIds)
  await recordMany(
    tx,
    actor,
    tags.map(({ tag_id, name, color }) => ({
      type: 'TAG' as const,
      target: name,
      content: { cn: '删除标签', en: 'Removed the tag' },
      before: { tagId: tag_id, name, color },
    })),
  )
  return { untagged }
}
