/** What Stripe tells afterwards, in our words: authorizations that changed, transactions, changed states of cards, and disputes. */
import type Stripe from 'stripe'
import { declineReasons } from '#contract/trades/declines.ts'
import type { DeclineReason } from '../authorization.ts'
import type {
  AuthDeclined,
  AuthReversed,
  CardState,
  ClearingPosted,
  DisputeUpdated,
  NetworkEvent,
  RefundPosted,
} from '../networkEvents.ts'
import type { Told } from '../sdkCalls.ts'
import { viewOfDispute } from './disputes.ts'
import { currencyOf, merchantOf, rateOf } from './merchant.ts'
import { posOf, requestRef, threeDsOf } from './question.ts'

export const STRIPE = 'stripe'

type Authorization = Stripe.Issuing.Authorization
type Transaction = Stripe.Issuing.Transaction
type Request = Authorization['request_history'][number]

/** Begins the keys of the requests by which we set a card's state: Stripe tells of what they change like of all else, under the key. */
export const SETS_STATE = 'kaika-state-'

/** An event, by its webhook or in the list of events. `before`: the earlier values of what has changed. */
export type Message = Told & {
  type: string
  object: unknown
  before: Readonly<Record<string, unknown>>
  /** The idempotency key of the request that caused it. */
  key: string
}

/** What is read of Stripe's `event`. */
export const messageOf = ({
  id,
  created,
  type,
  data,
  request,
}: {
  id: string
  created: number
  type: string
  data: { object: unknown; previous_attributes?: unknown }
  request?: { idempotency_key: string | null } | null
}): Message => ({
  ...{ id, type, sentAt: created * 1000, object: data.object, key: request?.idempotency_key ?? '' },
  before: (data.previous_attributes ?? {}) as Message['before'],
})

/** The events of which something is booked or shown. */
export const EVENT_TYPES = [
  'issuing_authorization.created',
  'issuing_authorization.updated',
  'issuing_card.updated',
  'issuing_dispute.closed',
  'issuing_dispute.created',
  'issuing_dispute.funds_reinstated',
  'issuing_dispute.funds_rescinded',
  'issuing_dispute.submitted',
  'issuing_dispute.updated',
  'issuing_transaction.created',
] as const

const meaningOf: Readonly<Partial<Record<string, (message: Message) => NetworkEvent[]>>> = {
  'issuing_authorization.created': (message) => answered(message, message.object as Authorization, 0),
  'issuing_authorization.updated': changed,
  'issuing_card.updated': ({ id, sentAt, object, before, key }) => {
    const { id: cardRef, status } = object as Stripe.Issuing.Card
    // What we have set ourselves is no block of the issuer's.
    if (!('status' in before) || key.startsWith(SETS_STATE)) return []
    return [{ type: 'card.state', id, issuer: STRIPE, cardRef, occurredAt: sentAt, state: stateOf(status) }]
  },
  'issuing_dispute.closed': disputed,
  'issuing_dispute.created': disputed,
  // Credit that Stripe gives before a decision, and takes back with it, moves no money here: only the status decides.
  'issuing_dispute.funds_reinstated': disputed,
  'issuing_dispute.funds_rescinded': disputed,
  'issuing_dispute.submitted': disputed,
  'issuing_dispute.updated': disputed,
  'issuing_transaction.created': ({ object }) => linesOf(object as Transaction),
}

/** None for types that concern nothing of ours. */
export const eventsOf = (message: Message): NetworkEvent[] => meaningOf[message.type]?.(message) ?? []

const states: Readonly<Partial<Record<string, CardState>>> = {
  active: 'ACTIVE',
  inactive: 'PAUSED',
  canceled: 'CLOSED',
}
export const stateOf = (status: string): CardState => states[status] ?? 'PENDING'

/** Stripe names the transaction and no card: the events of a dispute are put in order by its own id. */
function disputed({ id, sentAt, object }: Message): DisputeUpdated[] {
  const { ref, status, wonAmount: amount, currency } = viewOfDispute(object as Stripe.Issuing.Dispute)
  const about = { id, issuer: STRIPE, cardRef: ref, disputeRef: ref, occurredAt: sentAt }
  return [{ ...about, type: 'dispute.updated', status, amount, currency }]
}

/** What all events of an authorization have in common; its amounts are whole, and the event says which part moved. */
function about({ sentAt }: Message, authorization: Authorization, amount: number) {
  const { card, currency, merchant_data: merchant, merchant_currency, merchant_amount, amount: whole } = authorization
  const rate = rateOf(authorization)
  return {
    ...{ issuer: STRIPE, cardRef: card.id, occurredAt: sentAt, amount, currency: currencyOf(currency) },
    merchantAmount: whole === 0 || amount === whole ? merchant_amount : Math.round((merchant_amount * amount) / whole),
    merchantCurrency: currencyOf(merchant_currency),
    ...(rate !== undefined && { rate }),
    merchant: merchantOf(merchant),
    pos: posOf(merchant.category_code),
    threeDs: threeDsOf(authorization.verification_data),
  }
}

const captured = (transactions: readonly Pick<Transaction, 'type' | 'amount'>[]): number =>
  transactions.reduce((sum, { type, amount }) => (type === 'capture' ? sum - amount : sum), 0)

/** A change of an authorization: further requests, a part or all released, or the end. */
function changed(message: Message): NetworkEvent[] {
  const { id, before } = message
  const authorization = message.object as Authorization
  const { id: authRef, status, amount } = authorization
  const requests = Array.isArray(before['request_history']) ? before['request_history'].length : undefined
  const increments =
    requests === undefined
      ? []
      : authorization.request_history
          .slice(requests)
          .flatMap((_, at) => answered(message, authorization, requests + at))
  const earlier = typeof before['amount'] === 'number' ? before['amount'] : amount
  const ends = before['status'] === 'pending' && authorization.approved && isOver[status] === true
  // What is over holds nothing any more, and what was taken of it comes as transactions.
  const taken = captured(authorization.transactions)
  const takenBefore = Array.isArray(before['transactions']) ? captured(before['transactions'] as Transaction[]) : taken
  const left = Math.max(0, ends ? earlier - taken : earlier - amount - (taken - takenBefore))
  const event = { ...about(message, authorization, left), id, authRef }
  if (ends && status === 'expired') return [...increments, { ...event, type: 'auth.expired' }]
  // Captured in part, the rest is let go by a last clearing of nothing. Transactions that it has are told with it, because either message may come first.
  if (ends && authorization.transactions.length > 0) {
    const last: ClearingPosted = {
      ...event,
      amount: 0,
      merchantAmount: 0,
      type: 'clearing.posted',
      clearingRef: id,
      final: true,
    }
    return [...increments, ...authorization.transactions.flatMap(linesOf), { ...last, seq: 1 }]
  }
  if (ends || left > 0) return [...increments, { ...event, type: 'auth.reversed', final: ends }]
  return increments
}

/** A status that is not known yet ends nothing. */
const isOver: Readonly<Partial<Record<string, boolean>>> = { closed: true, expired: true, reversed: true }

/** What became of the `at`-th request (from 0): of what we have answered in time, our own answer tells. */
function answered(message: Message, authorization: Authorization, at: number): NetworkEvent[] {
  const request = authorization.request_history[at]
  if (!request || request.approved) return []
  const { id: authRef } = authorization
  const event = {
    ...about(message, authorization, request.amount),
    ...{ id: at === 0 ? message.id : `${message.id}:${at}`, authRef, merchantAmount: request.merchant_amount },
  }
  const unanswered = unansweredAs[request.reason]
  if (unanswered !== undefined) {
    const late: AuthReversed = { ...event, type: 'auth.reversed', final: at === 0, reason: unanswered }
    return [at === 0 ? late : { ...late, incrementRef: requestRef(authRef, at) }]
  }
  if (at > 0 || request.reason === 'webhook_declined') return []
  const reason = reasonOf(request, authorization)
  const declined: AuthDeclined = { ...event, type: 'auth.declined', reason, isoCode: declineReasons[reason].iso }
  return [declined]
}

/** Our answer was late or unreadable, whatever it was. */
const unansweredAs: Readonly<Partial<Record<string, 'TIMEOUT' | 'SYSTEM_ERROR'>>> = {
  webhook_timeout: 'TIMEOUT',
  webhook_error: 'SYSTEM_ERROR',
}

function reasonOf({ reason }: Request, { verification_data: found }: Authorization): DeclineReason {
  if (reason !== 'verification_failed') return reasons[reason] ?? 'ISSUER_DECLINED'
  if (found.cvc_check === 'mismatch') return 'CVC_MISMATCH'
  if (found.expiry_check === 'mismatch') return 'EXPIRY_MISMATCH'
  return threeDsOf(found) === 'FAILED' ? 'THREEDS_FAILED' : 'AVS_MISMATCH'
}

/** `insufficient_funds` is about our balance at Stripe, not about the card's: like all that is not here, the issuer's own decline. */
const reasons: Readonly<Partial<Record<string, DeclineReason>>> = {
  account_disabled: 'ACCOUNT_SHUTDOWN',
  card_canceled: 'CARD_CLOSED',
  card_expired: 'CARD_EXPIRED',
  card_inactive: 'CARD_PAUSED',
  cardholder_blocked: 'CARD_RISK_BLOCKED',
  cardholder_inactive: 'CARD_PAUSED',
  insecure_authorization_method: 'THREEDS_REQUIRED',
  spending_controls: 'VELOCITY_LIMIT',
  stripe_internal_error: 'SYSTEM_ERROR',
  suspected_fraud: 'SUSPECTED_FRAUD',
}

const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id)

/**
 * A transaction is one event under its own id, whichever message tells of it. What reduces the balance was taken, what increases it was returned: a reversed refund
 * is a refund of a negative amount and names none, so it is taken like a purchase without an authorization, and a clearing that is taken back is a refund.
 */
export function linesOf(transaction: Transaction): (ClearingPosted | RefundPosted)[] {
  const { id, type, amount, authorization, card, created, currency, merchant_amount, merchant_currency } = transaction
  if (amount === 0) return []
  const rate = rateOf(transaction)
  const line = {
    ...{ id, issuer: STRIPE, clearingRef: id, cardRef: idOf(card), occurredAt: created * 1000 },
    ...(authorization !== null && !(type === 'refund' && amount < 0) && { authRef: idOf(authorization) }),
    ...{ amount: Math.abs(amount), currency: currencyOf(currency) },
    ...{ merchantAmount: Math.abs(merchant_amount), merchantCurrency: currencyOf(merchant_currency) },
    ...(rate !== undefined && { rate }),
    merchant: merchantOf(transaction.merchant_data),
    pos: authorization === null ? 'FORCED' : posOf(transaction.merchant_data.category_code),
  }
  return [amount < 0 ? { ...line, type: 'clearing.posted', final: false } : { ...line, type: 'refund.posted' }]
}
