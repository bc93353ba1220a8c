import type * as contract from '#contract/cards/tags.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction } from '#server/core/db.ts'
import { lockTags, lockTagsOf, tagNamed, updateTag } from './queries.ts'

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
