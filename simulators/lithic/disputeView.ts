import type { Dispute as LithicDispute } from 'lithic/resources/disputes'
import type { Dispute } from '../network/records.ts'
import { digitsOf } from '../derived.ts'
import { isoTime } from './facts.ts'

const statusOf = {
  OPEN: ['NEW', null],
  IN_PROGRESS: ['SUBMITTED', null],
  WON: ['CASE_WON', 'WON_FIRST_CHARGEBACK'],
  LOST: ['CASE_CLOSED', 'CASE_LOST'],
  EXPIRED: ['CASE_CLOSED', 'PAST_FILING_DATE'],
  CANCELED: ['CASE_CLOSED', 'WITHDRAWN'],
} as const satisfies Record<Dispute['status'], readonly [LithicDispute['status'], LithicDispute['resolution_reason']]>

/** A dispute as Lithic shows and tells it. */
export function disputeView(dispute: Dispute): LithicDispute {
  const [status, resolution] = statusOf[dispute.status]
  const atNetwork = dispute.submitted_at !== null
  const claim = digitsOf(`claim ${dispute.ref}`, 10)
  return {
    token: dispute.ref,
    transaction_token: dispute.charge,
    amount: dispute.amount,
    reason: dispute.reason as LithicDispute['reason'],
    status,
    created: isoTime(dispute.created_at),
    customer_filed_date: dispute.filed_at === null ? null : isoTime(dispute.filed_at),
    customer_note: dispute.note,
    network_claim_ids: atNetwork ? [claim] : null,
    network_filed_date: atNetwork ? isoTime(dispute.submitted_at!) : null,
    network_reason_code: atNetwork ? '13.1' : null,
    primary_claim_id: atNetwork ? claim : null,
    prearbitration_date: null,
    arbitration_date: null,
    representment_date: null,
    resolution_date: dispute.closed_at === null ? null : isoTime(dispute.closed_at),
    resolution_note: null,
    resolution_reason: resolution,
  } satisfies LithicDispute
}
