/** Disputes at the network: opened by an issuer, decided after a while or by a person. Each issuer tells of them on its own wire. */
import * as z from 'zod'
import { newId } from '#server/core/ids.ts'
import type { DisputeStatus } from '#server/outside/issuers/disputes.ts'
import { disputeView } from '../lithic/disputeView.ts'
import { tellDispute } from '../stripe/disputeView.ts'
import { Refused, type World } from '../world.ts'
import type { Dispute } from './records.ts'

/** The last two digits of the disputed amount decide what becomes of it; all others are won. Only the simulated issuer has words for a half. */
export const outcomes: Readonly<Record<number, 'LOST' | 'EXPIRED' | 'HALF' | 'REFUSED'>> = {
  1: 'LOST',
  2: 'HALF',
  3: 'EXPIRED',
  4: 'REFUSED',
}
/** Of the simulated world, so that moving its clock decides disputes. */
const DECIDED_AFTER_MS = 3 * 86_400_000

export const DecideInput = z.object({
  outcome: z.enum(['WON', 'LOST', 'EXPIRED']).default('WON'),
  /** By default everything. */
  amountCents: z.int().min(1).optional(),
})

type NewDispute = Pick<Dispute, 'issuer' | 'card_ref' | 'charge' | 'amount' | 'reason' | 'note' | 'filed_at'> & {
  ref?: string
  idem?: string
  submits_at?: number
  /** What was taken and not returned. */
  most: number
}

/** A charge is disputed once at a time, and never again once it was won. */
export function openDispute(
  world: World,
  { most, ref = newId('idp'), idem, submits_at, ...said }: NewDispute,
): Dispute {
  const taken = world.store.maybeOne(
    `SELECT 1 FROM disputes WHERE charge = :charge AND status IN ('OPEN', 'IN_PROGRESS', 'WON')`,
    { charge: said.charge },
  )
  if (taken || said.amount > most || outcomes[said.amount % 100] === 'REFUSED')
    throw new Refused(422, 'DISPUTE_REFUSED', 'this charge cannot be disputed')
  const row = { ...said, ref, idem: idem ?? null, submits_at: submits_at ?? null, at: world.now() }
  world.store.run(
    `INSERT INTO disputes (ref, idem, issuer, card_ref, charge, amount, reason, note, filed_at, status, won, submits_at, created_at)
     VALUES (:ref, :idem, :issuer, :card_ref, :charge, :amount, :reason, :note, :filed_at, 'OPEN', 0, :submits_at, :at)`,
    row,
  )
  const made = findDispute(world, ref)
  tell(world, made, 'created')
  return made
}

export function findDispute({ store }: World, ref: string): Dispute {
  const found = store.maybeOne<Dispute>('SELECT * FROM disputes WHERE ref = :ref', { ref })
  if (!found) throw new Refused(404, 'DISPUTE_NOT_FOUND')
  return found
}

export const disputeByIdem = ({ store }: World, idem: string): Dispute | undefined =>
  store.maybeOne<Dispute>('SELECT * FROM disputes WHERE idem = :idem', { idem })

/** Evidence counts until then. */
export function submitDispute(world: World, { ref, status }: Dispute): Dispute {
  if (status === 'OPEN') {
    const at = world.now()
    world.store.run(
      `UPDATE disputes SET status = 'IN_PROGRESS', submitted_at = :at, decides_at = :decidesAt WHERE ref = :ref`,
      { ref, at, decidesAt: at + DECIDED_AFTER_MS },
    )
    tell(world, findDispute(world, ref), 'submitted')
  }
  return findDispute(world, ref)
}

/** Final disputes stay as they are. */
export function withdrawDispute(world: World, dispute: Dispute): Dispute {
  return isOpen(dispute) ? end(world, dispute, 'CANCELED', 0) : dispute
}

export function decideDispute(world: World, dispute: Dispute, { outcome, amountCents }: z.infer<typeof DecideInput>) {
  if (!isOpen(dispute)) throw new Refused(409, 'DISPUTE_DECIDED')
  const { ref, status, won } = end(world, dispute, outcome, outcome === 'WON' ? wonOf(dispute, amountCents) : 0)
  return { ref, status, won }
}

/** Lithic and Stripe win all of it or nothing. */
const wonOf = ({ issuer, amount }: Dispute, part = amount): number => (issuer === 'simulated' ? part : amount)

const isOpen = ({ status }: Dispute): boolean => status === 'OPEN' || status === 'IN_PROGRESS'

function end(world: World, { ref }: Dispute, status: DisputeStatus, won: number): Dispute {
  world.store.run('UPDATE disputes SET status = :status, won = :won, closed_at = :at WHERE ref = :ref', {
    ...{ ref, status, won, at: world.now() },
  })
  const ended = findDispute(world, ref)
  tell(world, ended, 'closed')
  return ended
}

/** Called by the world's tick. */
export function moveDisputesOn(world: World): void {
  const open = world.store.many<Dispute>(`SELECT * FROM disputes WHERE status IN ('OPEN', 'IN_PROGRESS')`)
  for (const dispute of open) {
    if (dispute.status === 'OPEN' && dispute.submits_at !== null && dispute.submits_at <= world.now())
      submitDispute(world, dispute)
    if (dispute.status !== 'IN_PROGRESS' || dispute.decides_at === null || dispute.decides_at > world.now()) continue
    const outcome = outcomes[dispute.amount % 100]
    if (outcome === 'LOST' || outcome === 'EXPIRED') end(world, dispute, outcome, 0)
    else end(world, dispute, 'WON', wonOf(dispute, outcome === 'HALF' ? Math.floor(dispute.amount / 2) : undefined))
  }
}

function tell(world: World, dispute: Dispute, what: Parameters<typeof tellDispute>[2]): void {
  if (dispute.issuer === 'lithic') return world.lithic.messages.tell('dispute.updated', disputeView(dispute))
  if (dispute.issuer === 'stripe') return tellDispute(world, dispute, what)
  world.events.add({
    type: 'dispute.updated',
    cardRef: dispute.card_ref,
    disputeRef: dispute.ref,
    status: dispute.status,
    amount: dispute.won,
    currency: 'USD',
    occurredAt: world.now(),
  })
}

/** For people and tests, newest first. */
export const listDisputes = ({ store }: World, limit: number) =>
  store
    .many<Dispute & { evidence: number }>(
      `SELECT *, (SELECT count(*) FROM dispute_evidence WHERE dispute_ref = disputes.ref AND status = 'UPLOADED') AS evidence
       FROM disputes ORDER BY created_at DESC, ref DESC LIMIT :limit`,
      { limit },
    )
    .map(({ ref, issuer, amount, reason, note, status, won, evidence, created_at }) => ({
      ...{ ref, issuer, amount, reason, note, status, won, evidence },
      time: created_at,
    }))

/** A picture that was announced or sent. Sent again under its name it is the same one. */
export function keepEvidence(
  world: World,
  evidence: { ref: string; disputeRef: string; name: string; status: 'PENDING' | 'UPLOADED'; bytes: number },
): void {
  world.store.run(
    `INSERT INTO dispute_evidence (ref, dispute_ref, name, status, bytes, created_at)
     VALUES (:ref, :disputeRef, :name, :status, :bytes, :at)
     ON CONFLICT (ref) DO UPDATE SET status = excluded.status, bytes = excluded.bytes`,
    { ...evidence, at: world.now() },
  )
}

export type Evidence = {
  ref: string
  dispute_ref: string
  name: string
  status: 'PENDING' | 'UPLOADED'
  created_at: number
}
export const evidenceOf = ({ store }: World, disputeRef: string): Evidence[] =>
  store.many<Evidence>('SELECT * FROM dispute_evidence WHERE dispute_ref = :disputeRef ORDER BY created_at DESC, ref', {
    disputeRef,
  })
