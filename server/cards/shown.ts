import type { Card } from '#contract/cards/shapes.ts'
import { blocksOf, cardStatuses } from '#contract/cards/states.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Labels } from './lists/shownCard.ts'
import type { CardRow } from './queries.ts'

/** A card as lists and details show it. Never a number or a code: those come from the issuer, on demand (showCard.ts). */
export function shownCard(card: CardRow, lang: Lang, labels: Labels): Card {
  return {
    cardId: card.card_id,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4,
    segment: card.bin,
    vid: card.vid,
    network: card.network as Card['network'],
    firstName: card.first_name,
    lastName: card.last_name,
    unit: card.currency,
    balance: card.balance_cents,
    available: card.available_cents,
    pending: card.pending_cents,
    deposit: card.deposit_cents,
    consume: card.consume_cents,
    status: card.shown_status,
    statusText: cardStatuses[card.shown_status][lang],
    blocks: blocksOf(card.blocks),
    openDate: card.created_at.getTime(),
    expMonth: card.exp_month,
    expYear: card.exp_year,
    gid: labels.gid,
    groupName: labels.groupName,
    remark: card.remark,
    subUid: card.owner_sub_uid,
    address: addressOf(card),
    tags: labels.tags,
  }
}

export const addressOf = (card: CardRow) => ({
  street: card.street,
  city: card.city,
  state: card.state,
  zipCode: card.zip_code,
  country: card.country,
})

/** What the tables of contract/cards/states.ts ask about. */
export const stateOf = (card: Pick<CardRow, 'shown_status' | 'blocks'>) => ({
  status: card.shown_status,
  blocks: blocksOf(card.blocks),
})

/** How a log, a notice or a statement names a card. */
export const nameOf = (card: Pick<CardRow, 'card_seq_no' | 'last4'>): string =>
  `${card.card_seq_no}${card.last4 ? ` (${card.last4})` : ''}`
