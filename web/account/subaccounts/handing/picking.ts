/** Which cards are shown to pick from, and in which order. */
import type { Card } from '#contract/cards/shapes.ts'

export type PickCard = Pick<
  Card,
  | 'cardId'
  | 'cardSeqNo'
  | 'lastFour'
  | 'segment'
  | 'remark'
  | 'firstName'
  | 'lastName'
  | 'gid'
  | 'balance'
  | 'openDate'
  | 'status'
>
export const orders = ['newest', 'balance', 'lastFour', 'remark'] as const
export type Order = (typeof orders)[number]

/** A card that is still being opened, or never was, has nothing to hand over. */
export const canMove = ({ status }: Pick<PickCard, 'status'>): boolean =>
  status !== 'CLOSED' && status !== 'FAILED' && status !== 'PENDING'

const comparing = {
  newest: (a, b) => b.openDate - a.openDate,
  balance: (a, b) => b.balance - a.balance,
  lastFour: (a, b) => (a.lastFour ?? '').localeCompare(b.lastFour ?? ''),
  // Cards without a remark come last.
  remark: (a, b) => Number(!a.remark) - Number(!b.remark) || a.remark.localeCompare(b.remark),
} satisfies Record<Order, (a: PickCard, b: PickCard) => number>

export type Narrowing = {
  find: string
  /** Empty: any; `0`: none. */
  gid: string
  /** The cards of a batch. */
  among: ReadonlySet<string> | undefined
  order: Order
}

/** Every word that is typed has to be somewhere in the card. */
export function narrowed<C extends PickCard>(cards: readonly C[], { find, gid, among, order }: Narrowing): C[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  return cards
    .filter((card) => {
      const text = [card.lastFour, card.remark, card.firstName, card.lastName, card.cardSeqNo].join(' ').toLowerCase()
      return (
        (gid === '' || (card.gid ?? '0') === gid) &&
        (!among || among.has(card.cardId)) &&
        words.every((word) => text.includes(word))
      )
    })
    .toSorted(comparing[order])
}
