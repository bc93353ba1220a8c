/** The words that people have put on cards: the group that each is in, and its tags. */
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/db.ts'
import { groupToFill } from './groups/moveCards.ts'
import { groupNames } from './groups/queries.ts'
import type { CardRow, Reader } from './queries.ts'
import { tagsToWear } from './tags/addTag.ts'
import { tagsOfCards, type ShownTag } from './tags/queries.ts'

export type Labels = { gid: string | null; groupName: string | null; tags: ShownTag[] }

/** What a new card is to have: a group and tags that the caller sees, kept from going away. Before the wallet and any card. */
export async function labelsToWear(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  { gid, tags }: { gid?: string | undefined; tags?: readonly string[] | undefined },
): Promise<{ gid: string | null; tagIds: string[] }> {
  const group = await groupToFill(tx, actor, gid)
  return { gid: group?.gid ?? null, tagIds: await tagsToWear(tx, actor, tags) }
}

/** To a sub-account a card in a group that is not shared with it is in none. */
export async function labelsOf(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  cards: readonly Pick<CardRow, 'card_id' | 'gid'>[],
): Promise<(card: Pick<CardRow, 'card_id' | 'gid'>) => Labels> {
  const [names, tags] = await Promise.all([
    groupNames(
      reader,
      whose,
      cards.map(({ gid }) => gid),
    ),
    tagsOfCards(
      reader,
      whose.accountId,
      cards.map(({ card_id }) => card_id),
    ),
  ])
  return ({ card_id, gid }) => {
    const groupName = names.get(gid) ?? null
    return { gid: groupName === null ? null : gid, groupName, tags: tags.get(card_id) ?? [] }
  }
}
