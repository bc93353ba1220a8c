import type { Card } from '#contract/cards/shapes.ts'
import { blocksOf, cardStatuses } from '#contract/cards/states.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import type { Actor } from '#server/core/actor.ts'
import { traitsOf } from '#server/outside/outside.ts'
import { groupNames } from '../groups/queries.ts'
import type { CardRow, Reader } from '../queries.ts'
import { tagsOfCards, type ShownTag } from '../tags/queries.ts'

/** The group that a card is in, and its tags. */
export type Labels = { gid: string | null; groupName: string | null; tags: ShownTag[] }

/** For a sub-account, a card in a group that is not shared with it has no group. */
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

/** Returns a card as lists and details show it. Never a number or a code: those come from the issuer on demand (showCard.ts). */
export function shownCard(card: CardRow, lang: Lang, labels: Labels): Card {
  const isOver = ['CLOSING', 'CLOSED', 'FAILED'].includes(card.status)
  const dateOf = (at: Date | null) => (isOver ? null : (at?.getTime() ?? null))
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
    closeTime: dateOf(card.close_at),
    freezeTime: dateOf(card.freeze_at),
    thawTime: dateOf(card.thaw_at),
    openDate: card.created_at.getTime(),
    expMonth: card.exp_month,
    expYear: card.exp_year,
    gid: labels.gid,
    groupName: labels.groupName,
    remark: card.remark,
    subUid: card.owner_sub_uid,
    editHolder: flag(traitsOf(card.issuer_id).editHolder),
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
