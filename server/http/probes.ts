import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReadinessProbe } from '../core/health/readiness.ts'

/**
 * For whoever keeps the server running (docs/operate/probes.md): is the process alive, and should it be given requests? Not calls of
 * the contract: they have no actor and no limit.
 */
export function probeRoutes(app: FastifyInstance, probe: ReadinessProbe | undefined): void {
  const answer = (reply: FastifyReply, ready: boolean, body: object): FastifyReply =>
    reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body)
  app.get('/livez', (_, reply) => answer(reply, true, { alive: true }))
  for (const path of ['/readyz', '/healthz'])
    app.get(path, async (_, reply) => {
      if (!probe) return answer(reply, true, { ready: true, checks: {} })
      const readiness = await probe.check()
      return answer(reply, readiness.ready, readiness)
    })
}
