import type * as contract from '#contract/cards/cards.ts'
import { mayMove } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { checkAmount, loadPrice, withCoupon } from './prices.ts'
import { offered } from './priceOpening.ts'
import { maybeCard, type CardRow } from './queries.ts'
import { stateOf } from './shown.ts'
import { termsOf, type Terms } from './terms.ts'

/** What loading a card would cost now. */
export const priceLoad: Answer<typeof contract.priceLoad> = async (actor, wish) => {
  const card = await maybeCard(db, actor, wish.cardId)
  if (!card) throw refuse('not_found', { field: 'cardId' })
  if (!mayMove('load', stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  const terms = await termsOf(db, actor.accountId, card.vid)
  checkLoad(card, terms, wish)
  const { cardId, amount } = wish
  const couponId = wish.couponId || undefined
  const price = await withCoupon(db, actor.accountId, loadPrice(terms, amount), {
    couponId,
    scene: 'RECHARGE',
    vid: card.vid,
  })
  return offered(actor, price, {
    scene: 'card.load',
    input: { cardId, amount, couponId },
  })
}

/** One load and the balance after it have limits; more goes through customer service (docs/reference/numbers.md#cards). */
export function checkLoad(card: CardRow, { range, perLoadMax }: Terms, { amount }: { amount: Cents }): void {
  checkAmount(amount, range.min_load_cents, perLoadMax, 'amount')
  if (card.balance_cents + amount > range.max_balance_cents)
    throw refuse('amount_above_max', { field: 'amount', maxBalanceCents: range.max_balance_cents })
}
