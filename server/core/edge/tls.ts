/** TLS of the server's own, for installations without a proxy that ends it. A renewed certificate is taken from its files while the server runs. */
import { constants, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { SECOND } from '../clock.ts'
import { tellFault } from '../log.ts'
import type { Entrance } from './entrance.ts'

export type TlsFiles = {
  /** The certificate and those that lead to its root, PEM. */
  cert: string
  key: string
  /** Whoever has a certificate of these authorities is asked for it. It is judged by those who need one (`issuerAccess.ts`). */
  clientCa: string | undefined
}

const HANDSHAKE_MS = 10 * SECOND
/** Renewals replace files one after the other, sometimes by way of a link, which notifications of file systems miss. */
const LOOKED_AT_EVERY_MS = 2 * SECOND

/** Reads the files, and throws if they do not belong together. */
export function secureContext({ cert, key, clientCa }: TlsFiles): tls.SecureContextOptions {
  const options = {
    cert: readFileSync(cert, 'utf8'),
    key: readFileSync(key, 'utf8'),
    ...(clientCa !== undefined && { ca: readFileSync(clientCa, 'utf8') }),
    minVersion: 'TLSv1.2' as const,
    // A resumed session is not verified again, so an authority that was removed would live on in tickets.
    ...(clientCa !== undefined && { secureOptions: constants.SSL_OP_NO_TICKET }),
  }
  if (options.ca !== undefined) void new X509Certificate(options.ca)
  tls.createSecureContext(options)
  return options
}

export function tlsEntrance(files: TlsFiles): { enter: Entrance; stop: () => void } {
  let given = secureContext(files)
  const server = tls.createServer({
    ...given,
    requestCert: files.clientCa !== undefined,
    rejectUnauthorized: false, // on a port that people share, a browser without a certificate is welcome
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS,
  })
  /** A TLS socket does not say which connection it is on, but both know the peer. */
  const entering = new Map<string, (socket: TLSSocket) => void>()
  server.on('secureConnection', (socket) => {
    const peer = peerOf(socket)
    const next = entering.get(peer)
    entering.delete(peer)
    if (next) next(socket)
    else socket.destroy()
  })
  server.on('tlsClientError', (_, socket) => void socket.destroy())

  const timer = setInterval(() => {
    try {
      const found = secureContext(files)
      if (found.cert === given.cert && found.key === given.key && found.ca === given.ca) return
      server.setSecureContext(found)
      given = found
    } catch (error) {
      tellFault('certificate not reloaded', error) // the one in use stays
    }
  }, LOOKED_AT_EVERY_MS)
  timer.unref()

  const enter: Entrance = (socket, address, next) => {
    const peer = peerOf(socket)
    entering.set(peer, (secured) => next(secured, address))
    socket.once('close', () => entering.delete(peer)).on('error', () => {})
    socket.allowHalfOpen = false // node:http's wish, for whom a caller who leaves during the handshake would be one who waits
    server.emit('connection', socket)
  }
  return { enter, stop: () => clearInterval(timer) }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** `AB:CD` and `abcd` are the same. */
export const plainFingerprint = (text: string): string => text.replaceAll(':', '').toLowerCase()
