import type { FastifyReply, FastifyRequest } from 'fastify'
import { inRanges } from '../core/addresses.ts'
import { inSpan, isTracing, parseTraceparent, traceId } from '../core/tracing/tracing.ts'

export type CallSpan = (
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
) => Promise<FastifyReply>

/**
 * The span of a call, by its name in the contract, while traces are on. A trace that begins elsewhere goes on only if one of our own proxies brings it: anybody
 * else could make us record everything, or write into the traces of others.
 */
export function callSpans(trustedProxies: readonly string[] = []): CallSpan {
  const isTrusted = inRanges(trustedProxies)
  return (name, request, reply, answer) => {
    if (!isTracing()) return answer()
    const isOurs = isTrusted(request.socket.remoteAddress ?? '')
    return inSpan(
      name,
      {
        kind: 'server',
        from: isOurs ? parseTraceparent(request.headers['traceparent']) : undefined,
        requestId: request.id,
        attributes: { 'http.request.method': request.method, 'kaika.request_id': request.id },
      },
      async (span) => {
        const id = traceId()
        if (id !== undefined) reply.log = request.log = request.log.child({ traceId: id })
        const answered = await answer()
        span?.set({ 'http.response.status_code': reply.statusCode })
        if (reply.statusCode >= 500) span?.fail()
        return answered
      },
    )
  }
}
