/** The simulated issuer's own calls for disputes of its cards. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { disputeReasons } from '#contract/disputes/disputes.ts'
import type { DisputeView } from '#server/outside/issuers/disputes.ts'
import {
  disputeByIdem,
  findDispute,
  keepEvidence,
  openDispute,
  submitDispute,
  withdrawDispute,
} from '../network/disputes.ts'
import type { Dispute } from '../network/records.ts'
import { Refused, type World } from '../world.ts'

const NewDispute = z.object({
  idem: z.string().min(1).max(200),
  cardRef: z.string(),
  clearingRef: z.string(),
  amount: z.int().min(1),
  currency: z.literal('USD'),
  reason: z.enum(Object.keys(disputeReasons) as [keyof typeof disputeReasons]),
  note: z.string().min(1).max(2000),
  filedAt: z.int(),
})
const Evidence = z.object({
  idem: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  type: z.literal('image/jpeg'),
  body: z.base64(),
})
const MOST_BYTES = 8 * 1024 * 1024
type At = { Params: { ref: string } }

const viewOf = ({ ref, status, won }: Dispute): DisputeView => ({ ref, status, wonAmount: won })
const at = (world: World, ref: string): Dispute => {
  const found = findDispute(world, ref)
  if (found.issuer !== 'simulated') throw new Refused(404, 'DISPUTE_NOT_FOUND')
  return found
}

export function disputeRoutes(app: FastifyInstance, world: World): void {
  app.post('/disputes', async (request, reply) => {
    const said = NewDispute.parse(request.body)
    const before = disputeByIdem(world, said.idem)
    const dispute = before ?? open(world, said)
    if (!world.faults.loseDisputeAnswers) return viewOf(dispute)
    // It is open, but its answer never arrives.
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  })
  app.get<At>('/disputes/:ref', (request) => viewOf(at(world, request.params.ref)))
  app.post<At>('/disputes/:ref/evidence', { bodyLimit: MOST_BYTES }, (request) => {
    const { ref, status } = at(world, request.params.ref)
    const { idem, name, body } = Evidence.parse(request.body)
    if (status !== 'OPEN') throw new Refused(409, 'EVIDENCE_REFUSED', 'the network has it already')
    const bytes = Buffer.from(body, 'base64').length
    keepEvidence(world, { ref: idem, disputeRef: ref, name, status: 'UPLOADED', bytes })
    return { received: true }
  })
  app.post<At>('/disputes/:ref/submit', (request) => viewOf(submitDispute(world, at(world, request.params.ref))))
  app.post<At>('/disputes/:ref/withdraw', (request) => viewOf(withdrawDispute(world, at(world, request.params.ref))))
}

function open(world: World, said: z.infer<typeof NewDispute>): Dispute {
  const { cardRef, clearingRef, filedAt } = said
  const posting = world.store.maybeOne<{ amount: number }>(
    `SELECT amount FROM postings WHERE ref = :clearingRef AND card_ref = :cardRef AND kind = 'clearing.posted' AND undone = 0`,
    { clearingRef, cardRef },
  )
  if (!posting) throw new Refused(422, 'DISPUTE_REFUSED', 'no such clearing of this card')
  const { idem, amount, reason, note } = said
  return openDispute(world, {
    ...{ idem, amount, reason, note, issuer: 'simulated', card_ref: cardRef, charge: clearingRef },
    ...{ filed_at: filedAt, most: posting.amount },
  })
}
