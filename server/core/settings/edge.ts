/** Settings of what lies between the server and its callers: proxies, TLS, names, the network's door (docs/operate/edge.md). */
import { isIP } from 'node:net'
import path from 'node:path'
import { plainFingerprint, secureContext, type TlsFiles } from '../edge/tls.ts'
import type { Settings } from './settings.ts'

export type Edge = {
  /** Ports on which each connection begins with a header of the PROXY protocol. */
  proxyProtocol: 'off' | 'console' | 'decide' | 'all'
  /** TLS of the server's own. Undefined: plain HTTP. */
  tls: TlsFiles | undefined
  /** Names that browsers may use for this server. Empty: any. */
  hosts: readonly string[]
  /** Addresses that card networks call from. Empty: any. */
  issuerAddresses: readonly string[]
  /** For each issuer the fingerprints and names of its certificates. Empty: any certificate of the authority. */
  issuerClients: ReadonlyMap<string, readonly string[]>
  /** Whether a server is ready only with a synchronous standby. */
  requireStandby: boolean
}

type Known = { origin: string | undefined; simulated: boolean; trustedProxies: readonly string[] }

/** The simulated world calls the server on this machine, whatever the console's address is. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const FINGERPRINT = /^(?:[0-9a-f]{2}:?){31}[0-9a-f]{2}$/i

export function edgeOf(settings: Settings, { origin, simulated, trustedProxies }: Known): Edge {
  const proxyProtocol = settings.oneOf('KAIKA_PROXY_PROTOCOL', ['off', 'console', 'decide', 'all'], 'off')
  if (proxyProtocol !== 'off' && trustedProxies.length === 0)
    settings.wrong(
      'KAIKA_TRUSTED_PROXIES is missing: KAIKA_PROXY_PROTOCOL accepts connections only from the proxies that it names',
    )
  return {
    proxyProtocol,
    tls: tlsOf(settings),
    hosts: hostsOf(settings, origin, simulated),
    issuerAddresses: settings.ranges('KAIKA_ISSUER_ADDRESSES'),
    issuerClients: clientsOf(settings),
    requireStandby: settings.isOn('KAIKA_REQUIRE_STANDBY'),
  }
}

function tlsOf(settings: Settings): TlsFiles | undefined {
  const given = ['KAIKA_TLS_CERT', 'KAIKA_TLS_KEY', 'KAIKA_ISSUER_CLIENT_CA'].filter((name) => settings.text(name))
  if (given.length === 0) return undefined
  const because = `${given.join(' and ')} ${given.length === 1 ? 'needs' : 'need'} it`
  const clientCa = settings.text('KAIKA_ISSUER_CLIENT_CA')
  const files = {
    cert: path.resolve(settings.required('KAIKA_TLS_CERT', because)),
    key: path.resolve(settings.required('KAIKA_TLS_KEY', because)),
    clientCa: clientCa && path.resolve(clientCa),
  }
  if (!settings.text('KAIKA_TLS_CERT') || !settings.text('KAIKA_TLS_KEY')) return undefined
  try {
    secureContext(files)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    settings.wrong(`${given.join(', ')}: the files cannot be read or do not belong together (${code})`)
  }
  return files
}

function hostsOf(settings: Settings, origin: string | undefined, simulated: boolean): string[] {
  const given = listOf(settings.text('KAIKA_HOSTS'))
  const wrong = given.find((host) => !HOST.test(host) && !isIP(host.replace(/^\[(.*)\]$/, '$1')))
  if (wrong !== undefined) settings.wrong(`KAIKA_HOSTS has names without a port, like cards.example, not ${wrong}`)
  const own = origin === undefined ? [] : [new URL(origin).hostname]
  const hosts = given.length ? given : own
  return hosts.length && simulated ? [...hosts, ...LOOPBACK] : hosts
}

/** `lithic=client.example,stripe=AB:CD:…`: an issuer may have several. */
function clientsOf(settings: Settings): Map<string, string[]> {
  const clients = new Map<string, string[]>()
  for (const entry of listOf(settings.text('KAIKA_ISSUER_CLIENTS'))) {
    const [issuerId = '', client = '', ...more] = entry.split('=')
    const isRight = /^[a-z][\w-]*$/.test(issuerId) && more.length === 0
    if (isRight && FINGERPRINT.test(client)) add(clients, issuerId, plainFingerprint(client))
    else if (isRight && HOST.test(client)) add(clients, issuerId, client)
    else
      settings.wrong(
        `KAIKA_ISSUER_CLIENTS has entries like lithic=client.example or lithic=<SHA-256 fingerprint>, not ${entry}`,
      )
  }
  if (clients.size && !settings.text('KAIKA_ISSUER_CLIENT_CA'))
    settings.wrong('KAIKA_ISSUER_CLIENT_CA is missing: KAIKA_ISSUER_CLIENTS names certificates that it has issued')
  return clients
}

const add = (clients: Map<string, string[]>, issuerId: string, client: string): void =>
  void clients.set(issuerId, [...(clients.get(issuerId) ?? []), client])

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
