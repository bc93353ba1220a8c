/**
 * Disputes at Stripe Issuing: created for one transaction, given one file of evidence, and then submitted for good. Stripe asks for facts by reason that our form
 * does not ask; the cardholder's note has them in words. Read from SDK 23.1.0.
 */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { WAIT_DAYS } from '#contract/disputes/disputes.ts'
import { DAY } from '#server/core/clock.ts'
import { OutsideRefused } from '#server/outside/ask.ts'
import type { DisputeStatus, DisputeView, IssuerDisputes, NewDispute } from '../disputes.ts'
import type { sdkCalls } from '../sdkCalls.ts'
import { currencyOf } from './merchant.ts'

type Dispute = Stripe.Issuing.Dispute
type Evidence = Stripe.Issuing.DisputeCreateParams.Evidence
type Refusal = { status: number; type: string | undefined }

/** Under these names the metadata of a dispute has our key, the key of the file that it was given, and that we do not want it any more. */
const [OURS, PROVEN_BY, WITHDRAWN] = ['kaika_dispute', 'kaika_evidence', 'kaika_withdrawn'] as const

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** Shops; restaurants and shops of digital goods (58) sell nothing that can be sent back. */
const sellsGoods = (mcc: string): boolean => /^5[0-79]/.test(mcc)

const bought = ({ merchant: { name, mcc } }: NewDispute) => ({
  product_description: `Bought from ${name}`,
  product_type: sellsGoods(mcc) ? 'merchandise' : 'service',
})
/** What has no agreed date is expected by then: earlier it cannot be disputed as late. */
const expected = ({ postedAt }: NewDispute) => ({ expected_at: seconds(postedAt + WAIT_DAYS * DAY) })
/** Canceled before the charge; and what a merchant has to refund was canceled when it was charged, or later. */
const canceled = (dispute: NewDispute): Evidence => ({
  reason: 'canceled',
  canceled: {
    ...{ explanation: dispute.note, cancellation_reason: dispute.note, canceled_at: seconds(dispute.postedAt) },
    ...bought(dispute),
    ...(sellsGoods(dispute.merchant.mcc) && expected(dispute)),
  },
})
/** What was charged wrongly, once too often or too much. */
const duplicate = ({ note, originalRef }: NewDispute): Evidence => ({
  reason: 'duplicate',
  duplicate: { explanation: note, ...(originalRef !== undefined && { original_transaction: originalRef }) },
})

const evidenceFor: Record<NewDispute['reason'], (dispute: NewDispute) => Evidence> = {
  FRAUD: ({ note }) => ({ reason: 'fraudulent', fraudulent: { explanation: note } }),
  DUPLICATE: duplicate,
  WRONG_AMOUNT: duplicate,
  NOT_RECEIVED: (dispute) => ({
    reason: 'not_received',
    not_received: { explanation: dispute.note, ...bought(dispute), ...expected(dispute) },
  }),
  NOT_AS_DESCRIBED({ note, postedAt, merchant }) {
    // Merchants charge what they have delivered.
    const received_at = seconds(postedAt)
    return sellsGoods(merchant.mcc)
      ? {
          reason: 'merchandise_not_as_described',
          merchandise_not_as_described: { explanation: note, return_description: note, received_at },
        }
      : { reason: 'service_not_as_described', service_not_as_described: { explanation: note, received_at } }
  },
  CANCELED: canceled,
  REFUND_NOT_PROCESSED: canceled,
  NO_AUTHORIZATION: ({ note }) => ({ reason: 'no_valid_authorization', no_valid_authorization: { explanation: note } }),
  OTHER: (dispute) => ({ reason: 'other', other: { explanation: dispute.note, ...bought(dispute) } }),
}

/** A duplicate is proven by the other transaction, or by the copy of a document of it. */
function fileFieldOf({ reason, duplicate: facts }: Dispute['evidence']): string {
  return reason === 'duplicate' && !facts?.original_transaction ? 'card_statement' : 'additional_documentation'
}

const statusOf: Readonly<Partial<Record<string, DisputeStatus>>> = {
  unsubmitted: 'OPEN',
  submitted: 'IN_PROGRESS',
  won: 'WON',
  lost: 'LOST',
  expired: 'EXPIRED',
}

/** Stripe tells no partial outcome: a won dispute returns its amount. A status that is not known yet is on its way. */
export function viewOfDispute({ id, status, amount, currency, metadata }: Dispute): Required<DisputeView> {
  const known = isWithdrawn({ status, metadata }) ? 'CANCELED' : (statusOf[status] ?? 'IN_PROGRESS')
  return { ref: id, status: known, wonAmount: known === 'WON' ? amount : 0, currency: currencyOf(currency) }
}
/** Stripe closes an unsubmitted dispute after its deadline; a marked one is never submitted. */
const isWithdrawn = ({ status, metadata }: Pick<Dispute, 'status' | 'metadata'>): boolean =>
  status === 'unsubmitted' && WITHDRAWN in metadata

/** Stripe's limit for a file with this purpose. */
const MOST_BYTES = 5_000_000
const PAGE = 100
const UPLOAD_MS = 30_000

const isInvalid = ({ status, type }: Refusal): boolean =>
  type === 'StripeInvalidRequestError' && (status === 400 || status === 404)
const notTaken = (refusal: Refusal) => (isInvalid(refusal) ? 'DISPUTE_REFUSED' : undefined)
const notFound = ({ status }: Refusal) => (status === 404 ? 'DISPUTE_NOT_FOUND' : undefined)
const notProven = (refusal: Refusal) => notFound(refusal) ?? (isInvalid(refusal) ? 'EVIDENCE_REFUSED' : undefined)

export function stripeDisputes(call: ReturnType<typeof sdkCalls<Stripe>>): IssuerDisputes {
  const get = (ref: string): Promise<Dispute> => call((stripe) => stripe.issuing.disputes.retrieve(ref), notFound)

  /** Keys are forgotten after a day or so, and filing may be repeated later. */
  const found = (transaction: string, idem: string): Promise<Dispute | undefined> =>
    call(async (stripe) => {
      for await (const one of stripe.issuing.disputes.list({ transaction, limit: PAGE }))
        if (one.metadata[OURS] === idem) return one
      return undefined
    })

  return {
    oneFile: { mostBytes: MOST_BYTES },
    async open(dispute) {
      const { idem, clearingRef, amount, reason } = dispute
      const before = await found(clearingRef, idem)
      if (before) return viewOfDispute(before)
      const made = await call(
        (stripe) =>
          stripe.issuing.disputes.create(
            {
              ...{ transaction: clearingRef, amount, evidence: evidenceFor[reason](dispute) },
              metadata: { [OURS]: idem },
            },
            { idempotencyKey: idem, maxNetworkRetries: 0 },
          ),
        notTaken,
      )
      return viewOfDispute(made)
    },
    async addEvidence(ref, { idem, name, type, bytes }) {
      const { status, evidence, metadata } = await get(ref)
      if (metadata[PROVEN_BY] === idem) return
      if (status !== 'unsubmitted') throw new OutsideRefused('EVIDENCE_REFUSED', 'the network has it already')
      // Another version of ours may write the same pictures in other bytes: with those it is another request.
      const idempotencyKey = `${idem}-${createHash('sha256').update(bytes).digest('hex')}`
      const { id } = await call(
        (stripe) =>
          stripe.files.create(
            { purpose: 'dispute_evidence', file: { data: bytes, name, type } },
            { idempotencyKey, maxNetworkRetries: 0, timeout: UPLOAD_MS },
          ),
        notProven,
      )
      const { reason } = evidence
      await call(
        (stripe) =>
          stripe.issuing.disputes.update(ref, {
            ...{ evidence: { reason, [reason]: { [fileFieldOf(evidence)]: id } }, metadata: { [PROVEN_BY]: idem } },
          }),
        notProven,
      )
    },
    async submit(ref) {
      const dispute = await get(ref)
      if (isWithdrawn(dispute)) throw new OutsideRefused('DISPUTE_REFUSED', 'it was withdrawn')
      if (dispute.status !== 'unsubmitted') return viewOfDispute(dispute)
      try {
        return viewOfDispute(await call((stripe) => stripe.issuing.disputes.submit(ref), notTaken))
      } catch (error) {
        // The SDK retries once after a broken connection; the first request may have succeeded.
        const after = error instanceof OutsideRefused ? await get(ref) : dispute
        if (after.status === 'unsubmitted') throw error
        return viewOfDispute(after)
      }
    },
    async withdraw(ref) {
      const { status } = await get(ref)
      if (status === 'unsubmitted')
        await call((stripe) => stripe.issuing.disputes.update(ref, { metadata: { [WITHDRAWN]: '1' } }), notFound)
      else if ((statusOf[status] ?? 'IN_PROGRESS') === 'IN_PROGRESS')
        throw new OutsideRefused('DISPUTE_SUBMITTED', 'only Stripe’s support takes it back, within a day')
    },
    get: async (ref) => viewOfDispute(await get(ref)),
  }
}
