/**
 * The question on the hot path: the network asks, at `POST /issuer/authorizations` of our server, whether a card may be
 * charged, and waits about two seconds. The body is signed (signatures.ts); the answer is the bare {@link AuthorizationDecision}.
 */

import type { DeclineReason } from '#contract/trades/declines.ts'

export type { DeclineReason }

export type Merchant = { id: string; name: string; descriptor: string; mcc: string; country: string }

/** What the cardholder's bank page said; CHALLENGED is a challenge that was passed. */
export type ThreeDs = 'NONE' | 'FRICTIONLESS' | 'CHALLENGED' | 'FAILED'

/** How the card was given to the merchant. */
export type Pos = 'ECOMMERCE' | 'RECURRING' | 'ATM' | 'FORCED'

type Asked = {
  /** The network's name for this attempt. Sent again, it is the same attempt and gets the same answer. */
  ref: string
  merchant: Merchant
  /** In the card's currency (USD cents): what is asked now. For an increment, what it adds. 0 only verifies the card. */
  amountCents: number
  /** Minor units of `merchantCurrency`. */
  merchantAmount: number
  merchantCurrency: string
  /** USD for one unit of the merchant's currency, as decimal text; absent where that is USD. */
  rate?: string
  pos: Pos
  /** The terminal, as its merchant's bank names it, and its system trace audit number, which a repetition has again. */
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
  /** Absent where the merchant keeps none (a recurring charge). */
  cvc?: string
  zipCode?: string
  threeDs?: ThreeDs
  /** The terminal takes less than it asked for. */
  partialOk?: boolean
}

/** More for an authorization that stands: a hotel stays longer, a basket grows. */
export type IncrementRequest = Asked & {
  kind: 'increment'
  /** The `ref` of the first request. */
  authorizationRef: string
  cardNumber: string
}

export type DecisionRequest = AuthorizationRequest | IncrementRequest

export type AuthorizationDecision = {
  approved: boolean
  /** What was approved (less than asked only with `partialOk`); 0 when declined. */
  amountCents: number
  reason?: DeclineReason
  /** ISO 8583, field 39; the names are in the contract. */
  isoCode: string
  /** Our own id of the authorization, once there is one. */
  authorizationId?: string
}
