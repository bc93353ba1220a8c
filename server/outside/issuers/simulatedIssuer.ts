import { randomUUID, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { nowMs } from '#server/core/clock.ts'
import { ask, PAGE_BYTES, OutsideRefused } from '../ask.ts'
import type { DisputeView, IssuerDisputes } from './disputes.ts'
import type { CardPage, CardSecret, CardView, EventPage, SettlementPage, Issuer, IssuerCapabilities } from './issuer.ts'
import type { NetworkEvent } from './networkEvents.ts'
import { parseQuestion, written } from './question.ts'
import { sign, TOLERANCE_MS, verify } from '../signatures.ts'

const exp = z.tuple([z.int().min(1).max(12), z.int()])
const View: z.ZodType<CardView> = z.object({
  ref: z.string().min(1),
  idem: z.string(),
  programRef: z.string(),
  state: z.enum(['PENDING', 'ACTIVE', 'PAUSED', 'CLOSED', 'FAILED']),
  last4: z.string().length(4),
  exp,
})
/** A page longer than any real one is not the issuer's answer. */
const Page: z.ZodType<CardPage> = z.object({
  cards: z
    .array(
      z.object({
        ref: z.string().min(1).max(200),
        idem: z.string().max(200),
        state: z.enum(['PENDING', 'ACTIVE', 'PAUSED', 'CLOSED', 'FAILED']),
        last4: z.string().length(4),
        createdAt: z.int().positive(),
      }),
    )
    .max(5000),
  next: z.string().min(1).max(200).exactOptional(),
})
/** The requested card, and no other. */
const viewOf = (idem: string): z.ZodType<CardView> => View.refine((view) => view.idem === idem)
const viewAt = (ref: string): z.ZodType<CardView> => View.refine((view) => view.ref === ref)
const Line = z.looseObject({
  type: z.enum(['clearing.posted', 'refund.posted']),
  clearingRef: z.string().min(1),
  cardRef: z.string().min(1),
  amount: z.int(),
  currency: z.string(),
  occurredAt: z.number(),
  merchant: z.looseObject({ descriptor: z.string() }),
})
/** The forms of lines and events are checked where they are applied. */
const Settlement = z.object({
  lines: z.array(Line),
  next: z.string().min(1).exactOptional(),
}) as unknown as z.ZodType<SettlementPage>
const Events = z.object({
  events: z.array(z.looseObject({ id: z.string().min(1), type: z.string() })),
  next: z.string(),
  more: z.boolean(),
}) as unknown as z.ZodType<EventPage>
const Capabilities = z.looseObject({
  ranges: z.array(z.looseObject({ programRef: z.string() })),
}) as unknown as z.ZodType<IssuerCapabilities>
const Balance = z.object({ amount: z.int(), currency: z.string().length(3) })
const Secret: z.ZodType<CardSecret> = z.object({
  pan: z.string().regex(/^\d{12,19}$/),
  cvc: z.string().regex(/^\d{3,4}$/),
  exp,
})

const Dispute: z.ZodType<DisputeView> = z.object({
  ref: z.string().min(1).max(100),
  status: z.enum(['OPEN', 'IN_PROGRESS', 'WON', 'LOST', 'EXPIRED', 'CANCELED']),
  wonAmount: z.int().min(0),
})
const Received = z.object({ received: z.literal(true) })

/** How the issuer says no. */
const refusals = [
  'CARD_CLOSED',
  'CARD_NOT_FOUND',
  'CARD_NOT_READY',
  'DISPUTE_NOT_FOUND',
  'DISPUTE_REFUSED',
  'EVIDENCE_REFUSED',
  'HOLDER_REFUSED',
  'INVALID',
  'PROGRAM_UNKNOWN',
] as const

export const SIMULATED = 'simulated'

/** The issuer in the simulators' process, over signed HTTP. */
export function simulatedIssuer({
  url,
  key,
  timeoutMs = 5000,
  toleranceMs = TOLERANCE_MS,
}: {
  url: string
  key: KeyObject
  timeoutMs?: number
  /** The maximum age of a message. */
  toleranceMs?: number
}): Issuer {
  const get = <T>(path: string, shape?: z.ZodType<T>): Promise<T> =>
    ask(
      `${url}/issuer${path}`,
      { headers: sign(key, randomUUID(), nowMs(), ''), timeoutMs, limitBytes: PAGE_BYTES, refusals },
      shape,
    )
  const post = <T>(path: string, input: unknown, id: string = randomUUID(), shape?: z.ZodType<T>): Promise<T> => {
    const body = JSON.stringify(input)
    const headers = sign(key, id, nowMs(), body)
    return ask(`${url}/issuer${path}`, { method: 'POST', body, headers, timeoutMs, refusals }, shape)
  }
  const at = (ref: string): string => `/cards/${encodeURIComponent(ref)}`
  const disputeAt = (ref: string): string => `/disputes/${encodeURIComponent(ref)}`
  const disputes: IssuerDisputes = {
    open: (dispute) => post('/disputes', dispute, dispute.idem, Dispute),
    async addEvidence(ref, { idem, name, type, bytes }) {
      await post(`${disputeAt(ref)}/evidence`, { idem, name, type, body: bytes.toString('base64') }, idem, Received)
    },
    submit: (ref) => post(`${disputeAt(ref)}/submit`, {}, undefined, Dispute),
    async withdraw(ref) {
      await post(`${disputeAt(ref)}/withdraw`, {}, undefined, Dispute)
    },
    get: (ref) => get(disputeAt(ref), Dispute),
  }

  return {
    id: SIMULATED,
    reveals: 'API',
    disputes,
    capabilities: () => get('/capabilities', Capabilities),
    createCard: (card) => post('/cards', card, card.idem, viewOf(card.idem)),
    getCard: (ref) => get(at(ref), viewAt(ref)),
    async findByIdem(idem) {
      try {
        return await get(`/cards?idem=${encodeURIComponent(idem)}`, viewOf(idem))
      } catch (error) {
        if (error instanceof OutsideRefused && error.code === 'CARD_NOT_FOUND') return null
        throw error
      }
    },
    listCards: (cursor) => get(`/cards${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, Page),
    reveal: (ref, why) => post(`${at(ref)}/reveal`, why, undefined, Secret),
    async setState(ref, state, reason, idem) {
      await post(
        `${at(ref)}/state`,
        { state, reason, idem },
        idem,
        viewAt(ref).refine((view) => view.state === state),
      )
    },
    async updateHolder(ref, holder, address, idem) {
      await post(`${at(ref)}/holder`, { holder, address }, idem, viewAt(ref))
    },
    programBalance: () => get('/balance', Balance),
    listEvents: (cursor) =>
      get(`/events${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, Events),
    settlement: (day, cursor) =>
      get(`/settlement?day=${day}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`, Settlement),
    readQuestion(headers, raw) {
      verify(key, headers, raw, nowMs(), toleranceMs)
      return parseQuestion(raw)
    },
    writeAnswer: written,
    verifyWebhook(headers, raw) {
      verify(key, headers, raw, nowMs(), toleranceMs)
      return ((JSON.parse(raw.toString()) ?? {}) as { events: NetworkEvent[] }).events
    },
  }
}
