import type { FastifyInstance } from 'fastify'
import helmet from '@fastify/helmet'
import compress from '@fastify/compress'
import type { Config } from '../core/settings/config.ts'

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
export async function setSecurityHeaders(
  app: FastifyInstance,
  {
    chatScript,
    uploadUrl,
    secure = false,
    frames = [],
  }: Partial<Pick<Config, 'chatScript' | 'uploadUrl'>> & {
    /** Whether browsers reach us by https only. */
    secure?: boolean
    frames?: readonly string[]
  } = {},
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
        styleSrc: ["'self'", ...chat],
        imgSrc: ["'self'", 'data:', 'blob:', ...chat],
        connectSrc: ["'self'", ...chat, ...uploads],
        ...(chat.length + frames.length > 0 && { frameSrc: [...chat, ...frames] }),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Texts become scripts or elements through two policies only: web/parts/trustedUrl.ts, and DOMPurify's in web/parts/SafeHtml.tsx. The default one
        // permits the empty text (web/ui/forms/DateRange.tsx). The loaders of live chats add scripts by their addresses and know no policy.
        ...(chat.length === 0 && {
          requireTrustedTypesFor: ["'script'"],
          trustedTypes: ['kaika', 'dompurify', 'default'],
        }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // On a plain-HTTP origin, the header would only lock a developer out of 127.0.0.1. Subdomains are left to their owners.
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  app.addHook('onRequest', (_, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy)
    done()
  })
  // Answers only: no console sends compressed requests, and one that claims to is read as raw bytes.
  await app.register(compress, { global: true, globalDecompression: false, threshold: 2048, encodings: ['br', 'gzip'] })
}

/** For answers that no hook reaches. */
export const securityHeadersWithoutHooks = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
