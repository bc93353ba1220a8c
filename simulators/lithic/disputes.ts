/** Lithic's Chargebacks API: disputes of settled transactions, and the addresses to which their evidence is uploaded. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { DisputeEvidence } from 'lithic/resources/disputes'
import * as z from 'zod'
import {
  evidenceOf,
  findDispute,
  keepEvidence,
  openDispute,
  withdrawDispute,
  type Evidence,
} from '../network/disputes.ts'
import type { Dispute } from '../network/records.ts'
import { Refused, type World } from '../world.ts'
import { disputeView } from './disputeView.ts'
import { isoTime } from './facts.ts'
import { shownTransaction } from './settlement.ts'

const NewDispute = z.strictObject({
  transaction_token: z.uuid(),
  amount: z.int().min(1),
  reason: z.enum([
    'ATM_CASH_MISDISPENSE',
    'CANCELLED',
    'DUPLICATED',
    'FRAUD_CARD_NOT_PRESENT',
    'FRAUD_CARD_PRESENT',
    'FRAUD_OTHER',
    'GOODS_SERVICES_NOT_AS_DESCRIBED',
    'GOODS_SERVICES_NOT_RECEIVED',
    'INCORRECT_AMOUNT',
    'MISSING_AUTH',
    'OTHER',
    'PROCESSING_ERROR',
    'RECURRING_TRANSACTION_NOT_CANCELLED',
    'REFUND_NOT_PROCESSED',
  ]),
  customer_filed_date: z.iso.datetime({ offset: true }).optional(),
  customer_note: z.string().max(5000).optional(),
})
const Filter = z.object({ transaction_tokens: z.string().optional(), status: z.string().optional() })
const NewEvidence = z.strictObject({ filename: z.string().max(300).optional() })
const MOST_BYTES = 8 * 1024 * 1024
/** Lithic's people look at a new dispute before they file it. */
const FILED_AFTER_MS = 60_000
type At = { Params: { token: string } }
type Paged = <T extends { token: string }>(items: readonly T[], query: unknown) => { data: T[]; has_more: boolean }

const at = (world: World, token: string): Dispute => {
  const found = findDispute(world, token)
  if (found.issuer !== 'lithic') throw new Refused(404, 'NOT_FOUND', 'Dispute not found')
  return found
}

export function disputeRoutes(app: FastifyInstance, world: World, paged: Paged): void {
  app.post('/disputes', async (request, reply) => {
    const { transaction_token: token, ...said } = NewDispute.parse(request.body)
    const transaction = shownTransaction(world, token)
    if (!transaction) throw new Refused(404, 'NOT_FOUND', 'Transaction not found')
    const dispute = openDispute(world, {
      ...{ ref: randomUUID(), issuer: 'lithic', card_ref: transaction.card_token, charge: token },
      ...{ amount: said.amount, reason: said.reason, note: said.customer_note ?? '' },
      filed_at: said.customer_filed_date === undefined ? null : Date.parse(said.customer_filed_date),
      submits_at: world.now() + FILED_AFTER_MS,
      most: transaction.settled_amount,
    })
    if (!world.faults.loseDisputeAnswers) return reply.code(201).send(disputeView(dispute))
    // It is open, but its answer never arrives.
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  })
  app.get('/disputes', (request) => {
    const { transaction_tokens: tokens, status } = Filter.parse(request.query)
    const found = world.store
      .many<Dispute>(`SELECT * FROM disputes WHERE issuer = 'lithic' ORDER BY created_at DESC, ref`)
      .map(disputeView)
      .filter((one) => tokens === undefined || tokens.split(',').includes(one.transaction_token))
    return paged(
      found.filter((one) => status === undefined || one.status === status),
      request.query,
    )
  })
  app.get<At>('/disputes/:token', (request) => disputeView(at(world, request.params.token)))
  app.delete<At>('/disputes/:token', (request) => disputeView(withdrawDispute(world, at(world, request.params.token))))
  app.post<At>('/disputes/:token/evidences', (request, reply) => {
    const { ref } = at(world, request.params.token)
    const { filename = '' } = NewEvidence.parse(request.body ?? {})
    const token = randomUUID()
    keepEvidence(world, { ref: token, disputeRef: ref, name: filename, status: 'PENDING', bytes: 0 })
    const host = `http://${request.headers.host}`
    return reply.code(201).send(
      evidenceView(
        evidenceOf(world, ref).find((one) => one.ref === token)!,
        host,
      ),
    )
  })
  app.get<At>('/disputes/:token/evidences', (request) => {
    const { ref } = at(world, request.params.token)
    const host = `http://${request.headers.host}`
    return paged(
      evidenceOf(world, ref).map((one) => evidenceView(one, host)),
      request.query,
    )
  })
}

/** The address itself is the permission, as with any storage of its kind. */
export function uploadRoutes(app: FastifyInstance, world: World): void {
  app.addContentTypeParser('image/jpeg', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, body, done) =>
    done(null, body),
  )
  app.put<At>('/uploads/:token', { bodyLimit: MOST_BYTES }, (request, reply) => {
    const found = world.store.maybeOne<Evidence>('SELECT * FROM dispute_evidence WHERE ref = :ref', {
      ref: request.params.token,
    })
    if (!found) throw new Refused(404, 'NOT_FOUND', 'No such upload')
    const { ref, dispute_ref: disputeRef, name } = found
    keepEvidence(world, { ref, disputeRef, name, status: 'UPLOADED', bytes: (request.body as Buffer).length })
    return reply.code(200).send()
  })
}

const evidenceView = ({ ref, dispute_ref, name, status, created_at }: Evidence, host: string): DisputeEvidence => ({
  token: ref,
  dispute_token: dispute_ref,
  filename: name,
  created: isoTime(created_at),
  upload_status: status,
  ...(status === 'PENDING'
    ? { upload_url: `${host}/lithic/v1/uploads/${ref}` }
    : { download_url: `${host}/lithic/v1/uploads/${ref}` }),
})
