/** Card transactions at Lithic: one record for each, which grows by an event with everything that happens to it. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'lithic/resources/transactions/transactions'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { DecisionRequest } from '#server/outside/issuers/authorization.ts'
import { digitsOf } from '../derived.ts'
import { cardOfAnyIssuer, type Card } from '../issuer/cards.ts'
import type { Outcome } from '../network/decision.ts'
import type { Store } from '../store.ts'
import { Refused, type World } from '../world.ts'
import {
  ACCOUNT_TOKEN,
  authenticationAt,
  eventToken,
  FINANCIAL_ACCOUNT_TOKEN,
  isoTime,
  merchantAt,
  networkOf,
  posAt,
  transactionToken,
  type Charge,
} from './facts.ts'

type EventType = Transaction.Event['type']
type Result = Transaction.Event['result']
type Detail = Transaction.Event['detailed_results'][number]

/** What a transaction is about; its `token` is derived from `ref`. */
type Facts = Charge & { ref: string }
type TransactionRow = { token: string; card_ref: string; facts: string; created_at: number }
type EventRow = {
  token: string
  type: EventType
  amount: number
  merchant_amount: number
  final: number
  body: string
  created_at: number
}

/** How Lithic names the reasons of a decline. */
const declines: Partial<Record<DeclineReason, readonly [Result, Detail]>> = {
  AVS_MISMATCH: ['DECLINED', 'ADDRESS_INCORRECT'],
  CARD_CLOSED: ['CARD_CLOSED', 'CARD_CLOSED'],
  CARD_EXPIRED: ['INVALID_CARD_DETAILS', 'CARD_EXPIRED'],
  CARD_PAUSED: ['CARD_PAUSED', 'CARD_PAUSED'],
  CVC_MISMATCH: ['INVALID_CARD_DETAILS', 'CARD_SECURITY_CODE_INCORRECT'],
  EXPIRY_MISMATCH: ['INVALID_CARD_DETAILS', 'CARD_EXPIRY_DATE_INCORRECT'],
  INSUFFICIENT_FUNDS: ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
  MERCHANT_BLOCKED: ['UNAUTHORIZED_MERCHANT', 'UNAUTHORIZED_MERCHANT'],
  SUSPECTED_FRAUD: ['SUSPECTED_FRAUD', 'SUSPECTED_FRAUD'],
  SYSTEM_ERROR: ['UNKNOWN_HOST_TIMEOUT', 'MALFORMED_ASA_RESPONSE'],
  TIMEOUT: ['UNKNOWN_HOST_TIMEOUT', 'CUSTOMER_ASA_TIMEOUT'],
  VELOCITY_LIMIT: ['USER_TRANSACTION_LIMIT', 'CARD_SPEND_LIMIT_EXCEEDED'],
}
const resultOf = (reason: DeclineReason | undefined): readonly [Result, Detail] =>
  reason === undefined ? ['APPROVED', 'APPROVED'] : (declines[reason] ?? ['DECLINED', 'DO_NOT_HONOR'])

/** Creates the record of a transaction, once. */
export function openTransaction({ store }: World, card: Card, ref: string, charge: Charge): void {
  const { merchant, pos, merchantCurrency, threeDs, occurredAt, zipCode, partialOk, terminalId } = charge
  const facts: Facts = { ref, merchant, pos, merchantCurrency, threeDs, occurredAt, zipCode, partialOk, terminalId }
  store.run(
    `INSERT INTO lithic_transactions (token, card_ref, facts, created_at) VALUES (:token, :cardRef, :facts, :at)
     ON CONFLICT (token) DO UPDATE SET facts = excluded.facts`,
    { token: transactionToken(ref), cardRef: card.ref, facts: JSON.stringify(facts), at: occurredAt },
  )
}

const rowOf = (store: Store, token: string): TransactionRow | undefined =>
  store.maybeOne<TransactionRow>('SELECT * FROM lithic_transactions WHERE token = :token', { token })

/** Returns the request's part of an authorization that has been recorded. */
export function chargeOf(store: Store, ref: string): Charge | undefined {
  const row = rowOf(store, transactionToken(ref))
  return row && (JSON.parse(row.facts) as Facts)
}

export type Happening = {
  /** The network's id of the authorization, or of a posting without one. */
  ref: string
  type: EventType
  /** By default a new one. */
  token?: string
  /** In minor units; negative for money that comes back to the card. */
  amount: number
  merchantAmount: number
  merchantCurrency: string
  currency: string
  rate?: string
  occurredAt: number
  reason?: DeclineReason
  /** A clearing after which nothing is held any more. */
  final?: boolean
  /** The network's id of a posting: its acquirer reference number is the same in all events about it. */
  postingRef?: string
}

const credits: ReadonlySet<EventType> = new Set([
  'AUTHORIZATION_EXPIRY',
  'AUTHORIZATION_REVERSAL',
  'CORRECTION_CREDIT',
  'RETURN',
])
const financial: ReadonlySet<EventType> = new Set(['CLEARING', 'CORRECTION_CREDIT', 'RETURN', 'RETURN_REVERSAL'])

/** Adds an event to its transaction, and returns the event's token. */
export function addToTransaction({ store }: World, happening: Happening): string {
  const { ref, type, amount, merchantAmount, occurredAt, token = randomUUID(), final = false } = happening
  const row = rowOf(store, transactionToken(ref))
  if (!row) throw new Refused(404, 'TRANSACTION_NOT_FOUND')
  const card = cardOfAnyIssuer(store, row.card_ref)!
  store.run(
    `INSERT INTO lithic_transaction_events (token, transaction_token, type, amount, merchant_amount, final, body, created_at)
     VALUES (:token, :transaction, :type, :amount, :merchantAmount, :final, :body, :at)`,
    {
      ...{ token, transaction: row.token, type, amount, merchantAmount, final: final ? 1 : 0, at: occurredAt },
      body: JSON.stringify(eventOf(card, token, happening)),
    },
  )
  return token
}

function eventOf(card: Card, token: string, happening: Happening) {
  const { ref, type, amount, merchantAmount, merchantCurrency, currency, rate = '1.000000', postingRef } = happening
  const [result, detail] = resultOf(happening.reason)
  const network = networkOf(card)
  return {
    token,
    type,
    amount,
    amounts: {
      cardholder: { amount, conversion_rate: rate, currency },
      merchant: { amount: merchantAmount, currency: merchantCurrency },
      settlement: financial.has(type) ? { amount, conversion_rate: rate, currency } : null,
    },
    created: isoTime(happening.occurredAt),
    detailed_results: [detail],
    effective_polarity: credits.has(type) ? 'CREDIT' : 'DEBIT',
    network_info: {
      acquirer: {
        acquirer_reference_number: postingRef === undefined ? null : referenceNumber(postingRef),
        retrieval_reference_number: digitsOf(`retrieval ${token}`, 12),
      },
      amex: null,
      mastercard:
        network === 'MASTERCARD'
          ? {
              banknet_reference_number: digitsOf(`banknet ${ref}`, 9),
              original_banknet_reference_number: null,
              original_switch_serial_number: null,
              switch_serial_number: null,
            }
          : null,
      visa: network === 'VISA' ? { transaction_id: digitsOf(`visa ${ref}`, 15), original_transaction_id: null } : null,
    },
    network_specific_data: null,
    result,
    rule_results: [],
  } satisfies Transaction.Event
}

const referenceNumber = (postingRef: string): string => digitsOf(`arn ${postingRef}`, 23)

type Sums = { authorized: number; merchantAuthorized: number; held: number; settled: number; merchantSettled: number }

/** Adds up what the events have done to the money. */
function sumsOf(events: readonly EventRow[]): Sums {
  const sums: Sums = { authorized: 0, merchantAuthorized: 0, held: 0, settled: 0, merchantSettled: 0 }
  for (const { type, amount, merchant_amount, final, body } of events) {
    if ((JSON.parse(body) as Transaction.Event).result !== 'APPROVED') continue
    if (type === 'AUTHORIZATION') {
      sums.authorized += amount
      sums.merchantAuthorized += merchant_amount
      sums.held += amount
    } else if (type === 'AUTHORIZATION_ADVICE') sums.held = amount
    else if (type === 'AUTHORIZATION_REVERSAL' || type === 'AUTHORIZATION_EXPIRY')
      sums.held = Math.max(0, sums.held - amount)
    else if (financial.has(type)) {
      sums.settled += amount
      sums.merchantSettled += merchant_amount
      if (type === 'CLEARING') sums.held = final ? 0 : Math.max(0, sums.held - amount)
    }
  }
  return sums
}

function statusOf(events: readonly EventRow[], { held }: Sums): Transaction['status'] {
  const approved = events.filter(({ body }) => (JSON.parse(body) as Transaction.Event).result === 'APPROVED')
  if (approved.length === 0) return 'DECLINED'
  if (held > 0) return 'PENDING'
  if (approved.some(({ type }) => financial.has(type))) return 'SETTLED'
  const last = approved.at(-1)!.type
  if (last === 'AUTHORIZATION_EXPIRY') return 'EXPIRED'
  return last === 'AUTHORIZATION_REVERSAL' ? 'VOIDED' : 'PENDING'
}

/** Returns the whole transaction as it is now, or undefined. `cardToken` replaces the card, for invalid messages. */
export function transactionOf({ store }: World, token: string, cardToken?: string) {
  const row = rowOf(store, token)
  if (!row) return undefined
  const events = store.many<EventRow>(
    'SELECT * FROM lithic_transaction_events WHERE transaction_token = :token ORDER BY seq',
    { token },
  )
  const card = cardOfAnyIssuer(store, row.card_ref)!
  const facts = JSON.parse(row.facts) as Facts
  const sums = sumsOf(events)
  const status = statusOf(events, sums)
  const shown = events.map(({ body }) => JSON.parse(body) as Transaction.Event)
  const posted = shown.findLast(({ network_info }) => network_info?.acquirer?.acquirer_reference_number)
  const rate = shown.at(-1)?.amounts.cardholder.conversion_rate ?? '1.000000'
  const pending = status === 'PENDING' || status === 'DECLINED'
  return {
    token,
    account_token: ACCOUNT_TOKEN,
    acquirer_fee: 0,
    acquirer_reference_number: posted?.network_info?.acquirer?.acquirer_reference_number ?? null,
    amount: pending ? sums.authorized : sums.settled,
    amounts: {
      cardholder: { amount: sums.settled, conversion_rate: rate, currency: 'USD' },
      hold: { amount: sums.held === 0 ? 0 : -sums.held, currency: 'USD' },
      merchant: { amount: sums.merchantSettled, currency: facts.merchantCurrency },
      settlement: { amount: sums.settled, currency: 'USD' },
    },
    authorization_amount: sums.authorized,
    authorization_code: status === 'DECLINED' ? null : digitsOf(`code ${facts.ref}`, 6),
    avs: facts.zipCode === undefined ? null : { address: '', zipcode: facts.zipCode },
    card_token: cardToken ?? card.ref,
    cardholder_authentication: authenticationAt(facts.threeDs, facts.ref),
    created: isoTime(row.created_at),
    events: shown,
    financial_account_token: FINANCIAL_ACCOUNT_TOKEN,
    merchant: merchantAt(facts.merchant),
    merchant_amount: pending ? sums.merchantAuthorized : sums.merchantSettled,
    merchant_authorization_amount: sums.merchantAuthorized,
    merchant_currency: facts.merchantCurrency,
    network: networkOf(card),
    network_risk_score: null,
    pos: posAt(facts),
    result: shown[0]?.result ?? 'APPROVED',
    service_location: null,
    settled_amount: sums.settled,
    status,
    tags: {},
    token_info: null,
    updated: isoTime(events.at(-1)?.created_at ?? row.created_at),
  } satisfies Transaction
}

/** Tells our server of the transaction as it is now. */
export function tellTransaction(world: World, ref: string, cardToken?: string): void {
  const transaction = transactionOf(world, transactionToken(ref), cardToken)!
  world.lithic.messages.tell('card_transaction.updated', transaction)
}

/** Records and tells what was decided: our server's answer, or Lithic's own decline. */
export function tellDecision(world: World, ref: string, request: DecisionRequest, outcome: Outcome): void {
  const amount = outcome.approved ? outcome.amountCents : request.amountCents
  const whole = amount === request.amountCents
  const share = request.amountCents === 0 ? 0 : amount / request.amountCents
  addToTransaction(world, {
    ref,
    token: eventToken(request.ref),
    type: request.pos === 'ATM' && request.amountCents === 0 ? 'BALANCE_INQUIRY' : 'AUTHORIZATION',
    amount,
    merchantAmount: whole ? request.merchantAmount : Math.round(request.merchantAmount * share),
    merchantCurrency: request.merchantCurrency,
    currency: 'USD',
    rate: request.rate,
    occurredAt: request.occurredAt,
    reason: outcome.approved ? undefined : (outcome.reason ?? 'ISSUER_DECLINED'),
  })
  tellTransaction(world, ref)
}

/** Whether this event has been recorded. */
export const isRecorded = ({ store }: World, token: string): boolean =>
  store.maybeOne('SELECT 1 FROM lithic_transaction_events WHERE token = :token', { token }) !== undefined
