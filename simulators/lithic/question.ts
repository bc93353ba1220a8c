/** Lithic's Auth Stream Access: what it asks our server, how it reads the answer, and what it declines without asking. */
import type { KeyObject } from 'node:crypto'
import type { CardAuthorizationApprovalRequestWebhookEvent } from 'lithic/resources/webhooks'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { DecisionRequest } from '#server/outside/issuers/authorization.ts'
import { cardByPan, declineByIssuer, type Card } from '../issuer/cards.ts'
import {
  approvedOutcome,
  declinedOutcome,
  unansweredOutcome,
  type Asking,
  type Outcome,
  type Send,
} from '../network/decision.ts'
import { postSigned, type Post } from '../network/post.ts'
import type { Store } from '../store.ts'
import type { World } from '../world.ts'
import { addressOnFile, stateOf } from './cards.ts'
import {
  authenticationAt,
  eventToken,
  isoTime,
  merchantAt,
  networkOf,
  posAt,
  transactionToken,
  type Charge,
} from './facts.ts'
import { chargeOf, openTransaction, tellDecision } from './transactions.ts'

/** The results that an answer may have, as reasons of ours; `APPROVED` is none. An unlisted one declines too. */
const reasons: Record<string, DeclineReason> = {
  AVS_INVALID: 'AVS_MISMATCH',
  CARD_PAUSED: 'CARD_PAUSED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  UNAUTHORIZED_MERCHANT: 'MERCHANT_BLOCKED',
  VELOCITY_EXCEEDED: 'VELOCITY_LIMIT',
  SUSPECTED_FRAUD: 'SUSPECTED_FRAUD',
}

const authorizationOf = (request: DecisionRequest): string =>
  request.kind === 'increment' ? request.authorizationRef : request.ref

/** The request as Lithic sends it. `charge` is the authorization's, also for an increment. */
function questionOf(card: Card, request: DecisionRequest, charge: Charge) {
  const { amountCents, merchantAmount, merchantCurrency, rate } = request
  const balanceInquiry = request.pos === 'ATM' && amountCents === 0
  return {
    event_type: 'card_authorization.approval_request',
    token: transactionToken(authorizationOf(request)),
    event_token: eventToken(request.ref),
    status: balanceInquiry ? 'BALANCE_INQUIRY' : 'AUTHORIZATION',
    transaction_initiator: request.pos === 'RECURRING' ? 'MERCHANT' : 'CARDHOLDER',
    created: isoTime(request.occurredAt),
    card: {
      token: card.ref,
      last_four: card.pan.slice(-4),
      memo: card.memo,
      spend_limit: 0,
      spend_limit_duration: 'FOREVER',
      state: stateOf(card),
      type: 'VIRTUAL',
    },
    merchant: merchantAt(request.merchant),
    service_location: null,
    avs: { address: '', zipcode: charge.zipCode ?? '', address_on_file_match: addressMatch(card, charge.zipCode) },
    cardholder_authentication: authenticationAt(charge.threeDs, authorizationOf(request)),
    pos: posAt(charge),
    network: networkOf(card),
    network_risk_score: null,
    token_info: null,
    name_validation: null,
    acquirer_fee: 0,
    cash_amount: request.pos === 'ATM' ? amountCents : 0,
    amount: amountCents,
    authorization_amount: amountCents,
    cardholder_currency: 'USD',
    conversion_rate: Number(rate ?? '1'),
    merchant_amount: merchantAmount,
    merchant_currency: merchantCurrency,
    settled_amount: 0,
    amounts: {
      cardholder: { amount: amountCents, conversion_rate: rate ?? '1.000000', currency: 'USD' },
      merchant: { amount: merchantAmount, currency: merchantCurrency },
      settlement: null,
      hold: null,
    },
  } satisfies CardAuthorizationApprovalRequestWebhookEvent
}

/** Lithic compares only with the data of a verified cardholder; merchants of this world type a ZIP code and no street. */
function addressMatch(card: Card, zipCode: string | undefined): 'MATCH_ZIP_ONLY' | 'MISMATCH' | 'NOT_PRESENT' {
  const onFile = addressOnFile(card)
  if (onFile === undefined || zipCode === undefined) return 'NOT_PRESENT'
  return onFile.zipCode === zipCode ? 'MATCH_ZIP_ONLY' : 'MISMATCH'
}

/** Reads the answer of our server. One that does not follow the document leaves the question unanswered, as Lithic declines it. */
function readAnswer(request: DecisionRequest, body: string): Outcome {
  let answer: { result?: unknown; approved_amount?: unknown; token?: unknown }
  try {
    answer = JSON.parse(body) as typeof answer
  } catch {
    return unansweredOutcome('SYSTEM_ERROR')
  }
  const { result, approved_amount: part, token } = answer
  const asked = transactionToken(authorizationOf(request))
  if (typeof result !== 'string' || (token !== undefined && token !== asked)) return unansweredOutcome('SYSTEM_ERROR')
  if (result !== 'APPROVED') {
    return { ...declinedOutcome(reasons[result] ?? 'ISSUER_DECLINED'), authorizationId: asked }
  }
  return approvedOutcome(request, part, asked)
}

/** Sends one question over HTTP, signed with the secret of Auth Stream Access. A repetition has the same tokens. */
export function questionSender({
  store,
  key,
  now,
  post,
}: {
  store: Store
  key: KeyObject
  now: () => number
  post: Post
}): Send {
  return async (request, deadlineMs) => {
    const card = cardByPan(store, request.cardNumber!)!
    const body = JSON.stringify(questionOf(card, request, chargeOf(store, authorizationOf(request)) ?? request))
    try {
      const signed = { key, id: eventToken(request.ref), nowMs: now(), body }
      const answer = await postSigned(post, '/issuer/lithic/authorizations', signed, deadlineMs)
      if (answer.status !== 200) return unansweredOutcome('SYSTEM_ERROR')
      return readAnswer(request, answer.body.toString())
    } catch {
      return unansweredOutcome('TIMEOUT')
    }
  }
}

/** Lithic's whole decision: its own checks, then our server; and the message that tells the result. */
export function lithicAsking(world: () => World, ask: Asking): Asking {
  return async (request) => {
    const card = cardByPan(world().store, request.cardNumber!)!
    if (request.kind === 'authorization') openTransaction(world(), card, request.ref, request)
    const reason = declineByIssuer(world(), card, request)
    const outcome = reason ? declinedOutcome(reason) : await ask(request)
    // The network tells of an unanswered question itself: `auth.reversed` with the reason TIMEOUT or SYSTEM_ERROR.
    if (!outcome.unanswered) tellDecision(world(), authorizationOf(request), request, outcome)
    return outcome
  }
}
