/** What lies between this server and its callers (docs/operate/edge.md), and the probes of those who choose between servers. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { inRanges } from '../core/addresses.ts'
import { inOrder, openEntrance, type Entrance } from '../core/edge/entrance.ts'
import { IssuerAccess } from '../core/edge/issuerAccess.ts'
import { proxyEntrance } from '../core/edge/proxyProtocol.ts'
import { tlsEntrance } from '../core/edge/tls.ts'
import type { ReadinessProbe } from '../core/health/readiness.ts'
import { version } from '../core/metrics/processMetrics.ts'
import type { Config, Role } from '../core/settings/config.ts'

export type ServedEdge = {
  entrance: Entrance
  /** Undefined: anyone may try the network's door. */
  access: IssuerAccess | undefined
  isOurHost: (request: { hostname: string; url: string }) => boolean
  /** Whether browsers reach the server by https only. */
  secure: boolean
  stop: () => void
}

export function serveEdge(
  { edge, trustedProxies = [], origin }: Partial<Pick<Config, 'edge' | 'trustedProxies' | 'origin'>>,
  does: ReadonlySet<Role>,
): ServedEdge {
  // A process that only runs jobs has a port for probes, and no callers.
  const door = does.has('console') ? 'console' : does.has('decide') ? 'decide' : undefined
  const { proxyProtocol = 'off', tls, hosts = [], issuerAddresses = [], issuerClients = new Map() } = edge ?? {}
  const hasHeader = door !== undefined && (proxyProtocol === door || proxyProtocol === 'all')
  const secured = door !== undefined && tls ? tlsEntrance(tls) : undefined
  const certificates = tls?.clientCa !== undefined
  const isRestricted = certificates || issuerAddresses.length > 0
  return {
    entrance: inOrder(
      hasHeader ? proxyEntrance(inRanges(trustedProxies)) : openEntrance,
      secured?.enter ?? openEntrance,
    ),
    access: isRestricted
      ? new IssuerAccess({ addresses: issuerAddresses, certificates, clients: issuerClients, trustedProxies })
      : undefined,
    isOurHost: hostCheck(hosts),
    secure: origin === undefined ? secured !== undefined : origin.startsWith('https:'),
    stop: () => secured?.stop(),
  }
}

/** For operators and for card networks: they are told apart by other means, and reach a server under names and addresses of their own. */
const ANY_HOST = /^\/(?:livez|readyz)(?:\?|$)|^\/issuer\//

/**
 * Returns a check for whether a request is for one of `hosts`, names without a port. Empty: for any. A request for another name came through one that belongs to somebody
 * else, so its answer is for nobody.
 */
function hostCheck(hosts: readonly string[]): (request: { hostname: string; url: string }) => boolean {
  if (hosts.length === 0) return () => true
  const ours = new Set(hosts.map((host) => host.toLowerCase()))
  return ({ hostname, url }) => ours.has(hostname.toLowerCase().replace(/\.$/, '')) || ANY_HOST.test(url)
}

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
  app.get('/livez', { logLevel: 'warn' }, (_, reply) => answer(reply, true, { alive: true, version }))
  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    if (!probe) return answer(reply, true, { ready: true, checks: {} })
    const readiness = await probe.check()
    return answer(reply, readiness.ready, readiness)
  })
}
