/** Notifications from payment providers. Each is stored and acknowledged; then the provider is asked for the order's status. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ago, MINUTE, nowMs } from '#server/core/clock.ts'
import { confirmDurable, db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { gauges } from '#server/core/metrics/metrics.ts'
import { BadSignature, outside, providerIds, type ProviderEvent, type ProviderId } from '#server/outside/outside.ts'
import { keepEvents, oldestWaiting, ordersLeftWaiting } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** A notification named this order: poll it. */
    'funding.askProvider': { provider: ProviderId; orderNo: string }
  }
}

export async function paymentRoutes(app: FastifyInstance): Promise<void> {
  // The signature is over the raw bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_000_000 }, (_, body, done) => done(null, body))
  app.post('/payments/events/:provider', async (request: FastifyRequest, reply: FastifyReply) => {
    const { provider } = request.params as { provider: string }
    if (!isProvider(provider)) return reply.code(404).send({ error: 'provider' })
    const { [provider]: sender } = outside.payments
    if (!sender) return reply.code(404).send({ error: 'provider' })
    try {
      const events = sender.verifyEvents(request.headers, (request.body as Buffer | undefined) ?? NO_BODY)
      if (!Array.isArray(events) || !events.every(isEvent)) return reply.code(400).send({ error: 'events' })
      await receive(provider, events)
      if (sender.acknowledgement !== undefined) return reply.type('text/plain').send(sender.acknowledgement)
      return { received: events.length }
    } catch (error) {
      if (error instanceof BadSignature) return reply.code(401).send({ error: 'signature' })
      if (error instanceof SyntaxError) return reply.code(400).send({ error: 'not JSON' })
      throw error
    }
  })
}

const NO_BODY = Buffer.alloc(0)
const isProvider = (word: string): word is ProviderId => (providerIds as readonly string[]).includes(word)
/** What JSON allows but PostgreSQL cannot store: NUL, and unpaired surrogates. */
const UNKEEPABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/

const isEvent = (event: unknown): event is ProviderEvent => {
  const { id, type, orderNo, amount, paymentRef, refundRef, occurredAt } = (event ?? {}) as Record<string, unknown>
  if (UNKEEPABLE.test(JSON.stringify(event) ?? '')) return false
  return (
    [id, type, orderNo].every((word) => typeof word === 'string' && word.length > 0 && word.length <= 100) &&
    [paymentRef, refundRef].every((ref) => ref === undefined || (typeof ref === 'string' && ref.length <= 100)) &&
    (amount === undefined || Number.isSafeInteger(amount)) &&
    Number.isSafeInteger(occurredAt)
  )
}

/** Stores events and schedules the queries of their orders, in one transaction. Events that we already have are skipped. */
export const receive = (provider: ProviderId, events: readonly ProviderEvent[]): Promise<void> =>
  transaction(async (tx) => {
    const orders = await keepEvents(tx, provider, events)
    for (const orderNo of orders) await askLater(tx, provider, orderNo)
    if (!orders.length) await confirmDurable(tx) // after the acknowledgement they are not sent again
  })

/** Many notifications about one order leave one job. */
const askLater = (tx: Tx, provider: ProviderId, orderNo: string) =>
  later(tx, 'funding.askProvider', { provider, orderNo }, { key: `funding.askProvider ${provider} ${orderNo}` })

/** Schedules waiting events whose jobs were given up or lost in a restored backup. */
export async function askLeftOver(): Promise<void> {
  for (const { provider, orderNo } of await ordersLeftWaiting(db, ago(5 * MINUTE)))
    await transaction((tx) => askLater(tx, provider, orderNo))
}

export const paymentMetrics = gauges({
  scope: 'database',
  help: {
    kaika_payment_events_oldest_seconds:
      'How long the oldest notification of a payment provider has waited to be acted on.',
  },
  read: async () => {
    const { at } = await oldestWaiting(db)
    return { kaika_payment_events_oldest_seconds: [{ value: at ? (nowMs() - at.getTime()) / 1000 : 0 }] }
  },
})
