import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from '@fastify/helmet'
import compress from '@fastify/compress'
import files from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../core/config.ts'

const dist = path.join(import.meta.dirname, '../../dist')

/** What a page of ours never asks a browser for, and so nobody who got into one may either. */
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

/** The headers that every answer but a file of the console's carries. Registered first, so that no route is without them. */
export async function guardAnswers(
  app: FastifyInstance,
  { chatScript, uploadUrl, origin }: Partial<Pick<Config, 'chatScript' | 'uploadUrl' | 'origin'>> = {},
): Promise<void> {
  // A live chat that the service names may load, speak and show itself; without one nothing but our own may.
  const chat = chatScript === undefined ? [] : [new URL(chatScript).origin]
  const uploads = uploadUrl === undefined ? [] : [new URL(uploadUrl).origin]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...chat],
        // The sign-in pages work in the background (docs/flows/sign-up.md); a live chat has no business there.
        workerSrc: ["'self'"],
        // antd writes its styles at run time; scripts stay forbidden inline.
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
    // Behind a plain address the header would only lock a developer out of 127.0.0.1. Subdomains are their owners' to decide.
    strictTransportSecurity: origin?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy)
    done()
  })
  // Answers only: no console sends a compressed request, and one that says so is taken at its bytes.
  await app.register(compress, { global: true, globalDecompression: false, threshold: 2048, encodings: ['br', 'gzip'] })
}

/** For an answer that no hook comes to. */
export const unguarded = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Rules about what a page may do mean nothing on what a page loads: 900 bytes less for each of its files. Only the type must not be
 * guessed.
 */
function leaveBare(reply: FastifyReply): void {
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  void reply.header('x-content-type-options', 'nosniff')
}

/** The built consoles. Hashed files are kept for ever, pages never. */
export async function serveConsoles(app: FastifyInstance, folder = dist): Promise<void> {
  if (!existsSync(folder)) return
  // The staff's desk is a page of its own folder; without the slash its address is typed.
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
