/**
 * The single table of card actions, used by the buttons of the list, the drawer and a selection. Status and blocks follow the contract's table of moves,
 * permissions and account status its other two.
 */
import { cardBlocks, mayMove, type CardMove } from '#contract/cards/states.ts'
import type { Card } from '#contract/cards/shapes.ts'
import { editAddress } from '#contract/cards/holders.ts'
import { replaceCard } from '#contract/cards/replacing.ts'
import { deleteCard, freezeCard, loadCard, withdrawFromCard } from '#contract/cards/cards.ts'
import type { Call } from '#contract/core/call.ts'
import { useMay, type May } from '#web/parts/client/useMay.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { langNow } from '#web/text.ts'
import { say } from './text.ts'

/** `replaced` is known on the card's own page only. */
type Moving = Pick<Card, 'status' | 'blocks' | 'available'> & { readonly replaced?: number }
type Offered = Moving & Pick<Card, 'editHolder'>

type Rule = {
  /** The row that performs it, or that row's requirements. */
  by: Pick<Call, 'who' | 'action'>
  icon: IconName
  /** Absent: always offered. Freezing and unfreezing share one place. */
  offered?: (card: Offered) => boolean
  /** The action would be allowed but have no effect. */
  idle?: (card: Moving) => 'empty' | 'replaced' | undefined
  tone?: 'bad'
}

const frozenByOwner = ({ blocks }: Moving) => blocks.includes('USER')

export const cardActions = {
  reveal: { by: { who: 'card:reveal', action: 'reveal' }, icon: 'eye' },
  load: { by: loadCard, icon: 'topup' },
  withdraw: { by: withdrawFromCard, icon: 'wallet', idle: ({ available }) => (available > 0 ? undefined : 'empty') },
  freeze: { by: freezeCard, icon: 'snow', offered: (card: Moving) => !frozenByOwner(card) },
  unfreeze: { by: { who: freezeCard.who, action: 'unfreeze' }, icon: 'sun', offered: frozenByOwner },
  address: { by: editAddress, icon: 'person', offered: ({ editHolder }: Offered) => editHolder === 1 },
  replace: { by: replaceCard, icon: 'refresh', idle: ({ replaced }) => (replaced === 1 ? 'replaced' : undefined) },
  delete: { by: deleteCard, icon: 'trash', tone: 'bad' },
} as const satisfies Record<CardMove, Rule>

const moves = Object.keys(cardActions) as CardMove[]
export const isMove = (text: string | undefined): text is CardMove => text !== undefined && text in cardActions

/** Returns why the card does not allow the action, in the user's language. */
export function whyNot(move: CardMove, card: Moving): string | undefined {
  const { idle }: Rule = cardActions[move]
  if (mayMove(move, card)) {
    const why = idle?.(card)
    return why && say(`cards.whyNot.${why}`)
  }
  const other = card.blocks.find((block) => block !== 'USER' && block !== 'SUB')
  return say(`cards.whyNot.${card.status}`, { by: other ? cardBlocks[other].name[langNow()] : '' })
}

/** Freezing or unfreezing would change this card. */
export const fits = (move: 'freeze' | 'unfreeze', card: Moving): boolean =>
  cardActions[move].offered(card) && whyNot(move, card) === undefined

export type Offer = { move: CardMove; icon: IconName; tone: 'bad' | undefined; reason: string | undefined }

/** The actions shown for a card, each with the reason if it is disabled. */
export function useCardActions(): (card: Offered) => Offer[] {
  const mayDelete = useMay(cardActions.delete.by)
  const mayReplace = useMay(cardActions.replace.by)
  const may: Record<CardMove, May> = {
    reveal: useMay(cardActions.reveal.by),
    load: useMay(cardActions.load.by),
    withdraw: useMay(cardActions.withdraw.by),
    freeze: useMay(cardActions.freeze.by),
    unfreeze: useMay(cardActions.unfreeze.by),
    address: useMay(cardActions.address.by),
    // The former card is deleted in the end.
    replace: mayDelete.shown ? mayReplace : mayDelete,
    delete: mayDelete,
  }
  return (card) =>
    moves.flatMap((move) => {
      const { offered, icon, tone }: Rule = cardActions[move]
      if (!may[move].shown || offered?.(card) === false) return []
      return [{ move, icon, tone, reason: may[move].reason ?? whyNot(move, card) }]
    })
}
