import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import type { IssuerCapabilities } from '#server/outside/issuers/issuer.ts'
import { BadSignature, verify } from '#server/outside/signatures.ts'
import { issuerIsDown } from '../network/faults.ts'
import { settlement } from '../network/postings.ts'
import { ranges } from '../ranges.ts'
import { Refused, type World } from '../world.ts'
import {
  cardByRef,
  cardPage,
  changeHolder,
  createCard,
  secretOf,
  sentinels,
  setCardState,
  viewOf,
  type Card,
} from './cards.ts'
import { disputeRoutes } from './disputes.ts'
import { programBalance } from './programFunds.ts'

const Holder = z.object({ firstName: z.string().min(1).max(60), lastName: z.string().min(1).max(60) })
const Address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
const NewCardInput = z.object({
  idem: z.string().min(1).max(200),
  programRef: z.string(),
  holder: Holder,
  address: Address,
  memo: z.string().max(200),
})
const StateInput = z.object({
  state: z.enum(['ACTIVE', 'PAUSED', 'CLOSED']),
  reason: z.string().max(200),
  idem: z.string(),
})
const HolderInput = z.object({ holder: Holder, address: Address })
const SETTLED_AT_ONCE = 500
const LISTED_AT_ONCE = 200
type At = { Params: { ref: string } }

/** The issuer's own API: signed, and sometimes down. */
export async function issuerRoutes(app: FastifyInstance, world: World): Promise<void> {
  const { store, key } = world

  app.addHook('preHandler', async (request) => {
    if (world.faults.latencyMs) await setTimeout(world.faults.latencyMs)
    if (issuerIsDown(world.faults)) throw new Refused(503, 'ISSUER_DOWN')
    try {
      // Signed, but of any age: while the demo's history is written, the two clocks may differ.
      verify(key, request.headers, request.signedText ?? '', world.now(), Number.MAX_SAFE_INTEGER)
    } catch (error) {
      throw error instanceof BadSignature ? new Refused(401, 'BAD_SIGNATURE') : error
    }
  })

  app.get('/settlement', (request) => {
    const { day, cursor } = z
      .object({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), cursor: z.string().default('') })
      .parse(request.query)
    // The programme's day is in Asia/Shanghai.
    const from = Date.parse(`${day}T00:00:00+08:00`)
    return settlement(world, { from, to: from + 86_400_000, after: cursor, limit: SETTLED_AT_ONCE })
  })

  app.get('/capabilities', (): IssuerCapabilities => ({
    editHolder: true,
    asyncCreate: true,
    partialApproval: true,
    disputes: true,
    ranges: ranges.map(({ programRef, bin, network, country, currency, threeDs }) => ({
      programRef,
      bin,
      network,
      country,
      currency,
      threeDs,
    })),
  }))

  app.post('/cards', async (request, reply) => {
    const input = NewCardInput.parse(request.body)
    const { card, made } = createCard(world, input)
    // The connection is cut rather than kept waiting: the outcome is equally unknown to the caller, only sooner.
    if (made && input.holder.firstName.toUpperCase() === sentinels.TIMEOUT) {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return viewOf(card)
  })
  app.get('/cards', (request) => {
    const { idem, cursor } = z
      .object({ idem: z.string().optional(), cursor: z.string().max(200).default('') })
      .parse(request.query)
    if (idem === undefined) return cardPage(store, cursor, LISTED_AT_ONCE)
    const card = store.maybeOne<Card>(`SELECT * FROM cards WHERE idem = :idem AND issuer = 'simulated'`, { idem })
    if (!card) throw new Refused(404, 'CARD_NOT_FOUND')
    return viewOf(card)
  })
  app.get<At>('/cards/:ref', (request) => viewOf(cardByRef(store, request.params.ref)))
  app.post<At>('/cards/:ref/reveal', (request) => secretOf(cardByRef(store, request.params.ref), key))
  app.post<At>('/cards/:ref/state', (request) => {
    setCardState(world, request.params.ref, StateInput.parse(request.body).state)
    return viewOf(cardByRef(store, request.params.ref))
  })
  app.post<At>('/cards/:ref/holder', async (request, reply) => {
    const { holder, address } = HolderInput.parse(request.body)
    const changed = changeHolder(world, request.params.ref, holder, address)
    if (changed && holder.firstName.toUpperCase() === sentinels.TIMEOUT) {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return viewOf(cardByRef(store, request.params.ref))
  })

  disputeRoutes(app, world)

  app.get('/balance', () => ({ amount: programBalance(world), currency: 'USD' }))
  app.get('/events', (request) => {
    const { cursor } = z.object({ cursor: z.coerce.number().int().min(0).default(0) }).parse(request.query)
    return world.events.simulated.list(cursor, 200)
  })
}
