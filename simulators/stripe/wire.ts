/** What happens to cards of Stripe, as Stripe tells it: the events of the simulated network, translated. */
import type { Card } from '../issuer/cards.ts'
import { isMoney, type IssuerWire, type MoneyEvent, type NewOfType } from '../network/wires.ts'
import type { World } from '../world.ts'
import {
  addTransaction,
  changeAuthorization,
  decided,
  isDecided,
  isOpened,
  openAuthorization,
  post,
  type Posting,
} from './authorizations.ts'
import { reasonOf } from './question.ts'

export const stripeWire: IssuerWire = {
  messages: ({ stripe }) => stripe.messages,
  tell(world, card, event) {
    if (!isMoney(event)) throw new Error(`a card of Stripe has no event ${event.type}`)
    return tell(world, card, event)
  },
  keep(world, _card, event) {
    if (event.type === 'clearing.posted' || event.type === 'refund.posted') addTransaction(world, postingOf(event))
  },
}

function tell(world: World, card: Card, event: MoneyEvent): string {
  switch (event.type) {
    case 'auth.declined': {
      if (!isOpened(world, event.authRef)) openAuthorization(world, card, event.authRef, event)
      return decided(world, event.authRef, { ...wholeOf(event), approved: false, reason: reasonOf(event.reason) })
    }
    case 'auth.reversed':
      return reversed(world, card, event)
    case 'auth.expired': {
      const expire = changeAuthorization(
        world,
        event.authRef,
        (kept) => Object.assign(kept, { status: 'expired' }),
        event.cardRef,
      )
      return expire ?? event.authRef
    }
    case 'clearing.posted':
      return post(world, postingOf(event), (kept) => {
        if (event.final) kept.status = 'closed'
      })
    // Stripe has no words for these two: a clearing that is taken back is a refund, a refund that is taken back one of a negative amount.
    case 'clearing.reversed':
    case 'refund.posted':
    case 'refund.reversed':
      return post(world, postingOf(event))
  }
}

const wholeOf = (event: NewOfType<'auth.declined' | 'auth.reversed'>) => ({
  requestRef: ('incrementRef' in event && event.incrementRef) || event.authRef,
  amount: event.amount,
  merchantAmount: event.merchantAmount,
})

/**
 * Stripe declines what nobody answered. An answer that was recorded before the process ended, but that the network never received, is reversed instead, like a part
 * that a merchant releases.
 */
function reversed(world: World, card: Card, event: NewOfType<'auth.reversed'>): string {
  const { authRef, amount, merchantAmount, final, reason, cardRef } = event
  const whole = wholeOf(event)
  if (reason !== undefined && !isDecided(world, authRef, whole.requestRef)) {
    if (!isOpened(world, authRef)) openAuthorization(world, card, authRef, event)
    const unanswered = reason === 'TIMEOUT' ? 'webhook_timeout' : 'webhook_error'
    return decided(world, authRef, { ...whole, approved: false, reason: unanswered })
  }
  const told = changeAuthorization(
    world,
    authRef,
    (kept) => {
      kept.amount = Math.max(0, kept.amount - amount)
      kept.merchant_amount = Math.max(0, kept.merchant_amount - merchantAmount)
      if (final) kept.status = 'reversed'
    },
    cardRef,
  )
  return told ?? authRef
}

function postingOf(
  event: NewOfType<'clearing.posted' | 'clearing.reversed' | 'refund.posted' | 'refund.reversed'>,
): Posting {
  const takes = event.type === 'clearing.posted' || event.type === 'refund.reversed'
  // What undoes a posting is a transaction of its own.
  const undoes = event.type === 'clearing.reversed' || event.type === 'refund.reversed'
  const { authRef, clearingRef, amount } = event
  return {
    ...event,
    postingRef: undoes ? `${clearingRef} undone` : clearingRef,
    amount: takes ? -amount : amount,
    type: event.type === 'clearing.posted' ? 'capture' : 'refund',
    ...(authRef !== undefined && { ref: authRef }),
  }
}
