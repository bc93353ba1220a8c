import type * as contract from '#contract/cards/tags.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { transaction } from '#server/core/db.ts'
import { lockCardRows } from '../queries.ts'
import { deleteCardTags, lockTags } from './queries.ts'

/** Cards that do not have it stay as they are and are not counted. */
export const untagCards: Answer<typeof contract.untagCards> = (actor, { cardIds: wanted, tagId }) =>
  transaction(async (tx) => {
    const { accountId } = actor
    const [tag] = await lockTags(tx, accountId, [tagId], 'stay')
    if (!tag) throw refuse('not_found', { field: 'tagId' })
    const cardIds = [...new Set(wanted)]
    if ((await lockCardRows(tx, actor, cardIds)).length < cardIds.length)
      throw refuse('not_found', { field: 'cardIds' })
    const removed = await deleteCardTags(tx, accountId, cardIds, tagId)
    if (removed)
      await record(tx, actor, {
        type: 'TAG',
        target: tag.name,
        content: { cn: `从 ${removed} 张卡取下标签`, en: `Removed the tag from cards: ${removed}` },
        before: { tagId, cardIds },
      })
    return { removed }
  })
