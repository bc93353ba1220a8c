/**
 * The question on the hot path: the network asks, at `POST /issuer/authorizations` of our server, whether a card may be
 * charged, and waits about two seconds. The body is signed (signatures.ts); the answer is the bare {@link AuthorizationDecision}.
 */

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
  isoCode: string
  /** Our own id of the authorization, once there is one. */
  authorizationId?: string
}

// The contract of the transactions shows the same names with their words in both languages.
export const declineCodes = {
  CARD_NOT_FOUND: '14',
  CARD_CLOSED: '46',
  CARD_EXPIRED: '54',
  CARD_PAUSED: '62',
  CARD_RISK_BLOCKED: '62',
  ACCOUNT_SHUTDOWN: '57',
  ACCOUNT_RESTRICTED: '57',
  EXPIRY_MISMATCH: '54',
  CVC_MISMATCH: '82',
  AVS_MISMATCH: '05',
  THREEDS_REQUIRED: '1A',
  THREEDS_FAILED: '59',
  MCC_BLOCKED: '57',
  COUNTRY_BLOCKED: '57',
  MERCHANT_BLOCKED: '57',
  CURRENCY_BLOCKED: '58',
  SINGLE_LIMIT: '61',
  VELOCITY_LIMIT: '65',
  INSUFFICIENT_FUNDS: '51',
  SUSPECTED_FRAUD: '59',
  DUPLICATE: '94',
  ISSUER_DECLINED: '05',
  SYSTEM_ERROR: '96',
  TIMEOUT: '91',
} as const

/** Why a charge was declined; its ISO 8583 response code is in {@link declineCodes}. */
export type DeclineReason = keyof typeof declineCodes

/** ISO 8583: approved in full; approved for less than asked; a verification without money. */
export const approvalCodes = { full: '00', partial: '10', verified: '85' } as const
