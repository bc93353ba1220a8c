import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import http from 'node:http'
import { before, describe, test } from 'node:test'
import { withApp } from '#test/http/app.ts'
import { db } from '#server/core/db.ts'
import { sign, signingKey } from '#server/outside/signatures.ts'
import { outside, useOutside, withIssuers } from '#server/outside/outside.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'
import { STRIPE_VERSION, stripeIssuer } from './stripe.ts'

describe('the doors of Stripe', () => {
  const served = withApp()
  before(() => {
    const { url } = served.simulators
    useOutside(withIssuers(outside, stripeIssuer({ ...stripeSecrets(served.secret), url, scriptUrl: url })))
  })

  test('a message that Stripe did not sign, or signed for another door, is refused and leaves nothing', async () => {
    const { authSecret, webhookSecret } = stripeSecrets(served.secret)
    const object = { id: 'ic_1', object: 'issuing.card', status: 'canceled' }
    const data = { object, previous_attributes: { status: 'active' } }
    const body = JSON.stringify({ id: 'evt_x', type: 'issuing_card.updated', created: 1, data })
    const kept = async () => (await db.selectFrom('issuer_event').select('event_id').execute()).length
    const count = await kept()
    const headerOf = (secret: string, atMs: number): string => {
      const t = Math.floor(atMs / 1000)
      return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
    }
    const sends = async (secret: string, path: string, atMs = Date.now()) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': headerOf(secret, atMs) }
      return (await fetch(`${served.url}${path}`, { method: 'POST', headers, body })).status
    }
    const [events, questions] = ['/issuer/stripe/events', '/issuer/stripe/authorizations']
    const standard = {
      'content-type': 'application/json',
      ...sign(signingKey(served.secret), 'msg_x', Date.now(), body),
    }
    assert.deepEqual(
      [
        await sends(authSecret, events),
        await sends(served.secret, events),
        await sends(webhookSecret, events, Date.now() - 6 * 60_000),
        await sends(webhookSecret, questions),
        await sends(webhookSecret, '/issuer/simulated/events'),
        (await fetch(`${served.url}${events}`, { method: 'POST', headers: standard, body })).status,
      ],
      [401, 401, 401, 401, 401, 401],
    )
    assert.equal(await kept(), count)
    assert.equal(await sends(authSecret, questions), 400)
    assert.equal(await sends(webhookSecret, events), 200)
    assert.equal(await sends(webhookSecret, events), 200)
    assert.equal(await kept(), count + 1, 'kept once')
  })

  test('an answer has Stripe’s version among its headers, whichever way it came in', async () => {
    // `curl`'s plain request is read in front of node:http, one with a body in chunks by it.
    for (const chunked of [false, true]) {
      const versions = await new Promise<unknown>((resolve, reject) => {
        const request = http.request(`${served.url}/issuer/stripe/authorizations`, { method: 'POST' }, (response) => {
          response.resume()
          resolve([response.statusCode, response.headers['stripe-version']])
        })
        request.on('error', reject)
        if (chunked) request.write('{')
        else request.setHeader('content-length', 2)
        request.end(chunked ? '}' : '{}')
      })
      assert.deepEqual(versions, [401, STRIPE_VERSION])
    }
  })
})
