/** Actions of merchants and of the network: charging a card, and the issuer's events afterwards. */
import { randomBytes } from 'node:crypto'
import type { Actor } from '#server/core/actor.ts'
import { nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import {
  outside,
  type AuthorizationDecision,
  type AuthorizationRequest,
  type IncrementRequest,
  type NetworkEvent,
} from '#server/outside/outside.ts'
import { decideIncrement } from '#server/trades/decide/decideIncrement.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { receive } from '#server/trades/events/intake.ts'
import { ask } from '#server/trades/trades.ts'
import { opensCard } from './cards.ts'

export type Plastic = {
  cardId: string
  accountId: string
  cardRef: string
  cardNumber: string
  expMonth: number
  expYear: number
  cvc: string
}
export const shop = { id: 'mer_shop', name: 'CORNER SHOP', descriptor: 'CORNER SHOP *1234', mcc: '5734', country: 'US' }
export const newRef = (): string => `net_${randomBytes(8).toString('hex')}`

/** Opens a card and reveals it, as its owner may. */
export async function cardInHand(who: Actor, change: Parameters<typeof opensCard>[1] = {}): Promise<Plastic> {
  const cardId = await opensCard(who, change)
  const { issuer_ref } = await db
    .selectFrom('card')
    .select('issuer_ref')
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  const { pan, cvc, exp } = await outside.issuer.reveal(issuer_ref!, { actorId: who.loginId, reason: 'test' })
  return {
    cardId,
    accountId: who.accountId,
    cardRef: issuer_ref!,
    cardNumber: pan,
    cvc,
    expMonth: exp[0],
    expYear: exp[1],
  }
}

export type Charge = Partial<AuthorizationRequest>
export const request = (
  { cardNumber, expMonth, expYear, cvc }: Plastic,
  amountCents: number,
  change: Charge = {},
): AuthorizationRequest => ({
  kind: 'authorization',
  ref: newRef(),
  cardNumber,
  expMonth,
  expYear,
  cvc,
  merchant: shop,
  amountCents,
  merchantAmount: amountCents,
  merchantCurrency: 'USD',
  pos: 'ECOMMERCE',
  occurredAt: nowMs(),
  ...change,
})

/** The answer to the merchant; fails if there is none in time. */
export const decides = (asked: AuthorizationRequest): Promise<AuthorizationDecision> =>
  new Promise((resolve, reject) =>
    ask(asked, (answer) => (answer ? resolve(answer) : reject(new Error('no answer in time')))),
  )
export const charges = (card: Plastic, amountCents: number, change: Charge = {}): Promise<AuthorizationDecision> =>
  decides(request(card, amountCents, change))

export const increments = (
  card: Plastic,
  authorizationRef: string,
  amountCents: number,
  ref: string = newRef(),
  change: Partial<IncrementRequest> = {},
): Promise<AuthorizationDecision> =>
  decideIncrement({
    kind: 'increment',
    ref,
    authorizationRef,
    cardNumber: card.cardNumber,
    merchant: shop,
    amountCents,
    merchantAmount: amountCents,
    merchantCurrency: 'USD',
    pos: 'ECOMMERCE',
    occurredAt: nowMs(),
    ...change,
  })

type Told<T extends NetworkEvent['type']> = Partial<Extract<NetworkEvent, { type: T }>>
/** A network event about a card, not yet delivered. */
export const event = <T extends NetworkEvent['type']>(
  type: T,
  card: Plastic,
  amount: number,
  change: Told<T> = {},
): NetworkEvent =>
  ({
    type,
    id: newRef(),
    issuer: outside.issuer.id,
    cardRef: card.cardRef,
    occurredAt: nowMs(),
    amount,
    currency: 'USD',
    merchantAmount: amount,
    merchantCurrency: 'USD',
    merchant: shop,
    pos: 'ECOMMERCE',
    clearingRef: newRef(),
    final: true,
    ...change,
  }) as unknown as NetworkEvent

/** Delivers events and applies them. Delivered twice, they are applied once. */
export async function tells(...events: NetworkEvent[]): Promise<void> {
  await receive(events)
  for (const cardRef of new Set(events.map(({ cardRef }) => cardRef)))
    await applyEvents({ issuerId: outside.issuer.id, cardRef })
}

export const authOf = (ref: string) =>
  db.selectFrom('auth').selectAll().where('issuer_ref', '=', ref).executeTakeFirst()
export const tradesOf = ({ cardId }: Plastic) =>
  db.selectFrom('trade').selectAll().where('card_id', '=', cardId).orderBy('trade_id').execute()
