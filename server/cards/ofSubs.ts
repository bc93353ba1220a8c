/** What sub-accounts have of cards, for the module that manages sub-accounts and stands below. */
import { refuse } from '#contract/core/refusals.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import { db, type Tx } from '../core/db.ts'
import type { CardsOfSubs } from '../subaccounts/subaccounts.ts'
import { blockCards } from './blockCards.ts'
import { budgetOf } from './budget.ts'
import { figuresOfSubs } from './figures.ts'
import { logCards } from './orderQueries.ts'
import { lockCardRows, setOwner } from './queries.ts'
import { monthSpendOfSubs } from './spend.ts'

export const cardsOfSubs: CardsOfSubs = {
  budgetOf,
  figures: (accountId: string, subUids: readonly string[]): Promise<Map<string, { cards: number; balance: Cents }>> =>
    figuresOfSubs(db, accountId, subUids),
  monthSpend: (accountId: string, subUids: readonly string[]): Promise<Map<string, Cents>> =>
    monthSpendOfSubs(db, accountId, subUids),
  stop: async (tx, accountId, subUid, on) =>
    (
      await blockCards(tx, {
        accountId,
        subUid,
        block: 'SUB',
        on,
        reason: on ? 'SUB_FROZEN' : 'SUB_RESTORED',
        tell: false,
      })
    ).length,
  handOver,
}

/** All of them or none. A card that is still being made stays with whoever asked for it. */
async function handOver(tx: Tx, actor: Actor, cardIds: readonly string[], subUid: string | undefined): Promise<number> {
  const wanted = [...new Set(cardIds)]
  const cards = await lockCardRows(tx, { accountId: actor.accountId, subUid: undefined }, wanted)
  if (cards.length < wanted.length) throw refuse('not_found', { field: 'cardIds' })
  const unfit = cards.find(({ status }) => status === 'PENDING' || status === 'FAILED')
  if (unfit) throw refuse('card_not_active', { status: unfit.shown_status, field: 'cardIds' })
  const moved = cards.filter(({ owner_sub_uid }) => (owner_sub_uid ?? undefined) !== subUid)
  await setOwner(
    tx,
    actor.accountId,
    moved.map(({ card_id }) => card_id),
    subUid,
  )
  await logCards(
    tx,
    moved.map((card) => ({
      ...actor,
      cardId: card.card_id,
      type: 'HANDED' as const,
      before: card.owner_sub_uid ?? '',
      after: subUid ?? '',
    })),
  )
  return moved.length
}
