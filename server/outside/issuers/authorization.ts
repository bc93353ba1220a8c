/**
 * The question on the hot path: an issuer asks, at `POST /issuer/:issuerId/authorizations` of our server, whether a card may be charged, and waits about two
 * seconds. Each adapter reads it from the issuer's own words and writes the answer in them (issuer.ts).
 */

import type { Checks } from '#contract/trades/checks.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'

export type { DeclineReason }

export type Merchant = { id: string; name: string; descriptor: string; mcc: string; country: string }

/** The result of the cardholder's 3-D Secure check; CHALLENGED is a passed challenge. */
export type ThreeDs = 'NONE' | 'FRICTIONLESS' | 'CHALLENGED' | 'FAILED'

/** How the card was presented to the merchant. */
export type Pos = 'ECOMMERCE' | 'RECURRING' | 'ATM' | 'FORCED'

type Asked = {
  /** The card: by its number, or by the issuer's reference where its number never comes to us. One of the two. */
  cardNumber?: string
  cardRef?: string
  /** The network's reference of this attempt. A repeated one is the same attempt and gets the same answer. */
  ref: string
  /**
   * Where an increment has the reference of the authorization that it raises, the name of this message: the same reference with another message is an increment.
   */
  messageRef?: string
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
  /** Where the issuer has compared the card's data itself; otherwise they are here. */
  checks?: Checks
  expMonth?: number
  /** Four digits. */
  expYear?: number
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
}

/** A question that brings the card's data, as it is typed at the merchant's. */
export type RequestWithNumber = AuthorizationRequest &
  Required<Pick<AuthorizationRequest, 'cardNumber' | 'expMonth' | 'expYear'>>

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
