import type * as contract from '#contract/cards/cards.ts'
import { mayMove } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { maybeCard, type CardRow } from './queries.ts'
import { stateOf } from './shown.ts'
import { termsOf } from './terms.ts'

/** A dollar at least, and a card need keep nothing. */
const WITHDRAW_MIN: Cents = 100
const RETAIN_MIN: Cents = 0
/** Withdrawals of one card in one day of Shanghai. */
export const WITHDRAWALS_PER_DAY = 3

/** What can be withdrawn, and what of it arrives in the wallet. */
export const priceWithdrawal: Answer<typeof contract.priceWithdrawal> = async (actor, wish) => {
  const card = await maybeCard(db, actor, wish.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  if (!mayMove('withdraw', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  const { unloadFee: fee } = await termsOf(db, actor.accountId, card.vid)
  const { min, max } = withdrawable(card)
  return {
    min,
    max,
    available: card.available_cents,
    pending: card.pending_cents,
    fee,
    receive: Math.max(0, (wish.amount ?? max) - fee),
  }
}

/** What is held for purchases stays; of the rest all can go. */
export const withdrawable = ({ available_cents }: Pick<CardRow, 'available_cents'>): { min: Cents; max: Cents } => ({
  min: WITHDRAW_MIN,
  max: Math.max(0, available_cents - RETAIN_MIN),
})
