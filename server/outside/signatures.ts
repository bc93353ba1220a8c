/**
 * The signature scheme of every message between us and the issuer, in both directions: the open "Standard Webhooks" scheme. `webhook-signature` is `v1,` and
 * the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. Implemented with node:crypto on the received bytes, because every authorization passes
 * through it; a test compares it with the `standardwebhooks` package.
 */
import { createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hmacBytes } from '../core/hmac.ts'

export type SignatureHeaders = {
  'webhook-id': string
  /** Whole seconds since 1970. */
  'webhook-timestamp': string
  /** Several, separated by spaces, while a secret is being replaced. */
  'webhook-signature': string
}

/** The maximum age of a signed message, and how far it may be ahead of our clock. */
export const TOLERANCE_MS = 5 * 60 * 1000

export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** The key of a stored secret: base64, with or without the customary `whsec_` prefix. */
export function signingKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (bytes.length < 16) throw new RangeError('a signing secret has at least 16 bytes')
  return createSecretKey(bytes)
}

const digest = (key: KeyObject, id: string, timestamp: string, body: Buffer | string): Buffer =>
  hmacBytes(key, `${id}.${timestamp}.`, body)

/** The three headers that sign `body`. `nowMs` is the sender's clock. */
export function sign(key: KeyObject, id: string, nowMs: number, body: Buffer | string): SignatureHeaders {
  const timestamp = String(Math.floor(nowMs / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest(key, id, timestamp, body).toString('base64')}`,
  }
}

/**
 * Returns the message's id, or throws {@link BadSignature}. The body must be the received bytes: JSON that was parsed and serialized again may differ. `nowMs`
 * is the receiver's clock.
 */
export function verify(
  key: KeyObject,
  headers: IncomingHttpHeaders,
  body: Buffer | string,
  nowMs: number,
  toleranceMs = TOLERANCE_MS,
): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    throw new BadSignature('unsigned')
  if (!/^\d{1,12}$/.test(timestamp)) throw new BadSignature('timestamp')
  // The timestamp has whole seconds, so a message may appear up to a second older than it is.
  const ageMs = nowMs - Number(timestamp) * 1000
  if (ageMs >= toleranceMs + 1000 || -ageMs > toleranceMs) throw new BadSignature('too old or too far ahead')
  const expected = digest(key, id, timestamp, body)
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue
    const given = Buffer.from(signature.slice(3), 'base64')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return id
  }
  throw new BadSignature('signature')
}
