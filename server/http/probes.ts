import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReadinessProbe } from '../core/health/readiness.ts'

/**
 * For operators (docs/operate/probes.md): whether the process is alive, and whether it should receive requests. These are not contract calls: they have no
 * actor and no limit.
 */
export function probeRoutes(app: FastifyInstance, probe: ReadinessProbe | undefined): void {
  const answer = (reply: FastifyReply, ready: boolean, body: object): FastifyReply =>
    reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body)
  // Several a second on every server would hide everything else in the log.
  app.get('/livez', { logLevel: 'warn' }, (_, reply) => answer(reply, true, { alive: true }))
  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    if (!probe) return answer(reply, true, { ready: true, checks: {} })
    const readiness = await probe.check()
    return answer(reply, readiness.ready, readiness)
  })
}
