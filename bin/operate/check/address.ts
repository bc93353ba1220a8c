/** The public address: its name, its certificate, and whether Kaika is what answers there. */
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import { DAY } from '#server/core/clock.ts'
import type { Found, Seen } from './seen.ts'

/** Long enough to notice a renewal that failed. */
const SOON_MS = 14 * DAY
const PATIENCE_MS = 5000
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

export async function lookAtAddress({ env, config, around }: Seen): Promise<Found> {
  const { origin, trustedProxies } = config
  if (!origin) return { wrong: [], skipped: 'KAIKA_ORIGIN is missing' }
  const { hostname, protocol } = new URL(origin)
  const wrong: string[] = []
  if (LOOPBACK.test(hostname)) wrong.push(`KAIKA_ORIGIN can only be reached from this machine: ${origin}`)
  if (protocol === 'https:' && trustedProxies.length === 0 && !env['KAIKA_TLS_CERT'])
    wrong.push(`KAIKA_TRUSTED_PROXIES is empty, so behind the proxy of ${origin} all customers have one address`)
  const found = await around.lookup(hostname).catch(() => undefined)
  if (!found) return { wrong: [...wrong, `KAIKA_ORIGIN has a name that does not resolve: ${hostname}`] }
  if (protocol !== 'https:') return { wrong }
  const answer = await livez(origin, found.address)
  if ('refused' in answer) return { wrong, skipped: `nothing answers at ${origin} yet (${answer.refused})` }
  if (answer.certificate) wrong.push(`KAIKA_ORIGIN has a certificate that browsers refuse: ${answer.certificate}`)
  else if (answer.expires - around.nowMs() < SOON_MS)
    wrong.push(
      `KAIKA_ORIGIN has a certificate that expires in ${Math.floor((answer.expires - around.nowMs()) / DAY)} days`,
    )
  const isStarting = [502, 503, 504].includes(answer.status)
  if (answer.status !== 200 && !isStarting)
    wrong.push(`KAIKA_ORIGIN answers ${answer.status} at /livez: something else than Kaika is there`)
  return { wrong, ...(isStarting && { skipped: `the proxy of ${origin} has no server yet (${answer.status})` }) }
}

type Answer = { refused: string } | { status: number; expires: number; certificate: string | undefined }

/** Asked also where the certificate is wrong, so that it can be said why. */
function livez(origin: string, address: string): Promise<Answer> {
  const { host, hostname, port } = new URL(origin)
  const options = { host: address, port: port || 443, path: '/livez', headers: { host }, servername: hostname }
  return new Promise((resolve) => {
    const request = https.get(
      { ...options, rejectUnauthorized: false, agent: false, timeout: PATIENCE_MS },
      (response) => {
        const socket = response.socket as TLSSocket
        const certificate = socket.authorized ? undefined : String(socket.authorizationError)
        resolve({
          status: response.statusCode!,
          expires: Date.parse(socket.getPeerCertificate().valid_to),
          certificate,
        })
        response.destroy()
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ refused: error.code ?? error.message }))
  })
}
