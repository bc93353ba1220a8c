import { TAGS_AT_MOST, TAGS_ON_A_CARD } from '#contract/cards/tags.ts'
import type * as contract from '#contract/cards/tags.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { lockCardRows } from '../queries.ts'
import { nameOf } from '../shown.ts'
import { countTags, insertCardTags, insertTag, lockTags, lockTagsOf, overTagged, tagNamed } from './queries.ts'

/** Make a tag, put one on cards, or both. A name that is there is that tag; asked for again without cards it is taken. */
export const addTag: Answer<typeof contract.addTag> = async (actor, { name, color = 'gray', cardIds = [] }, tx) => {
  const { accountId } = actor
  await lockTagsOf(tx, accountId)
  const known = await tagNamed(tx, accountId, name)
  if (known && !cardIds.length) throw refuse('name_taken', { field: 'name' })
  const tagId = known?.tag_id ?? newId('tag')
  if (!known) {
    if ((await countTags(tx, accountId)) >= TAGS_AT_MOST) throw refuse('tag_limit')
    await insertTag(tx, { account_id: accountId, tag_id: tagId, name, color })
  }
  const { tagged, first } = await put(tx, actor, cardIds, tagId)
  if (!known || tagged)
    await record(tx, actor, {
      type: 'TAG',
      target: known?.name ?? name,
      content: tagged
        ? { cn: `标签加到 ${tagged} 张卡`, en: `Tagged cards: ${tagged}` }
        : { cn: '新建标签', en: 'Created a tag' },
      after: { tagId, color: known?.color ?? color, tagged, ...(first && { first }) },
    })
  return { tagId, tagged }
}

/** The cards' locks keep two from giving one card its eleventh tag. */
async function put(tx: Tx, actor: Actor, wanted: readonly string[], tagId: string) {
  if (!wanted.length) return { tagged: 0 }
  const cardIds = [...new Set(wanted)]
  const cards = await lockCardRows(tx, actor, cardIds)
  if (cards.length < cardIds.length) throw refuse('not_found', { field: 'cardIds' })
  const tagged = await insertCardTags(tx, actor.accountId, cardIds, [tagId])
  if (await overTagged(tx, actor.accountId, cardIds, TAGS_ON_A_CARD)) throw refuse('card_tag_limit')
  return { tagged, first: nameOf(cards[0]!) }
}

/** The tags that a new card is to have, kept from going away; one that is not the account's is refused. */
export async function tagsToWear(tx: Tx, { accountId }: Pick<Actor, 'accountId'>, wanted: readonly string[] = []) {
  const tagIds = [...new Set(wanted)].filter(Boolean)
  if (tagIds.length && (await lockTags(tx, accountId, tagIds, 'stay')).length < tagIds.length)
    throw refuse('not_found', { field: 'tags' })
  return tagIds
}
