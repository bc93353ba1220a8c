import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { BadSignature, sign, signingKey, TOLERANCE_MS, verify } from './signatures.ts'

const secret = randomBytes(32).toString('base64')
const key = signingKey(secret)
const body = JSON.stringify({ ref: 'aut_1', name: '开卡 — café', amountCents: 1234 })

test('the standardwebhooks package verifies what we sign', () => {
  const headers = sign(key, 'msg_1', Date.now(), Buffer.from(body))
  assert.deepEqual(new Webhook(`whsec_${secret}`).verify(body, headers), JSON.parse(body))
})

test('we verify what the standardwebhooks package signs', () => {
  const at = new Date()
  const signature = new Webhook(secret).sign('msg_2', at, body)
  const headers = {
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
  assert.equal(verify(key, headers, Buffer.from(body), at.getTime()), 'msg_2')
})

test('a changed body, id, timestamp or secret is refused', () => {
  const now = Date.now()
  const headers = sign(key, 'msg_3', now, body)
  const wrong: [typeof headers, string, typeof key][] = [
    [headers, body.replace('1234', '1235'), key],
    [{ ...headers, 'webhook-id': 'msg_4' }, body, key],
    [{ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body, key],
    [headers, body, signingKey(randomBytes(32).toString('base64'))],
    [{ ...headers, 'webhook-signature': 'v1,' }, body, key],
    [{ ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }, body, key],
  ]
  for (const [given, text, with_] of wrong) assert.throws(() => verify(with_, given, text, now), BadSignature)
  assert.throws(() => verify(key, {}, body, now), BadSignature)
})

test('a message five minutes old is taken, an older one and one from the future are not', () => {
  const now = 1_790_000_000_000
  assert.equal(verify(key, sign(key, 'm', now - TOLERANCE_MS, body), body, now), 'm')
  assert.equal(verify(key, sign(key, 'm', now + TOLERANCE_MS, body), body, now), 'm')
  assert.throws(() => verify(key, sign(key, 'm', now - TOLERANCE_MS - 1000, body), body, now), BadSignature)
  assert.throws(() => verify(key, sign(key, 'm', now + TOLERANCE_MS + 1000, body), body, now), BadSignature)
})

test('while a secret is replaced, one good signature among several is enough', () => {
  const now = Date.now()
  const old = sign(signingKey(randomBytes(32).toString('base64')), 'm', now, body)
  const good = sign(key, 'm', now, body)
  const both = { ...good, 'webhook-signature': `${old['webhook-signature']} ${good['webhook-signature']}` }
  assert.equal(verify(key, both, body, now), 'm')
})

test('a secret too short to be one is refused', () => {
  assert.throws(() => signingKey('c2hvcnQ='), RangeError)
})
