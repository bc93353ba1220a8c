/** The issuer's events after the fact, in our words; every adapter translates into these. */
import type { DisputeStatus } from './disputes.ts'
import type { DeclineReason, Merchant, ThreeDs } from './authorization.ts'

export type CardState = 'PENDING' | 'ACTIVE' | 'PAUSED' | 'CLOSED' | 'FAILED'

type EventBase = {
  /** Unique with `issuer`. The same event may arrive twice, late, and in any order. */
  id: string
  issuer: string
  cardRef: string
  /** Epoch milliseconds; the time at the network. */
  occurredAt: number
}

/** A PENDING card has been issued (`state: 'ACTIVE'`) or never will be (`'FAILED'`, with the reason). */
type CardCreated = EventBase & {
  type: 'card.created'
  state: 'ACTIVE' | 'FAILED'
  /** The key that `Issuer.createCard` was given. */
  idem: string
  last4: string
  exp: [month: number, year: number]
  reason?: string
}

/** The issuer changed a card's state on its own. `echo`: it tells what we have set in the same way, and cannot be told apart. */
type CardStateChanged = EventBase & { type: 'card.state'; state: CardState; reason?: string; echo?: true }

type MoneyEvent = EventBase & {
  /** Order within one authorization, from 1; events of one authorization may arrive in another order. */
  seq?: number
  /** Minor units of `currency`, never negative: the amount of this event, not a total. 0 for the reversal of a verification. */
  amount: number
  /** The card's currency, ISO 4217. */
  currency: string
  merchantAmount: number
  merchantCurrency: string
  /** Card currency for one unit of the merchant's, as decimal text; absent if they are the same. */
  rate?: string
  merchant: Merchant
  pos: string
  threeDs?: ThreeDs
}

/** An attempt that was declined at the network before it reached us. (Our own decisions are the answers to requests; no event follows them.) */
export type AuthDeclined = MoneyEvent & {
  type: 'auth.declined'
  authRef: string
  reason: DeclineReason
  isoCode: string
}

/**
 * `amount` of the authorization is released. `final` if nothing of it is left. With the reason TIMEOUT or SYSTEM_ERROR, the network got no answer in time and
 * declined: if we did approve, the whole hold is released. It may name an authorization that we never received. For an unanswered increment, `incrementRef`
 * names that increment, and only it is undone.
 */
export type AuthReversed = MoneyEvent & {
  type: 'auth.reversed'
  authRef: string
  final: boolean
  /** Told instead of what is released: what may still be taken, for example once a fuel pump has stopped. More than is held changes nothing. */
  left?: number
  reason?: 'TIMEOUT' | 'SYSTEM_ERROR'
  incrementRef?: string
}

/** The merchant never cleared the remaining `amount`. */
export type AuthExpired = MoneyEvent & { type: 'auth.expired'; authRef: string }

/** Money taken. Without `authRef` it is a forced post, without any authorization. Not `final`: more will follow. */
export type ClearingPosted = MoneyEvent & {
  type: 'clearing.posted'
  authRef?: string
  clearingRef: string
  final: boolean
}

/** A clearing made in error; `clearingRef` is the one undone. */
export type ClearingReversed = MoneyEvent & { type: 'clearing.reversed'; authRef?: string; clearingRef: string }

/** A refund by the merchant; loosely linked: `authRef` only if the network knows it. */
export type RefundPosted = MoneyEvent & { type: 'refund.posted'; authRef?: string; clearingRef: string }

/** The merchant reversed a refund; `clearingRef` is the refund undone. */
export type RefundReversed = MoneyEvent & { type: 'refund.reversed'; authRef?: string; clearingRef: string }

/** A merchant requires the cardholder's authentication, by a code of the issuer or by an answer that we give it (`Issuer.answerChallenge`). The purchase itself follows. */
export type ThreeDsChallenged = Omit<MoneyEvent, 'pos' | 'threeDs' | 'seq'> & {
  type: 'threeDs.challenged'
  challengeRef: string
  /** Digits, for the cardholder alone; absent if the cardholder answers us instead. Sealed before it is kept (server/threeD/codes.ts). */
  code?: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** The challenge has ended, successfully or not: its code is no longer valid, or its answer has been given. */
export type ThreeDsFinished = EventBase & {
  type: 'threeDs.finished'
  challengeRef: string
  result: 'PASSED' | 'FAILED' | 'EXPIRED'
}

/**
 * A dispute has moved on at the issuer. `amount`: what the network returns, 0 unless WON. Some issuers do not name the card: `cardRef` is then the dispute's own
 * reference, which only puts its events in order.
 */
export type DisputeUpdated = EventBase & {
  type: 'dispute.updated'
  disputeRef: string
  status: DisputeStatus
  amount: number
  currency: string
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
  | DisputeUpdated
