/** What the issuer tells us after the fact, in our words; every adapter translates into these. */
import type { DeclineReason, Merchant, ThreeDs } from './authorization.ts'

export type CardState = 'PENDING' | 'ACTIVE' | 'PAUSED' | 'CLOSED' | 'FAILED'

type EventBase = {
  /** Unique with `issuer`. The same event may come twice, late, and in any order. */
  id: string
  issuer: string
  cardRef: string
  /** Epoch milliseconds, when it happened at the network. */
  occurredAt: number
}

/** A card that was PENDING is there (`state: 'ACTIVE'`) or will never be (`'FAILED'`, with the reason). */
type CardCreated = EventBase & {
  type: 'card.created'
  state: 'ACTIVE' | 'FAILED'
  /** The key that `Issuer.createCard` was given. */
  idem: string
  last4: string
  exp: [month: number, year: number]
  reason?: string
}

/** The issuer's side changed a card's state by itself. */
type CardStateChanged = EventBase & { type: 'card.state'; state: CardState; reason?: string }

type MoneyEvent = EventBase & {
  /** Order within one authorization, from 1; events of one authorization may arrive in another order. */
  seq?: number
  /** Minor units of `currency`, never negative: what this event is about, not a total. 0 when a verification is given back. */
  amount: number
  /** The card's currency, ISO 4217. */
  currency: string
  merchantAmount: number
  merchantCurrency: string
  /** Card currency for one unit of the merchant's, as decimal text; absent where they are the same. */
  rate?: string
  merchant: Merchant
  pos: string
  threeDs?: ThreeDs
}

/**
 * An attempt that ended without our yes: declined at the network before we were asked. (What we decide ourselves comes
 * back as the answer of the request; no event follows it.)
 */
export type AuthDeclined = MoneyEvent & {
  type: 'auth.declined'
  authRef: string
  reason: DeclineReason
  isoCode: string
}

/**
 * `amount` of the authorization is given back. `final` when nothing of it is left. With the reason TIMEOUT or SYSTEM_ERROR
 * the network got no answer in time and declined: if we did approve, the whole hold goes. It may name an authorization
 * that we never saw. For an increment that got no answer, `incrementRef` names that increment and only it is undone.
 */
export type AuthReversed = MoneyEvent & {
  type: 'auth.reversed'
  authRef: string
  final: boolean
  reason?: 'TIMEOUT' | 'SYSTEM_ERROR'
  incrementRef?: string
}

/** The merchant never cleared what was left, `amount`. */
export type AuthExpired = MoneyEvent & { type: 'auth.expired'; authRef: string }

/** Money taken. Without `authRef` it is a forced post: no authorization was asked. Not `final`: more will follow. */
export type ClearingPosted = MoneyEvent & {
  type: 'clearing.posted'
  authRef?: string
  clearingRef: string
  final: boolean
}

/** A clearing that should not have been; `clearingRef` is the one undone. */
export type ClearingReversed = MoneyEvent & { type: 'clearing.reversed'; authRef?: string; clearingRef: string }

/** Money given back by the merchant; loosely linked: `authRef` only where the network knows it. */
export type RefundPosted = MoneyEvent & { type: 'refund.posted'; authRef?: string; clearingRef: string }

/** The merchant took a refund back; `clearingRef` is the refund undone. */
export type RefundReversed = MoneyEvent & { type: 'refund.reversed'; authRef?: string; clearingRef: string }

/**
 * A merchant asks for proof that it is the cardholder who pays, and the issuer has made a code for it. The purchase itself
 * has not been put to us yet: it follows when the code was entered.
 */
export type ThreeDsChallenged = Omit<MoneyEvent, 'pos' | 'threeDs' | 'seq'> & {
  type: 'threeDs.challenged'
  challengeRef: string
  /** Digits, for the cardholder alone. Sealed before it is kept (server/threeD/codes.ts). */
  code: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** The challenge is over, one way or the other: its code opens nothing any more. */
export type ThreeDsFinished = EventBase & {
  type: 'threeDs.finished'
  challengeRef: string
  result: 'PASSED' | 'FAILED' | 'EXPIRED'
}

export type NetworkEvent =
  | CardCreated
  | CardStateChanged
  | AuthDeclined
  | AuthReversed
  | AuthExpired
  | ClearingPosted
  | ClearingReversed
  | RefundPosted
  | RefundReversed
  | ThreeDsChallenged
  | ThreeDsFinished
