import type * as contract from '#contract/cards/tags.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { recordMany } from '#server/audit/audit.ts'
import { deleteTags, lockTags, lockTagsOf } from './queries.ts'

/** The tags go from every card of the account, and are gone. */
export const removeTags: Answer<typeof contract.removeTags> = async (actor, wish, tx) => {
  const { accountId } = actor
  const tagIds = [...new Set(wish.tagId)]
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
