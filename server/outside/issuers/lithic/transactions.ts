/** What Lithic tells afterwards, in our words: every event of a `card_transaction.updated`, changed states of cards, 3-D challenges and disputes. */
import type Lithic from 'lithic'
import { declineReasons } from '#contract/trades/declines.ts'
import type { DeclineReason } from '../authorization.ts'
import type { ClearingPosted, NetworkEvent, RefundPosted } from '../networkEvents.ts'
import { viewOfDispute } from './disputes.ts'
import { merchantOf, rateOf } from './merchant.ts'
import { challengeEnded, challengeOpened } from './threeD.ts'

export const LITHIC = 'lithic'

/** A message, by its webhook or in the list of events. */
export type Message = {
  id: string
  /** Epoch milliseconds. */
  sentAt: number
  payload: { event_type: string }
}

type Transaction = Pick<Lithic.Transaction, 'token' | 'card_token' | 'merchant' | 'status' | 'events'>
type Told = NonNullable<Transaction['events']>[number]
type Kind = Told['type']

/** The kinds of messages that we read. */
export const toldOf = [
  'card_transaction.updated',
  'card.updated',
  'three_ds_authentication.challenge',
  'three_ds_authentication.updated',
  'dispute.updated',
] as const

/** The events of a message; none of kinds that concern nothing of ours. The same event comes with every later message of its transaction, under the same id. */
export function eventsOf({ id, sentAt, payload }: Message): NetworkEvent[] {
  if (payload.event_type === 'card_transaction.updated') return eventsOfTransaction(payload as unknown as Transaction)
  if (payload.event_type === 'card.updated') {
    const { card_token: cardRef, state } = payload as unknown as Lithic.Webhooks.CardUpdatedWebhookEvent
    return [{ type: 'card.state', id, issuer: LITHIC, cardRef, occurredAt: sentAt, state: stateOf(state), echo: true }]
  }
  const about = { id, issuer: LITHIC, occurredAt: sentAt }
  if (payload.event_type === 'three_ds_authentication.challenge')
    return challengeOpened(about, payload as unknown as Lithic.Webhooks.ThreeDSAuthenticationChallengeWebhookEvent)
  if (payload.event_type === 'three_ds_authentication.updated')
    return challengeEnded(about, payload as unknown as Lithic.Webhooks.ThreeDSAuthenticationUpdatedWebhookEvent)
  if (payload.event_type === 'dispute.updated') {
    const { ref, status, wonAmount: amount } = viewOfDispute(payload as unknown as Lithic.Dispute)
    // Lithic names no card: the events of a dispute are put in order by its own token.
    return [{ ...about, type: 'dispute.updated', cardRef: ref, disputeRef: ref, status, amount, currency: 'USD' }]
  }
  return []
}

/** `PENDING_…` are a physical card's. */
export const stateOf = (state: string): 'ACTIVE' | 'PAUSED' | 'CLOSED' | 'PENDING' =>
  state === 'OPEN' ? 'ACTIVE' : state === 'PAUSED' || state === 'CLOSED' ? state : 'PENDING'

function eventsOfTransaction(transaction: Transaction): NetworkEvent[] {
  const told = (transaction.events ?? []).toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
  return told.flatMap(
    (one, at) => meaningOf[one.type]?.({ ...about(transaction, told, at), transaction, told, at }) ?? [],
  )
}

/** The clearing or refund with this event token; undefined if the transaction has none. */
export const postingOf = (transaction: Transaction, eventToken: string): ClearingPosted | RefundPosted | undefined =>
  eventsOfTransaction(transaction).find(
    (event): event is ClearingPosted | RefundPosted =>
      event.id === eventToken && (event.type === 'clearing.posted' || event.type === 'refund.posted'),
  )

/** What all events of money have in common. */
function about(transaction: Transaction, told: readonly Told[], at: number) {
  const { token: id, created, amounts } = told[at]!
  const rate = rateOf(amounts.cardholder, amounts.merchant)
  return {
    ...{ id, issuer: LITHIC, cardRef: transaction.card_token, seq: at + 1, occurredAt: Date.parse(created) },
    // Reversals and refunds are told as negative amounts.
    amount: Math.abs(amounts.cardholder.amount),
    currency: amounts.cardholder.currency,
    merchantAmount: Math.abs(amounts.merchant.amount),
    merchantCurrency: amounts.merchant.currency,
    ...(rate !== undefined && { rate }),
    merchant: merchantOf(transaction.merchant),
    pos: 'ECOMMERCE',
  }
}
type About = ReturnType<typeof about> & { transaction: Transaction; told: readonly Told[]; at: number }

/** What of a transaction was asked about; a transaction that begins with its clearing is a force post. */
const asked = (kind: Kind): boolean => kind === 'AUTHORIZATION' || kind === 'FINANCIAL_AUTHORIZATION'
const authOf = ({ transaction: { token }, told }: About): { authRef?: string } =>
  told.some(({ type }) => asked(type)) ? { authRef: token } : {}
/** With it nothing is held any more: the transaction is not pending, and what followed has neither taken nor released anything. What is returned later changes no hold. */
const isOver = ({ transaction: { status }, told, at }: About): boolean =>
  status !== 'PENDING' && !told.slice(at + 1).some(({ type }) => asked(type) || changesHold.has(type))
const changesHold: ReadonlySet<Kind> = new Set([
  'AUTHORIZATION_ADVICE',
  'AUTHORIZATION_EXPIRY',
  'AUTHORIZATION_REVERSAL',
  'CLEARING',
])
const bare = ({ transaction: _, told: __, at: ___, ...event }: About) => event

const cleared = (one: About): ClearingPosted[] => [
  { ...bare(one), type: 'clearing.posted', ...authOf(one), clearingRef: one.id, final: isOver(one) },
]
const refunded = (one: About): RefundPosted[] => [
  { ...bare(one), type: 'refund.posted', ...authOf(one), clearingRef: one.id },
]

/** Of kinds that are not here nothing is booked: what they announce comes as a clearing, a return or a reversal. */
const meaningOf: Partial<Record<Kind, (one: About) => NetworkEvent[]>> = {
  AUTHORIZATION: answered,
  FINANCIAL_AUTHORIZATION: (one) => (one.told[one.at]!.result === 'APPROVED' ? cleared(one) : answered(one)),
  AUTHORIZATION_REVERSAL: (one) => [
    { ...bare(one), type: 'auth.reversed', authRef: one.transaction.token, final: isOver(one) },
  ],
  // The new amount of the hold. One that is raised here is not asked about: what is above is taken when it clears.
  AUTHORIZATION_ADVICE: (one) => [
    { ...bare(one), type: 'auth.reversed', authRef: one.transaction.token, final: false, left: one.amount },
  ],
  AUTHORIZATION_EXPIRY: (one) => [{ ...bare(one), type: 'auth.expired', authRef: one.transaction.token }],
  CLEARING: cleared,
  CORRECTION_DEBIT: cleared,
  RETURN: refunded,
  CORRECTION_CREDIT: (one) => {
    const undone = sameBefore(one, ['CLEARING', 'CORRECTION_DEBIT'])
    return undone
      ? [{ ...bare(one), type: 'clearing.reversed', ...authOf(one), clearingRef: undone.token }]
      : refunded(one)
  },
  FINANCIAL_CREDIT_AUTHORIZATION: (one) => (one.told[one.at]!.result === 'APPROVED' ? refunded(one) : []),
  RETURN_REVERSAL: (one) => [
    {
      ...bare(one),
      type: 'refund.reversed',
      ...authOf(one),
      clearingRef: sameBefore(one, ['RETURN'])?.token ?? one.id,
    },
  ],
}

/** What an event takes back: the last of these kinds with its amount, with the same reference of the acquirer where both have one. */
function sameBefore({ told, at, amount }: About, kinds: readonly Kind[]): Told | undefined {
  const arn = arnOf(told[at]!)
  return told
    .slice(0, at)
    .findLast(
      (before) =>
        kinds.includes(before.type) &&
        Math.abs(before.amounts.cardholder.amount) === amount &&
        (arn === undefined || (arnOf(before) ?? arn) === arn),
    )
}
const arnOf = ({ network_info: info }: Told): string | undefined =>
  info?.acquirer?.acquirer_reference_number ?? undefined

/** Of what was approved our own answer tells. The second question of a transaction raised it: what is said of that concerns no other part of the hold. */
function answered(one: About): NetworkEvent[] {
  const { result } = one.told[one.at]!
  const { token: authRef } = one.transaction
  if (result === 'APPROVED') return []
  const raised = one.told.slice(0, one.at).some(({ type }) => asked(type))
  // Our answer came too late, whatever it was.
  if (result === 'UNKNOWN_HOST_TIMEOUT' || result === 'SWITCH_INOPERATIVE_ADVICE') {
    const part = raised ? { final: false, incrementRef: one.id } : { final: true }
    return [{ ...bare(one), type: 'auth.reversed', authRef, ...part, reason: 'TIMEOUT' }]
  }
  if (raised) return []
  const reason = reasonOf[result] ?? 'ISSUER_DECLINED'
  return [{ ...bare(one), type: 'auth.declined', authRef, reason, isoCode: declineReasons[reason].iso }]
}

const reasonOf: Partial<Record<Told['result'], DeclineReason>> = {
  CARD_CLOSED: 'CARD_CLOSED',
  CARD_PAUSED: 'CARD_PAUSED',
  ACCOUNT_PAUSED: 'ACCOUNT_RESTRICTED',
  INACTIVE_ACCOUNT: 'ACCOUNT_SHUTDOWN',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  INSUFFICIENT_FUNDS_PRELOAD: 'INSUFFICIENT_FUNDS',
  INVALID_CARD_DETAILS: 'CVC_MISMATCH',
  MERCHANT_BLACKLIST: 'MERCHANT_BLOCKED',
  UNAUTHORIZED_MERCHANT: 'MERCHANT_BLOCKED',
  SUSPECTED_FRAUD: 'SUSPECTED_FRAUD',
  FRAUD_ADVICE: 'SUSPECTED_FRAUD',
  USER_TRANSACTION_LIMIT: 'VELOCITY_LIMIT',
}
