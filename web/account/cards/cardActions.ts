/**
 * What may be done with a card, in one table: the buttons of the list, of the drawer and of a selection read it. Status
 * and blocks decide by the contract's own table of moves, permission and standing of the account by its other two.
 */
import { cardBlocks, mayMove, type CardMove } from '#contract/cards/states.ts'
import type { Card } from '#contract/cards/shapes.ts'
import { editAddress } from '#contract/cards/holders.ts'
import { deleteCard, freezeCard, loadCard, withdrawFromCard } from '#contract/cards/cards.ts'
import type { Call } from '#contract/core/call.ts'
import { useMay, type May } from '#web/parts/client/useMay.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { langNow } from '#web/text.ts'
import { say } from './text.ts'

type Moving = Pick<Card, 'status' | 'blocks' | 'available'>

type Rule = {
  /** The row that does it, or what its row asks for. */
  by: Pick<Call, 'who' | 'action'>
  icon: IconName
  /** Absent: always offered. Freezing and unfreezing take one place in turn. */
  offered?: (card: Moving) => boolean
  /** The move would be allowed and yet lead nowhere. */
  idle?: (card: Moving) => 'empty' | undefined
  tone?: 'bad'
}

const frozenByOwner = ({ blocks }: Moving) => blocks.includes('USER')

export const cardActions = {
  reveal: { by: { who: 'card:reveal', action: 'reveal' }, icon: 'eye' },
  load: { by: loadCard, icon: 'topup' },
  withdraw: { by: withdrawFromCard, icon: 'wallet', idle: ({ available }) => (available > 0 ? undefined : 'empty') },
  freeze: { by: freezeCard, icon: 'snow', offered: (card) => !frozenByOwner(card) },
  unfreeze: { by: { who: freezeCard.who, action: 'unfreeze' }, icon: 'sun', offered: frozenByOwner },
  address: { by: editAddress, icon: 'person' },
  delete: { by: deleteCard, icon: 'trash', tone: 'bad' },
} as const satisfies Record<CardMove, Rule>

const moves = Object.keys(cardActions) as CardMove[]
export const isMove = (text: string | undefined): text is CardMove => text !== undefined && text in cardActions

/** Why the card itself does not allow it, in the person's language. */
export function whyNot(move: CardMove, card: Moving): string | undefined {
  const { idle }: Rule = cardActions[move]
  if (mayMove(move, card)) {
    const why = idle?.(card)
    return why && say(`cards.whyNot.${why}`)
  }
  const other = card.blocks.find((block) => block !== 'USER' && block !== 'SUB')
  return say(`cards.whyNot.${card.status}`, { by: other ? cardBlocks[other].name[langNow()] : '' })
}

export type Offer = { move: CardMove; icon: IconName; tone: 'bad' | undefined; reason: string | undefined }

/** The actions that are shown for a card, each with the reason why it is off. */
export function useCardActions(): (card: Moving) => Offer[] {
  const may: Record<CardMove, May> = {
    reveal: useMay(cardActions.reveal.by),
    load: useMay(cardActions.load.by),
    withdraw: useMay(cardActions.withdraw.by),
    freeze: useMay(cardActions.freeze.by),
    unfreeze: useMay(cardActions.unfreeze.by),
    address: useMay(cardActions.address.by),
    delete: useMay(cardActions.delete.by),
  }
  return (card) =>
    moves.flatMap((move) => {
      const { offered, icon, tone }: Rule = cardActions[move]
      if (!may[move].shown || offered?.(card) === false) return []
      return [{ move, icon, tone, reason: may[move].reason ?? whyNot(move, card) }]
    })
}
