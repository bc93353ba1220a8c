import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from '@fastify/helmet'
import compress from '@fastify/compress'
import files from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../core/config.ts'

const dist = path.join(import.meta.dirname, '../../dist')

/** Browser features that our pages never use, so an attacker who injects code cannot use them either. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers of every answer except the console's files. Registered first, so that every route has them. */
export async function guardAnswers(
  app: FastifyInstance,
  { chatScript, uploadUrl, origin }: Partial<Pick<Config, 'chatScript' | 'uploadUrl' | 'origin'>> = {},
): Promise<void> {
  // A configured live chat may load, connect and show itself; without one, only our own origin may.
  const chat = chatScript === undefined ? [] : [new URL(chatScript).origin]
  const uploads = uploadUrl === undefined ? [] : [new URL(uploadUrl).origin]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...chat],
        // The sign-in pages work in the background (docs/flows/sign-up.md); a live chat must not.
        workerSrc: ["'self'"],
        // antd writes its styles at run time; inline scripts stay forbidden.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...chat],
        connectSrc: ["'self'", ...chat, ...uploads],
        ...(chat.length && { frameSrc: chat }),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // On a plain-HTTP origin, the header would only lock a developer out of 127.0.0.1. Subdomains are left to their owners.
    strictTransportSecurity: origin?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy)
    done()
  })
  // Answers only: no console sends compressed requests, and one that claims to is read as raw bytes.
  await app.register(compress, { global: true, globalDecompression: false, threshold: 2048, encodings: ['br', 'gzip'] })
}

/** For answers that no hook reaches. */
export const unguarded = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Page policies have no effect on what a page loads: 900 bytes less for each of its files. Only content-type sniffing must be disabled. */
function leaveBare(reply: FastifyReply): void {
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  void reply.header('x-content-type-options', 'nosniff')
}

/** Serves the built consoles. Hashed files are cached forever, pages never. */
export async function serveConsoles(app: FastifyInstance, folder = dist): Promise<void> {
  if (!existsSync(folder)) return
  // The staff desk is a page in its own folder; people type its address without the slash.
  app.get('/operator', (_, reply) => reply.redirect('/operator/'))
  await app.register(files, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, file) => {
      if (!file.endsWith('.html')) leaveBare(reply)
      const forEver = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
