import type Stripe from 'stripe'
import type { Dispute } from '../network/records.ts'
import { stripeRange } from '../ranges.ts'
import type { World } from '../world.ts'
import { seconds } from './facts.ts'

type StripeDispute = Stripe.Issuing.Dispute
export type Evidence = StripeDispute['evidence']

const statusOf = {
  OPEN: 'unsubmitted',
  IN_PROGRESS: 'submitted',
  WON: 'won',
  LOST: 'lost',
  EXPIRED: 'expired',
  // Stripe has no word for it, and nothing here withdraws a dispute of Stripe's.
  CANCELED: 'expired',
} as const satisfies Record<Dispute['status'], StripeDispute['status']>

export function kept({ store }: World, ref: string): { evidence: Evidence; metadata: Record<string, string> } {
  const row = store.maybeOne<{ evidence: string; metadata: string }>(
    'SELECT evidence, metadata FROM stripe_disputes WHERE id = :ref',
    { ref },
  )!
  return {
    evidence: JSON.parse(row.evidence) as Evidence,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
  }
}

/** A dispute as Stripe shows and tells it. */
export function disputeView(world: World, { ref, amount, charge, status, created_at }: Dispute) {
  const { evidence, metadata } = kept(world, ref)
  return {
    id: ref,
    object: 'issuing.dispute',
    amount,
    created: seconds(created_at),
    currency: stripeRange.programRef,
    evidence,
    livemode: false,
    ...(status === 'LOST' && { loss_reason: 'other' as const }),
    metadata,
    status: statusOf[status],
    transaction: charge,
  } satisfies StripeDispute
}

/** Money is told of apart from the end. */
export function tellDispute(world: World, dispute: Dispute, what: 'created' | 'submitted' | 'closed'): void {
  const { messages } = world.stripe
  const view = disputeView(world, dispute)
  if (what === 'created') return void messages.tell('issuing_dispute.created', view)
  if (what === 'submitted')
    return void messages.tell('issuing_dispute.submitted', view, { status: 'unsubmitted' satisfies typeof view.status })
  const before = { status: statusOf[dispute.submitted_at === null ? 'OPEN' : 'IN_PROGRESS'] }
  if (view.status === 'won') messages.tell('issuing_dispute.funds_reinstated', view, before)
  messages.tell('issuing_dispute.closed', view, before)
}
