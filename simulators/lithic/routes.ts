import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Card } from '../issuer/cards.ts'
import { issuerIsDown } from '../network/faults.ts'
import { pageOfList } from '../pages.ts'
import { Refused, type World } from '../world.ts'
import {
  cardPrograms,
  cardView,
  changeLithicCard,
  createLithicCard,
  embeddedCard,
  lithicCard,
  setAddressOnFile,
} from './cards.ts'
import { disputeRoutes, uploadRoutes } from './disputes.ts'
import { isoTime } from './facts.ts'
import { bodyOf, type LithicMessage } from './messages.ts'
import { programBalance, settlementDetails, shownTransaction } from './settlement.ts'
import { respondToChallenge } from './threeD.ts'

const NewCard = z.strictObject({
  type: z.literal('VIRTUAL'),
  card_program_token: z.uuid().optional(),
  memo: z.string().max(500).optional(),
  state: z.enum(['OPEN', 'PAUSED']).optional(),
})
const CardPatch = z.strictObject({
  memo: z.string().max(500).optional(),
  state: z.enum(['OPEN', 'PAUSED', 'CLOSED']).optional(),
})
const ChallengeResponse = z.object({ token: z.uuid(), challenge_response: z.enum(['APPROVE', 'DECLINE_BY_CUSTOMER']) })
const Period = z.object({
  begin: z.iso.datetime({ offset: true }).optional(),
  end: z.iso.datetime({ offset: true }).optional(),
})
const pageOf = (most: number) =>
  z.object({
    page_size: z.coerce.number().int().min(1).max(most).default(50),
    starting_after: z.string().optional(),
    ending_before: z.string().optional(),
  })
type Page = z.infer<ReturnType<typeof pageOf>>
const AddressOnFile = z.object({ cardToken: z.string(), zipCode: z.string().max(12) })
type At = { Params: { token: string } }

/** Lithic's API, as far as its document and our adapter need it. Errors have Lithic's form. */
export async function lithicRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    const status =
      error instanceof Refused
        ? error.status
        : error instanceof z.ZodError
          ? 400
          : ((error as { statusCode?: number }).statusCode ?? 500)
    if (status >= 500 && !(error instanceof Refused)) console.error(error)
    const message = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    return reply.code(status).send({ debugging_request_id: randomUUID(), message })
  })
  app.addHook('preHandler', async () => {
    if (world.faults.latencyMs) await setTimeout(world.faults.latencyMs)
    if (issuerIsDown(world.faults)) throw new Refused(503, 'ISSUER_DOWN')
  })

  // A cardholder's browser has no API key: the request itself is signed.
  app.get('/embed/card', (request, reply) => {
    const { embed_request, hmac } = z.object({ embed_request: z.string(), hmac: z.string() }).parse(request.query)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(embeddedCard(world, embed_request, hmac))
  })
  await app.register(async (scope) => uploadRoutes(scope, world))
  await app.register(async (scope) => keyedRoutes(scope, world))
}

async function keyedRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.addHook('preHandler', async ({ headers }) => {
    if (headers.authorization !== world.lithic.secrets.apiKey)
      throw new Refused(401, 'UNAUTHORIZED', 'Please provide API key in Authorization header')
  })

  app.post('/cards', async (request, reply) => {
    const key = z.uuid().optional().parse(request.headers['idempotency-key'])
    const card = createLithicCard(world, NewCard.parse(request.body), key)
    if (!world.faults.loseCardAnswers) return cardView(card)
    // The card exists, but its answer never arrives.
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  })
  app.get('/cards', (request) => {
    const input = pageOf(100)
      .extend(Period.shape)
      .extend({ memo: z.string().default(''), state: z.enum(['OPEN', 'PAUSED', 'CLOSED']).optional() })
      .parse(request.query)
    const found = world.store
      .many<Card>(`SELECT * FROM cards WHERE issuer = 'lithic' AND instr(memo, :memo) > 0 ORDER BY rowid DESC`, {
        memo: input.memo,
      })
      .filter((card) => inside(input, card.created_at))
      .map(cardView)
    return paged(
      found.filter(({ state }) => input.state === undefined || state === input.state),
      input,
    )
  })
  app.get<At>('/cards/:token', (request) => cardView(lithicCard(world, request.params.token)))
  app.patch<At>('/cards/:token', (request) =>
    cardView(changeLithicCard(world, request.params.token, CardPatch.parse(request.body))),
  )
  app.get('/card_programs', (request) => paged(cardPrograms, pageOf(100).parse(request.query)))
  app.get('/balances', () => ({ data: [programBalance(world)], has_more: false }))

  app.get('/events', (request) => {
    const input = pageOf(100)
      .extend(Period.shape)
      .extend({ event_types: z.string().optional(), with_content: z.stringbool().default(true) })
      .parse(request.query)
    const types = input.event_types?.split(',')
    const events = world.store
      .many<{ body: string }>('SELECT body FROM lithic_events ORDER BY seq DESC')
      .map(({ body }) => JSON.parse(body) as LithicMessage)
      .filter(({ eventType, createdAt }) => (!types || types.includes(eventType)) && inside(input, createdAt))
    return paged(
      events.map((message) => ({
        token: message.id,
        created: isoTime(message.createdAt),
        event_type: message.eventType,
        payload: input.with_content ? bodyOf(message) : {},
      })),
      input,
    )
  })
  app.get<At>('/transactions/:token', (request) => {
    const transaction = shownTransaction(world, request.params.token)
    if (!transaction) throw new Refused(404, 'NOT_FOUND', 'Transaction not found')
    return transaction
  })
  app.get('/transactions', (request) => {
    const input = pageOf(100).extend(Period.shape).extend({ card_token: z.uuid() }).parse(request.query)
    const listed = world.store
      .many<{ token: string; created_at: number }>(
        'SELECT token, created_at FROM lithic_transactions WHERE card_ref = :card ORDER BY created_at DESC, token',
        { card: input.card_token },
      )
      .filter((row) => inside(input, row.created_at))
    return paged(
      listed.flatMap(({ token }) => shownTransaction(world, token) ?? []),
      input,
    )
  })
  disputeRoutes(app, world, (items, query) => paged(items, pageOf(100).parse(query)))
  app.get<{ Params: { date: string } }>('/reports/settlement/details/:date', (request) =>
    paged(settlementDetails(world, z.iso.date().parse(request.params.date)), pageOf(500).parse(request.query)),
  )
  app.post('/three_ds_decisioning/challenge_response', (request, reply) => {
    const { token, challenge_response } = ChallengeResponse.parse(request.body)
    respondToChallenge(world, token, challenge_response)
    return reply.code(200).send()
  })
}

/** For people and tests, not a call of Lithic's: what a verified cardholder's address would be. */
export function lithicWorldRoutes(app: FastifyInstance, world: World): void {
  app.post('/lithic/address-on-file', (request) => {
    const { cardToken, zipCode } = AddressOnFile.parse(request.body)
    setAddressOnFile(world, cardToken, zipCode)
    return {}
  })
}

const inside = ({ begin, end }: z.infer<typeof Period>, at: number): boolean =>
  (begin === undefined || at > Date.parse(begin)) && (end === undefined || at < Date.parse(end))

const paged = <T extends { token: string }>(items: readonly T[], page: Page): { data: T[]; has_more: boolean } =>
  pageOfList(items, { ...page, size: page.page_size }, ({ token }) => token)
