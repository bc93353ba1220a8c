/** Requests over HTTP by the contract's name of the call; what is no call, by the pattern of its route. Never by an address: that may contain anything. */
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, WAIT_MS } from './metrics.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Answered with a refusal of the contract, which has the status 200. */
    refused: boolean
  }
  interface FastifyContextConfig {
    /** The name of the row of the contract. */
    call?: string
    /** Its answer is a stream that lasts as long as a page is open. */
    lasts?: boolean
  }
}

const calls = new Counter(
  'kaika_requests_total',
  'Requests by call and how they were answered: refused is a refusal with the status 200, the others are statuses.',
  'call',
  'status',
)
const durations = new Histogram(
  'kaika_request_duration_seconds',
  'From a request to the end of its answer, by call.',
  WAIT_MS,
  'call',
)
export const callMetrics = [calls, durations]

export function measureCalls(app: FastifyInstance): void {
  app.decorateReply('refused', false)
  app.addHook('onResponse', async (request, reply) => {
    const { config, url = 'none' } = request.routeOptions
    const call = config.call ?? url
    const { statusCode } = reply.raw
    calls.add(call, reply.refused && statusCode === 200 ? 'refused' : `${Math.floor(statusCode / 100)}xx`)
    if (!config.lasts) durations.of(call).add(reply.elapsedTime)
  })
}
