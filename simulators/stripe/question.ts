/** Stripe's real-time authorization webhook: what it asks our server, how it reads the answer, and what it declines without asking. */
import type { KeyObject } from 'node:crypto'
import type Stripe from 'stripe'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { DecisionRequest } from '#server/outside/issuers/authorization.ts'
import { cardByPan, declineByIssuer } from '../issuer/cards.ts'
import {
  approvedOutcome,
  declinedOutcome,
  unansweredOutcome,
  type Asking,
  type Outcome,
  type Send,
} from '../network/decision.ts'
import { postSigned, type Answer, type Post } from '../network/post.ts'
import { merchantPart } from '../rates.ts'
import type { World } from '../world.ts'
import { authorizationView, decided, openAuthorization, pendingOf } from './authorizations.ts'
import { authorizationId, idOf } from './facts.ts'
import { eventOf, stripeSigner } from './messages.ts'

type Reason = Stripe.Issuing.Authorization['request_history'][number]['reason']

/** How Stripe names its own reasons of a decline. */
const own: Readonly<Partial<Record<DeclineReason, Reason>>> = {
  CARD_CLOSED: 'card_canceled',
  CARD_EXPIRED: 'card_expired',
  CARD_PAUSED: 'card_inactive',
  CVC_MISMATCH: 'verification_failed',
  EXPIRY_MISMATCH: 'verification_failed',
  THREEDS_REQUIRED: 'insecure_authorization_method',
}
export const reasonOf = (reason: DeclineReason): Reason => own[reason] ?? 'not_allowed'

const authorizationOf = (request: DecisionRequest): string =>
  request.kind === 'increment' ? request.authorizationRef : request.ref

/** The event as Stripe sends it; a repetition is the same event. */
function questionOf(world: World, request: DecisionRequest) {
  const authorization = authorizationView(world, authorizationId(authorizationOf(request)))!
  const asked = { ...authorization, pending_request: pendingOf(request, authorization.currency) }
  return eventOf(idOf('evt', request.ref), 'issuing_authorization.request', request.occurredAt, asked)
}

type Read = { outcome: Outcome; metadata: Record<string, string> }

/** Reads the answer of our server. One that does not follow the documentation leaves the question unanswered. */
function readAnswer(request: DecisionRequest, answer: Answer): Read {
  const unread: Read = { outcome: unansweredOutcome('SYSTEM_ERROR'), metadata: {} }
  if (answer.status !== 200 || typeof answer.headers['stripe-version'] !== 'string') return unread
  let body: { approved?: unknown; amount?: unknown; metadata?: unknown } | null
  try {
    body = JSON.parse(answer.body.toString()) as typeof body
  } catch {
    return unread
  }
  const { approved, amount, metadata = {} } = body ?? {}
  if (typeof approved !== 'boolean' || !isMetadata(metadata)) return unread
  const asked = authorizationId(authorizationOf(request))
  if (approved) return { outcome: approvedOutcome(request, amount, asked), metadata }
  const reason = metadata['reason']
  const known = reason !== undefined && Object.hasOwn(declineReasons, reason) ? (reason as DeclineReason) : undefined
  return { outcome: { ...declinedOutcome(known ?? 'ISSUER_DECLINED'), authorizationId: asked }, metadata }
}

const isMetadata = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).length <= 50 &&
  Object.entries(value).every(([name, text]) => name.length <= 40 && typeof text === 'string' && text.length <= 500)

/** Stripe's whole decision: its own checks, then our server; and the message that tells the result. Stripe asks once. */
export function stripeAsking(
  world: () => World,
  { key, post, askingBy }: { key: KeyObject; post: Post; askingBy: (send: Send) => Asking },
): Asking {
  /** What was read besides the outcome, by the network's name of the request. */
  const answers = new Map<string, Read>()
  const ask = askingBy(async (request, deadlineMs) => {
    const body = JSON.stringify(questionOf(world(), request))
    const signed = { key, id: '', nowMs: world().now(), body, signer: stripeSigner }
    try {
      const read = readAnswer(request, await postSigned(post, '/issuer/stripe/authorizations', signed, deadlineMs))
      answers.set(request.ref, read)
      return read.outcome
    } catch {
      return unansweredOutcome('TIMEOUT')
    }
  })
  return async (request) => {
    const card = cardByPan(world().store, request.cardNumber!)!
    const ref = authorizationOf(request)
    const reason = declineByIssuer(world(), card, request)
    const wrong = reason === 'CVC_MISMATCH' ? 'cvc' : reason === 'EXPIRY_MISMATCH' ? 'expiry' : undefined
    if (request.kind === 'authorization') openAuthorization(world(), card, request.ref, request, wrong)
    const outcome = reason ? declinedOutcome(reason) : await ask(request)
    const read = answers.get(request.ref)
    answers.delete(request.ref)
    // The network tells of an unanswered question itself: `auth.reversed` with the reason TIMEOUT or SYSTEM_ERROR.
    if (outcome.unanswered) return outcome
    const amount = outcome.approved ? outcome.amountCents : request.amountCents
    decided(world(), ref, {
      requestRef: request.ref,
      approved: outcome.approved,
      amount,
      merchantAmount: merchantPart(amount, request),
      reason: reason ? reasonOf(reason) : outcome.approved ? 'webhook_approved' : 'webhook_declined',
      ...(read && { metadata: read.metadata }),
    })
    return outcome
  }
}
