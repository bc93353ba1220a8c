/** Staff calls: disputes by status and deadline, filing at the issuer, their outcome where the issuer has no API, and provisional credit. */
import * as z from 'zod/mini'
import { Holder } from '../accounts/accounts.ts'
import { call, fileAnswer, nothing } from '../core/call.ts'
import { cents, Cents, Flag, pageInput, pageOf, pattern, requestNo, text, Time, withDefault } from '../core/fields.ts'
import { Dispute, DisputeId, DisputeStep, EvidenceId } from './disputes.ts'

/** OPEN: waits for us. ISSUER: waits for the issuer. */
export const deskScopes = ['open', 'issuer', 'all'] as const
export type DeskScope = (typeof deskScopes)[number]

const IssuerId = pattern(/^[a-z0-9_-]{2,40}$/)

export const DeskDispute = z.extend(Dispute, {
  holder: z.nullable(Holder),
  issuerId: z.string(),
  issuerRef: z.nullable(z.string()),
  /** The issuer takes disputes by its API; otherwise a person files it and enters its outcome. */
  byApi: Flag,
  /** Filing has begun, and the issuer has not answered yet. */
  filing: Flag,
  /** Earlier disputes of the account. */
  record: z.object({ won: z.int(), lost: z.int() }),
  approvalId: z.nullable(z.string()),
})
export type DeskDispute = z.infer<typeof DeskDispute>

export const deskDisputes = call({
  on: 'GET /api/operator/dispute/page',
  title: '争议 Disputes',
  who: 'staff:dispute.view',
  input: z.object({ ...pageInput, scope: withDefault(z.enum(deskScopes), 'open') }),
  output: pageOf(DeskDispute),
  refusals: [],
})

export const deskDispute = call({
  on: 'GET /api/operator/dispute/info',
  title: '争议详情 Dispute',
  who: 'staff:dispute.view',
  input: z.object({ disputeId: DisputeId }),
  output: z.extend(DeskDispute, { steps: z.array(DisputeStep) }),
  refusals: ['not_found'],
})

export const deskEvidence = call({
  on: 'GET /api/operator/dispute/file',
  title: '查看争议凭证 View evidence of a dispute',
  who: 'staff:dispute.view',
  file: true,
  input: z.object({ disputeId: DisputeId, fileId: EvidenceId }),
  output: fileAnswer,
  refusals: ['not_found', 'reveal_cap_reached'],
})

const DisputeRef = pattern(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{3,59}$/, 'bank_reference')

/** Sends it to the issuer by its API, or records where a person has filed it. */
export const fileDispute = call({
  on: 'POST /api/operator/dispute/file',
  title: '提交发卡行 Submit a dispute to the issuer',
  who: 'staff:dispute.make',
  once: true,
  /** `reference`: of the issuer, where it has no API. */
  input: z.object({ disputeId: DisputeId, reference: z.optional(DisputeRef), requestNo }),
  output: z.object({ state: z.enum(['SUBMITTED', 'IN_PROGRESS']) }),
  refusals: ['not_found', 'conflict', 'invalid'],
})

/** It does not qualify: the fee is given back, and the holder reads the reason. */
export const rejectDispute = call({
  on: 'POST /api/operator/dispute/reject',
  title: '退回争议 Reject a dispute',
  who: 'staff:dispute.make',
  once: true,
  input: z.object({ disputeId: DisputeId, reason: text(500, 2), requestNo }),
  output: z.object({ state: z.literal('CANCELED') }),
  refusals: ['not_found', 'dispute_at_issuer'],
})

/** Requests to book what an issuer without an API has decided. */
export const decideDispute = call({
  on: 'POST /api/operator/dispute/decide',
  title: '申请登记争议结果 Request the outcome of a dispute',
  who: 'staff:dispute.make',
  once: true,
  /** `amount`: what the issuer returns; 0 is a lost dispute. */
  input: z.object({ disputeId: DisputeId, amount: cents(0), reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'amount_above_disputable', 'day_cap_reached'],
})

export const disputeTerms = call({
  on: 'GET /api/operator/dispute/terms',
  title: '争议设置 Dispute settings',
  who: 'staff:dispute.view',
  input: nothing,
  output: z.object({
    issuers: z.array(
      z.object({
        issuerId: z.string(),
        byApi: Flag,
        /** Whether the disputed amount is credited when the issuer takes the dispute. */
        provisional: Flag,
        /** Provisional credit that is open (1320). */
        open: Cents,
        updateTime: z.nullable(Time),
      }),
    ),
  }),
  refusals: [],
})

/** Takes effect for disputes that the issuer takes from now on. */
export const setDisputeTerms = call({
  on: 'POST /api/operator/dispute/terms',
  title: '设置临时退款 Set provisional credit',
  who: 'staff:dispute.make',
  once: true,
  input: z.object({ issuerId: IssuerId, provisional: pattern(/^[01]$/), reason: text(500, 2), requestNo }),
  output: z.object({ provisional: Flag }),
  refusals: ['not_found'],
})
