/** What happens to cards of Lithic, as Lithic tells it: the events of the simulated network, translated. */
import type { Card } from '../issuer/cards.ts'
import { merchantOf } from '../merchants.ts'
import { findAuthorization, merchantPartOf, remaining } from '../network/records.ts'
import { isMoney, type IssuerWire, type MoneyEvent, type NewOfType } from '../network/wires.ts'
import type { NewEvent, World } from '../world.ts'
import { eventToken } from './facts.ts'
import { finishAuthentication, tellChallenge } from './threeD.ts'
import {
  addToTransaction,
  chargeOf,
  isRecorded,
  openTransaction,
  tellTransaction,
  type Happening,
} from './transactions.ts'

export const lithicWire: IssuerWire = {
  messages: ({ lithic }) => lithic.messages,
  tell,
  keep: (world, card, event) => void record(world, card, event),
}

function tell(world: World, card: Card, event: NewEvent): string {
  if (event.type === 'threeDs.challenged') return tellChallenge(world, card, event)
  if (event.type === 'threeDs.finished') return finishAuthentication(world, event)
  if (!isMoney(event)) throw new Error(`a card of Lithic has no event ${event.type}`)
  const { ref, token } = record(world, card, event)
  tellTransaction(world, ref, event.cardRef)
  return token
}

/** Adds the event to its transaction: the authorization's, or one of its own. */
function record(world: World, card: Card, event: MoneyEvent): { ref: string; token: string } {
  const ref = 'clearingRef' in event ? (event.authRef ?? event.clearingRef) : event.authRef
  if (!chargeOf(world.store, ref)) openTransaction(world, card, ref, event)
  return { ref, token: addToTransaction(world, happeningOf(world, ref, event)) }
}

function happeningOf(world: World, ref: string, event: MoneyEvent): Happening {
  const { amount, merchantAmount, merchantCurrency, currency, rate, occurredAt } = event
  const same = { ref, amount, merchantAmount, merchantCurrency, currency, rate, occurredAt }
  const back = { ...same, amount: -amount, merchantAmount: -merchantAmount }
  switch (event.type) {
    case 'auth.declined':
      return { ...same, type: 'AUTHORIZATION', token: eventToken(ref), reason: event.reason }
    case 'auth.reversed':
      return reversal(world, same, event)
    case 'auth.expired':
      return { ...same, type: 'AUTHORIZATION_EXPIRY' }
    case 'clearing.posted': {
      const postingRef = event.clearingRef
      return { ...same, type: 'CLEARING', token: eventToken(postingRef), postingRef, final: event.final }
    }
    case 'clearing.reversed':
      return { ...back, type: 'CORRECTION_CREDIT', postingRef: event.clearingRef }
    case 'refund.posted':
      return { ...back, type: 'RETURN', token: eventToken(event.clearingRef), postingRef: event.clearingRef }
    case 'refund.reversed':
      return { ...same, type: 'RETURN_REVERSAL', postingRef: event.clearingRef }
  }
}

/**
 * Lithic declines what nobody answered. An answer that was recorded before the process ended, but that the network never received, is reversed instead. Fuel
 * pumps advise the amount that stays held; all other merchants reverse a part.
 */
function reversal(world: World, same: Omit<Happening, 'type'>, event: NewOfType<'auth.reversed'>): Happening {
  if (event.reason !== undefined) {
    const token = eventToken(event.incrementRef ?? event.authRef)
    if (!isRecorded(world, token)) return { ...same, type: 'AUTHORIZATION', token, reason: event.reason }
  } else if (!event.final && merchantOf(event.merchant.id)?.profile === 'fuel') {
    const found = findAuthorization(world, event.authRef)
    const amount = remaining(found)
    return { ...same, type: 'AUTHORIZATION_ADVICE', amount, merchantAmount: merchantPartOf(found, amount) }
  }
  return { ...same, type: 'AUTHORIZATION_REVERSAL' }
}
