import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { BadSignature } from '#server/outside/signatures.ts'
import { stripeKey, verifyStripe } from './signature.ts'

const SECRET = 'whsec_0123456789abcdef0123456789abcdef'
const key = stripeKey(SECRET)
const { webhooks } = new Stripe('sk_test_0123456789')
const NOW = Date.UTC(2026, 10, 26, 10)
const body = Buffer.from('{"id":"evt_1","text":"开卡"}')
/** As Stripe's own code signs. */
const signed = (payload = body.toString(), timestamp = NOW / 1000, secret = SECRET): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp })
const verified = (header: string | string[] | undefined, bytes = body, at = NOW): void =>
  verifyStripe(key, header === undefined ? {} : { 'stripe-signature': header as string }, bytes, at)

test('what Stripe’s own code has signed is accepted, and our clock may differ by five minutes', () => {
  verified(signed())
  verified(signed(), body, NOW + 300_999)
  verified(signed(), body, NOW - 300_000)
  assert.throws(() => verified(signed(), body, NOW + 301_000), BadSignature)
  assert.throws(() => verified(signed(), body, NOW - 301_000), BadSignature)
})

test('another secret, another body, another time and half a header are refused', () => {
  const header = signed()
  const wrong = [
    ...[undefined, '', 'v1=00', 't=1', `t=x,v1=00`, 't=1764151200', [header, header]],
    signed(body.toString(), NOW / 1000, `${SECRET}0`),
    signed(`${body.toString()} `),
    header.replace(/^t=\d+/, `t=${NOW / 1000 + 1}`),
    header.replace('v1=', 'v0='),
    header.slice(0, -2),
    `${header}00`,
  ]
  for (const one of wrong) assert.throws(() => verified(one), BadSignature, String(one))
  assert.throws(() => verified(header, Buffer.from('{"id":"evt_2"}')), BadSignature)
})

test('while a secret is being replaced, one of two signatures is enough', () => {
  const [other, ours] = [signed(body.toString(), NOW / 1000, 'whsec_old'), signed()]
  verified(`${other},${ours.slice(ours.indexOf('v1='))}`)
  verified(`${other.replace('v1=', 'v0=')},${ours.slice(ours.indexOf('v1='))}`)
})
