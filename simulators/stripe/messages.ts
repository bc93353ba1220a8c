import { createHmac, randomUUID, type KeyObject } from 'node:crypto'
import type Stripe from 'stripe'
import { eventQueue, type EventQueue, type QueueOptions } from '../network/events.ts'
import type { Signer } from '../network/post.ts'
import { API_VERSION, idOf, seconds } from './facts.ts'

type StripeEventType =
  | 'issuing_authorization.created'
  | 'issuing_authorization.updated'
  | 'issuing_authorization.request'
  | 'issuing_card.created'
  | 'issuing_card.updated'
  | 'issuing_cardholder.created'
  | 'issuing_dispute.closed'
  | 'issuing_dispute.created'
  | 'issuing_dispute.funds_reinstated'
  | 'issuing_dispute.submitted'
  | 'issuing_dispute.updated'
  | 'issuing_transaction.created'

/** Of Stripe's union of all events, what each of them has. */
export type StripeEvent = Omit<Stripe.EventBase, 'type' | 'data'> & {
  type: StripeEventType
  data: { object: object; previous_attributes?: Record<string, unknown> }
}

/** The request that caused an event. */
export type Caused = Stripe.Event.Request

export type StripeMessages = EventQueue<StripeEvent> & {
  /** Returns the event's id. `before`: the earlier values of what has changed. */
  tell(type: StripeEventType, object: object, before?: Record<string, unknown>, request?: Caused): string
}

export const eventOf = (
  id: string,
  type: StripeEventType,
  atMs: number,
  object: object,
  before?: Record<string, unknown>,
  request: Caused = { id: null, idempotency_key: null },
) =>
  ({
    id,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(atMs),
    data: { object, ...(before && { previous_attributes: before }) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  }) satisfies StripeEvent

/** `Stripe-Signature`: the HMAC of `<seconds>.<body>` under the whole secret as text. */
export const stripeSigner: Signer = (key: KeyObject, _id, nowMs, body) => {
  const t = seconds(nowMs)
  return { 'stripe-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.`).update(body).digest('hex')}` }
}

/** Stripe's messages: one for each event. */
export function stripeMessages(
  shared: Pick<QueueOptions<StripeEvent>, 'store' | 'key' | 'now' | 'random' | 'faults' | 'post'>,
): StripeMessages {
  const queue = eventQueue<StripeEvent>({
    ...{ ...shared, table: 'stripe_events', path: '/issuer/stripe/events', signer: stripeSigner },
    createId: () => idOf('evt', randomUUID()),
    separately: (event) => JSON.stringify(event),
  })
  return {
    ...queue,
    tell(type, object, before, request) {
      const { id: _, ...event } = eventOf('', type, shared.now(), object, before, request)
      return queue.add(event).id
    },
  }
}
