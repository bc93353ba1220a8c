import type { FastifyInstance } from 'fastify'
import helmet from '@fastify/helmet'
import compress from '@fastify/compress'
import files from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'

const dist = path.join(import.meta.dirname, '..', 'dist')

/** The headers that every answer carries. Registered first, so that no route is without them. */
export async function guardAnswers(
  app: FastifyInstance,
  { chatScript, uploadUrl }: { chatScript?: string | undefined; uploadUrl?: string | undefined } = {},
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
    hsts: false, // said by the proxy that holds the certificate
  })
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] })
}

/** For an answer that no hook comes to. */
export const unguarded = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The built consoles. Hashed files are kept for ever, pages never. */
export async function serveConsoles(app: FastifyInstance): Promise<void> {
  if (!existsSync(dist)) return
  // The staff's desk is a page of its own folder; without the slash its address is typed.
  app.get('/operator', (_, reply) => reply.redirect('/operator/'))
  await app.register(files, {
    root: dist,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const forEver = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
