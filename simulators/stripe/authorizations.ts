/** Authorizations and transactions at Stripe, and what it tells when they change. */
import type Stripe from 'stripe'
import { cardOfAnyIssuer, type Card } from '../issuer/cards.ts'
import type { Store } from '../store.ts'
import type { World } from '../world.ts'
import { cardholderAt, cardView } from './cards.ts'
import { authorizationId, idOf, merchantAt, networkDataAt, seconds, transactionId, verificationAt } from './facts.ts'
import type { DecisionRequest, Merchant, ThreeDs } from '#server/outside/issuers/authorization.ts'

type Authorization = Stripe.Issuing.Authorization
type Transaction = Stripe.Issuing.Transaction
type Reason = Authorization['request_history'][number]['reason']

/** What is kept of an authorization: its card and its transactions are read where it is shown. */
type Kept = Omit<Authorization, 'card' | 'transactions'>
/** `requests`: the network's names of the requests in `request_history`. */
type Row = { id: string; card_ref: string; body: string; requests: string }

const lower = (currency: string): string => currency.toLowerCase()

/** What a request, a declined attempt and a posting without an authorization have in common. */
type Charge = {
  merchant: Merchant
  pos: string
  merchantCurrency: string
  merchantAmount: number
  threeDs?: ThreeDs
  occurredAt: number
  terminalId?: string
  trace?: string
  zipCode?: string
  cvc?: string
}

/** Creates the authorization of a first request, without a decision. `wrong`: what does not match the card. */
export function openAuthorization(
  world: World,
  card: Card,
  ref: string,
  charge: Charge,
  wrong?: 'cvc' | 'expiry',
): void {
  const { cardholder } = cardView(world, card)
  const onFile = cardholder.billing.address.postal_code ?? undefined
  const { cvc, threeDs, zipCode, terminalId, trace } = charge
  const kept = {
    id: authorizationId(ref),
    object: 'issuing.authorization',
    amount: 0,
    amount_details: { atm_fee: null, cashback_amount: null },
    approved: false,
    authorization_method: charge.pos === 'ATM' ? 'chip' : 'online',
    balance_transactions: [],
    card_presence: charge.pos === 'ATM' ? 'present' : 'not_present',
    cardholder: cardholder.id,
    created: seconds(charge.occurredAt),
    currency: card.program_ref,
    fleet: null,
    fuel: null,
    livemode: false,
    merchant_amount: 0,
    merchant_currency: lower(charge.merchantCurrency),
    merchant_data: merchantAt(charge.merchant, terminalId),
    metadata: {},
    network_data: networkDataAt(ref, trace),
    pending_request: null,
    request_history: [],
    status: 'pending',
    token: null,
    verification_data: verificationAt(
      {
        cvc: cvc !== undefined,
        ...(threeDs && { threeDs }),
        ...(zipCode !== undefined && { zipCode }),
        ...(wrong && { wrong }),
      },
      onFile,
    ),
    verified_by_fraud_challenge: null,
    wallet: null,
  } satisfies Kept
  world.store.run(
    'INSERT INTO stripe_authorizations (id, card_ref, body, requests) VALUES (:id, :cardRef, :body, :requests) ON CONFLICT (id) DO NOTHING',
    { id: kept.id, cardRef: card.ref, body: JSON.stringify(kept), requests: '[]' },
  )
}

const rowOf = (store: Store, id: string): Row | undefined =>
  store.maybeOne<Row>('SELECT * FROM stripe_authorizations WHERE id = :id', { id })

export const isOpened = ({ store }: World, ref: string): boolean => rowOf(store, authorizationId(ref)) !== undefined

/** Whether the request with this name of the network's was decided. */
export function isDecided({ store }: World, ref: string, requestRef: string): boolean {
  const row = rowOf(store, authorizationId(ref))
  return row !== undefined && (JSON.parse(row.requests) as string[]).includes(requestRef)
}

/** Returns the authorization as it is now, or undefined. `cardRef` replaces the card, for invalid messages. */
export function authorizationView(world: World, id: string, cardRef?: string) {
  const row = rowOf(world.store, id)
  if (!row) return undefined
  const card = cardOfAnyIssuer(world.store, cardRef ?? row.card_ref)!
  const transactions = world.store
    .many<{ body: string }>('SELECT body FROM stripe_transactions WHERE authorization_id = :id ORDER BY seq', { id })
    .map(({ body }) => JSON.parse(body) as Transaction)
  const kept = JSON.parse(row.body) as Kept
  return { ...kept, card: cardView(world, card), transactions } satisfies Authorization
}

type Change = (kept: Kept, requests: string[]) => void

/** Changes an authorization and tells it, with the earlier values of what has changed. Returns the event's id; undefined if nothing has changed. */
export function changeAuthorization(world: World, ref: string, change: Change, cardRef?: string): string | undefined {
  const id = authorizationId(ref)
  const before = authorizationView(world, id)!
  keep(world, id, change)
  return tellChanges(world, id, before, cardRef)
}

function keep({ store }: World, id: string, change: Change): void {
  const row = rowOf(store, id)!
  const [kept, requests] = [JSON.parse(row.body) as Kept, JSON.parse(row.requests) as string[]]
  change(kept, requests)
  store.run('UPDATE stripe_authorizations SET body = :body, requests = :requests WHERE id = :id', {
    ...{ id, body: JSON.stringify(kept), requests: JSON.stringify(requests) },
  })
}

function tellChanges(world: World, id: string, before: Authorization, cardRef?: string): string | undefined {
  const after = authorizationView(world, id, cardRef)!
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
    ),
  )
  if (Object.keys(previous).length === 0) return undefined
  return world.stripe.messages.tell('issuing_authorization.updated', after, previous)
}

/** The pending request, as it is asked. */
export const pendingOf = (request: DecisionRequest, currency: string) =>
  ({
    amount: request.amountCents,
    amount_details: { atm_fee: null, cashback_amount: null },
    currency,
    is_amount_controllable: request.kind === 'authorization' && request.partialOk === true,
    merchant_amount: request.merchantAmount,
    merchant_currency: lower(request.merchantCurrency),
    network_risk_score: null,
  }) satisfies Authorization['pending_request']

type Decision = {
  requestRef: string
  approved: boolean
  /** In the card's currency: what was approved, or what was asked for. */
  amount: number
  merchantAmount: number
  reason: Reason
  metadata?: Record<string, string>
}

/** Records what was decided about a request, and tells it: `created` for the first one of an authorization, `updated` for an increment. */
export function decided(world: World, ref: string, decision: Decision): string {
  const { requestRef, approved, amount, merchantAmount, reason, metadata } = decision
  const id = authorizationId(ref)
  const first = authorizationView(world, id)!.request_history.length === 0
  const change: Change = (kept, requests) => {
    kept.request_history.push({
      amount,
      amount_details: { atm_fee: null, cashback_amount: null },
      approved,
      authorization_code: approved ? `S${String(kept.created % 1_000_000).padStart(6, '0')}` : null,
      created: seconds(world.now()),
      currency: kept.currency,
      merchant_amount: merchantAmount,
      merchant_currency: kept.merchant_currency,
      network_risk_score: null,
      reason,
      reason_message: null,
      requested_at: seconds(world.now()),
    })
    requests.push(requestRef)
    Object.assign(kept.metadata, metadata)
    if (first)
      Object.assign(kept, {
        amount,
        merchant_amount: merchantAmount,
        approved,
        status: approved ? 'pending' : 'closed',
      })
    else if (approved)
      Object.assign(kept, { amount: kept.amount + amount, merchant_amount: kept.merchant_amount + merchantAmount })
  }
  if (!first) return changeAuthorization(world, ref, change)!
  keep(world, id, change)
  return world.stripe.messages.tell('issuing_authorization.created', authorizationView(world, id)!)
}

export type Posting = Charge & {
  cardRef: string
  /** The network's id. */
  postingRef: string
  /** Negative for money that is taken. */
  amount: number
  type: 'capture' | 'refund'
  /** The network's id of its authorization. */
  ref?: string
}

/** Records a transaction; the caller tells of it. */
export function addTransaction(world: World, posting: Posting): Transaction {
  const { cardRef, postingRef, amount, merchantAmount, merchantCurrency, type, ref, merchant, occurredAt } = posting
  const card = cardOfAnyIssuer(world.store, cardRef)!
  const id = transactionId(postingRef)
  const transaction = {
    id,
    object: 'issuing.transaction',
    amount,
    amount_details: { atm_fee: null, cashback_amount: null },
    authorization: ref === undefined ? null : authorizationId(ref),
    balance_transaction: idOf('txn', postingRef),
    card: cardRef,
    cardholder: cardholderAt(world, cardView(world, card).cardholder.id).id,
    created: seconds(occurredAt),
    currency: card.program_ref,
    dispute: null,
    livemode: false,
    merchant_amount: amount < 0 ? -merchantAmount : merchantAmount,
    merchant_currency: lower(merchantCurrency),
    merchant_data: merchantAt(merchant, undefined),
    metadata: {},
    network_data: {
      authorization_code: null,
      processing_date: new Date(occurredAt).toISOString().slice(0, 10),
      transaction_id: networkDataAt(ref ?? postingRef, undefined).transaction_id,
    },
    token: null,
    type,
    wallet: null,
  } satisfies Transaction
  world.store.run(
    `INSERT INTO stripe_transactions (id, authorization_id, amount, body, created_at) VALUES (:id, :authorization, :amount, :body, :at)`,
    { ...{ id, amount, at: occurredAt }, authorization: transaction.authorization, body: JSON.stringify(transaction) },
  )
  return transaction
}

/** Records a transaction and tells of it and of what it changes in its authorization. Returns the id of the transaction's event. */
export function post(world: World, posting: Posting, change: Change = () => {}): string {
  const { ref } = posting
  const id = ref === undefined ? undefined : authorizationId(ref)
  const before = id === undefined ? undefined : authorizationView(world, id)
  const transaction = addTransaction(world, posting)
  const event = world.stripe.messages.tell('issuing_transaction.created', transaction)
  if (id !== undefined && before) {
    keep(world, id, change)
    tellChanges(world, id, before)
  }
  return event
}
