/** Takes back a move between groups, or a tag. `changed` refreshes what shows it. */
import { groupCards } from '#contract/cards/groups.ts'
import { addTag, untagCards } from '#contract/cards/tags.ts'
import { ask } from '#web/parts/client/client.ts'
import { offerUndo } from '#web/parts/offerUndo.ts'
import type { Chosen } from '../cardNavigation.ts'
import { say } from './text.ts'

const idsOf = (cards: readonly Pick<Chosen, 'cardId'>[]) => cards.map(({ cardId }) => cardId)

/** `cards` with the groups that they were in. */
export function offerUnmove(cards: readonly Chosen[], to: string, moved: number, changed: () => void): void {
  const former = Map.groupBy(
    cards.filter(({ gid }) => (gid ?? '0') !== to),
    ({ gid }) => gid ?? '0',
  )
  offerUndo(
    say('undoing.moved', { count: moved }),
    async () => {
      for (const [gid, some] of former) await ask(groupCards, { cardIds: idsOf(some), gid })
    },
    changed,
  )
}

type Tagged = { tagId: string; name: string; cards: readonly Pick<Chosen, 'cardId'>[] }

/** `cards` are those that did not have the tag. */
export const offerUntag = ({ tagId, name, cards }: Tagged, changed: () => void): void =>
  offerUndo(
    say('undoing.tagged', { count: cards.length, name }),
    () => ask(untagCards, { tagId, cardIds: idsOf(cards) }),
    changed,
  )

export const offerTagAgain = ({ name, cards }: Tagged, changed: () => void): void =>
  offerUndo(
    say('undoing.untagged', { count: cards.length, name }),
    () => ask(addTag, { name, cardIds: idsOf(cards) }),
    changed,
  )
