/**
 * Stripe's signature of a message: the header `Stripe-Signature` is `t=<seconds>,v1=<hex>`, with the HMAC-SHA256 of `<seconds>.<body>` under the whole secret
 * `whsec_…` as text. On the hot path: node:crypto on the received bytes, without the SDK; a test compares the two.
 */
import { createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hmacBytes } from '#server/core/hmac.ts'
import { BadSignature, TOLERANCE_MS } from '#server/outside/signatures.ts'

export const stripeKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret))

/** One header in the form in which Stripe writes it; several `v1` while a secret is being replaced. Parts of other names (`v0`) are passed over. */
const HEADER = /^t=(\d{1,12})((?:,\w+=[^,\s]+)+)$/

/** Throws {@link BadSignature} unless the body has this signature and is at most five minutes off our clock. */
export function verifyStripe(key: KeyObject, headers: IncomingHttpHeaders, body: Buffer, nowMs: number): void {
  const header = headers['stripe-signature']
  const [, seconds, parts] = (typeof header === 'string' && HEADER.exec(header)) || []
  if (seconds === undefined || parts === undefined) throw new BadSignature('unsigned')
  // Whole seconds: a message may appear up to a second older than it is.
  const ageMs = nowMs - Number(seconds) * 1000
  if (ageMs >= TOLERANCE_MS + 1000 || -ageMs > TOLERANCE_MS) throw new BadSignature('too old or too far ahead')
  const expected = hmacBytes(key, `${seconds}.`, body)
  for (const part of parts.split(',')) {
    if (!part.startsWith('v1=')) continue
    const given = Buffer.from(part.slice(3), 'hex')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return
  }
  throw new BadSignature('signature')
}
