/** What lies between this server and its callers (docs/operate/edge.md). */
import { inRanges } from '../core/addresses.ts'
import { inOrder, openEntrance, type Entrance } from '../core/edge/entrance.ts'
import { hostCheck } from '../core/edge/hosts.ts'
import { IssuerAccess } from '../core/edge/issuerAccess.ts'
import { proxyEntrance } from '../core/edge/proxyProtocol.ts'
import { tlsEntrance } from '../core/edge/tls.ts'
import type { Config, Role } from '../core/settings/config.ts'

export type ServedEdge = {
  entrance: Entrance
  /** Undefined: anyone may try the network's door. */
  access: IssuerAccess | undefined
  isOurHost: ReturnType<typeof hostCheck>
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
