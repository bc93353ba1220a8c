/**
 * The request on the hot path: the network asks, at `POST /issuer/authorizations` of our server, whether a card may be charged, and waits about two seconds.
 * The body is signed (signatures.ts); the answer is the bare {@link AuthorizationDecision}.
 */

import type { DeclineReason } from '#contract/trades/declines.ts'

export type { DeclineReason }

export type Merchant = { id: string; name: string; descriptor: string; mcc: string; country: string }

/** The result of the cardholder's 3-D Secure check; CHALLENGED is a passed challenge. */
export type ThreeDs = 'NONE' | 'FRICTIONLESS' | 'CHALLENGED' | 'FAILED'

/** How the card was presented to the merchant. */
export type Pos = 'ECOMMERCE' | 'RECURRING' | 'ATM' | 'FORCED'

type Asked = {
  /** The network's reference of this attempt. A repeated one is the same attempt and gets the same answer. */
  ref: string
  merchant: Merchant
  /** In the card's currency (USD cents): the requested amount; for an increment, the additional amount. 0 only verifies the card. */
  amountCents: number
  /** Minor units of `merchantCurrency`. */
  merchantAmount: number
  merchantCurrency: string
  /** USD for one unit of the merchant's currency, as decimal text; absent if that is USD. */
  rate?: string
  pos: Pos
  /** The terminal id from the merchant's bank, and its system trace audit number, which a repetition reuses. */
  terminalId?: string
  trace?: string
  /** Epoch milliseconds. */
  occurredAt: number
}

export type AuthorizationRequest = Asked & {
  kind: 'authorization'
  cardNumber: string
  expMonth: number
  /** Four digits. */
  expYear: number
  /** Absent if the merchant stores none (a recurring charge). */
  cvc?: string
  zipCode?: string
  threeDs?: ThreeDs
  /** The terminal accepts less than it requested. */
  partialOk?: boolean
}

/** An increment of an existing authorization: a longer hotel stay, a larger basket. */
export type IncrementRequest = Asked & {
  kind: 'increment'
  /** The `ref` of the first request. */
  authorizationRef: string
  cardNumber: string
}

export type DecisionRequest = AuthorizationRequest | IncrementRequest

export type AuthorizationDecision = {
  approved: boolean
  /** The approved amount (less than requested only with `partialOk`); 0 if declined. */
  amountCents: number
  reason?: DeclineReason
  /** ISO 8583, field 39; the names are in the contract. */
  isoCode: string
  /** Our own id of the authorization, once there is one. */
  authorizationId?: string
}
