/** Navigation between the list, a card and its actions. The list's filters stay in the address throughout. */
import { useLocation, useNavigate } from 'react-router'
import type { CardMove } from '#contract/cards/states.ts'
import type { Card } from '#contract/cards/shapes.ts'
import { useListPath } from '../listPath.ts'
import { paths } from '../paths.ts'
import { withText } from '#web/text.ts'

const loadFreezing = withText(() => import('./undoing/freezing.ts'))

export type Chosen = Pick<
  Card,
  'cardId' | 'lastFour' | 'segment' | 'status' | 'blocks' | 'available' | 'pending' | 'gid' | 'tags' | 'subUid'
>

/** `alone`: the dialog was opened from the list, without the card's drawer. `back`: the card to return to. `amount`: what the dialog is filled with. */
export type CameFrom = { alone?: boolean; chosen?: Chosen[]; back?: string; amount?: string } | null

export function useCardNavigation() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // On the page of a card everything stays on it; over the list, in the drawer.
  const onPage = /\/crd_\w+\/page(?:\/|$)/.test(pathname)
  const here = useListPath()
  const go = (pathname: string, state: CameFrom = null) =>
    void navigate({ pathname: here(pathname), search }, { state })
  return {
    toList: () => go(paths.cardList),
    toCard: (cardId: string) => go(onPage ? paths.cardPage(cardId) : paths.card(cardId)),
    /** The page of the card, with the filters of the list and without what the drawer shows. */
    toPage: (cardId: string) => {
      const kept = new URLSearchParams(search)
      for (const name of ['tab', 'line']) kept.delete(name)
      void navigate({ pathname: here(paths.cardPage(cardId)), search: kept.toString() })
    },
    /** Opens the dialog of an action. What can be taken back is done immediately instead. */
    toAction: (card: Pick<Card, 'cardId' | 'lastFour' | 'blocks'>, move: CardMove, from: CameFrom = null) =>
      move === 'freeze' || move === 'unfreeze'
        ? void loadFreezing().then(({ freezeNow }) => freezeNow(card, move))
        : go(onPage ? paths.cardPageAction(card.cardId, move) : paths.cardAction(card.cardId, move), from),
    toLabels: (what: 'group' | 'tags', chosen: Chosen[], back?: string) =>
      go(onPage && back !== undefined ? paths.cardPageLabels(back, what) : paths.cardLabels(what), {
        chosen,
        ...(back !== undefined && { back }),
      }),
    toBatch: (what: 'load' | 'withdraw' | 'delete', chosen: Chosen[]) => go(paths.cardsBatch(what), { chosen }),
    toPass: (chosen: Chosen[]) => go(paths.cardsPass, { chosen }),
    toControls: (chosen: Chosen[]) => go(paths.cardsControls, { chosen }),
    toHandOver: (chosen: Chosen[]) => go(paths.cardsHandOver, { chosen }),
    toActionOnMany: (move: 'freeze' | 'unfreeze', chosen: Chosen[]) => go(paths.cardsAction(move), { chosen }),
  }
}
