import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Card } from '../issuer/cards.ts'
import { issuerIsDown } from '../network/faults.ts'
import { Refused, type World } from '../world.ts'
import { cardholderAt, cardView, changeStripeCard, createCardholder, createStripeCard, stripeCard } from './cards.ts'
import { disputeRoutes } from './disputes.ts'
import { createEphemeralKey, elementPage, elementTypes, scriptAt } from './elements.ts'
import { authorizationView } from './authorizations.ts'
import { idOf } from './facts.ts'
import { readForm } from './form.ts'
import { balanceOf, balanceTransactions, since } from './money.ts'
import type { StripeEvent } from './messages.ts'
import { List, listOf, Metadata, once, queryOf, Text } from './requests.ts'

const NewCardholder = z.strictObject({
  type: z.literal('individual'),
  name: Text,
  individual: z.strictObject({ first_name: Text.optional(), last_name: Text.optional() }).optional(),
  billing: z.strictObject({
    address: z.strictObject({
      ...{ line1: Text, line2: Text.optional(), city: Text, state: Text.optional(), postal_code: Text },
      country: z.string().length(2),
    }),
  }),
  email: Text.optional(),
  phone_number: Text.optional(),
  metadata: Metadata,
})
const NewCard = z.strictObject({
  type: z.literal('virtual'),
  currency: z.string().length(3),
  status: z.enum(['active', 'inactive']).default('inactive'),
  cardholder: Text,
  metadata: Metadata,
})
const CardPatch = z.strictObject({ status: z.enum(['active', 'inactive', 'canceled']).optional() })
const NewKey = z.strictObject({ issuing_card: Text, nonce: Text })
const Events = List.extend({ types: z.array(z.string()).max(20).optional() })
const BalanceTransactions = List.extend({
  type: z.literal('issuing_transaction'),
  expand: z.array(z.literal('data.source')).optional(),
})
const Element = z.object({ type: z.enum(elementTypes), card: Text, nonce: Text, key: Text })
type At = { Params: { id: string } }

/** Stripe's API, as far as our adapter needs it: form-encoded, keyed, with Stripe's errors and idempotency. */
export async function stripeRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, readForm(String(body))),
  )
  app.setErrorHandler((error, request, reply) => {
    const refused = error instanceof Refused ? error : undefined
    const invalid = error instanceof z.ZodError
    const status = refused?.status ?? (invalid ? 400 : ((error as { statusCode?: number }).statusCode ?? 500))
    if (status >= 500 && !refused) console.error(error)
    const message = invalid ? z.prettifyError(error) : (error as Error).message
    return reply
      .code(status)
      .headers(headersOf(request.id))
      .send(errorOf(status, refused?.code ?? (invalid ? 'parameter_invalid' : 'api_error'), message))
  })
  app.addHook('preHandler', async ({ headers }, reply) => {
    if (world.faults.latencyMs) await setTimeout(world.faults.latencyMs)
    if (issuerIsDown(world.faults)) throw new Refused(503, 'ISSUER_DOWN')
    if (!isKeyed(world, headers.authorization)) throw new Refused(401, 'api_key_invalid', 'Invalid API Key provided')
    void reply.headers(headersOf(String(reply.request.id)))
  })

  app.post('/issuing/cardholders', (_, reply) =>
    once(world, reply, 'cardholders', (body) => createCardholder(world, NewCardholder.parse(body))),
  )
  app.get<At>('/issuing/cardholders/:id', ({ params }) => cardholderAt(world, params.id))
  app.post('/issuing/cards', (request, reply) => {
    const answer = once(world, reply, 'cards', (body, key) =>
      cardView(world, createStripeCard(world, NewCard.parse(body), key)),
    )
    if (!world.faults.loseCardAnswers) return answer
    // The card exists, but its answer never arrives.
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  })
  app.get('/issuing/cards', (request) => {
    const input = List.parse(readForm(queryOf(request.url)))
    const { from, to } = since(input.created)
    const cards = world.store.many<Card>(
      `SELECT * FROM cards WHERE issuer = 'stripe' AND created_at >= :from AND created_at < :to ORDER BY rowid DESC`,
      { from, to },
    )
    return listOf(
      '/v1/issuing/cards',
      cards,
      input,
      ({ ref }) => ref,
      (card) => cardView(world, card),
    )
  })
  app.get<At>('/issuing/cards/:id', ({ params }) => cardView(world, stripeCard(world, params.id)))
  app.post<At>('/issuing/cards/:id', ({ params, headers, id }, reply) =>
    once(world, reply, `cards/${params.id}`, (body) => {
      const key = headers['idempotency-key']
      const caused = { id: idOf('req', id), idempotency_key: typeof key === 'string' ? key : null }
      return cardView(world, changeStripeCard(world, params.id, CardPatch.parse(body ?? {}), caused))
    }),
  )
  app.get<At>('/issuing/authorizations/:id', ({ params }) => {
    const found = authorizationView(world, params.id)
    if (!found) throw new Refused(404, 'resource_missing', `No such issuing authorization: '${params.id}'`)
    return found
  })
  disputeRoutes(app, world)
  app.post('/ephemeral_keys', ({ body }) => {
    const { issuing_card, nonce } = NewKey.parse(body)
    return createEphemeralKey(world, issuing_card, nonce)
  })
  app.get('/balance', () => balanceOf(world))
  app.get('/balance_transactions', (request) => {
    const input = BalanceTransactions.parse(readForm(queryOf(request.url)))
    const lines = balanceTransactions(world, since(input.created))
    return listOf(
      '/v1/balance_transactions',
      lines,
      input,
      ({ id }) => id,
      (line) => (input.expand ? line : { ...line, source: line.source.id }),
    )
  })
  app.get('/events', (request) => {
    const input = Events.parse(readForm(queryOf(request.url)))
    const { from, to } = since(input.created)
    const events = world.store
      .many<{ body: string }>('SELECT body FROM stripe_events ORDER BY seq DESC')
      .map(({ body }) => JSON.parse(body) as StripeEvent)
      .filter(({ created, type }) => {
        const at = created * 1000
        return at >= from && at < to && (!input.types || input.types.includes(type))
      })
    return listOf(
      '/v1/events',
      events,
      input,
      ({ id }) => id,
      (event) => event,
    )
  })
}

/** What Stripe's script and its frames are for a browser; nothing of it is a call of the API. */
export function stripeScriptRoutes(app: FastifyInstance, world: World): void {
  app.get('/stripe-js/v3/', (request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(scriptAt(`${request.protocol}://${request.host}`)),
  )
  app.get('/stripe-js/element', (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(elementPage(world, Element.parse(request.query))),
  )
}

const headersOf = (id: string) => ({ 'request-id': idOf('req', id) })

/** Bearer, or Basic with the key as the name. */
function isKeyed({ stripe }: World, authorization = ''): boolean {
  const [scheme, value = ''] = authorization.split(' ')
  const given = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value
  return given === stripe.secrets.key
}

const errorOf = (status: number, code: string, message: string) => ({
  error: {
    ...(code !== 'idempotency_error' && { code }),
    message,
    type: code === 'idempotency_error' ? code : status >= 500 ? 'api_error' : 'invalid_request_error',
  },
})
