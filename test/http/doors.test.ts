/** The card network's endpoints are reachable by anyone: without its signature they reveal nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { nowMs } from '#server/core/clock.ts'
import { prove } from '#server/ledger/ledger.ts'
import { signedRequest } from '#simulators/network/post.ts'
import { send, withApp } from './app.ts'
import { hostile } from './attacks.ts'
import { leaksIn } from './responseRules.ts'
import { purchaseOf } from './purchases.ts'

const plastic = { cardNumber: '4000001234567899', cvc: '123', expMonth: 1, expYear: 2030 }
const order = { id: 'evt_1', issuer: 'simulated', type: 'auth.cleared', cardRef: 'ref_1', occurredAt: 1 }

describe('the doors of the card network', () => {
  const served = withApp()

  /** Generates a message with one invalid value, or something that is not a message. */
  const spoilt = (message: object): fc.Arbitrary<string> => {
    const one = fc
      .tuple(fc.constantFrom(...Object.keys(message)), hostile)
      .map(([key, value]) => ({ ...message, [key]: value }))
    return fc.oneof(
      one.map((changed) => JSON.stringify(changed)),
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        'null',
        '[]',
        '{"events":null}',
        '{"events":[null]}',
        '{"kind":"increment"}',
        '['.repeat(5000),
        'x'.repeat(17_000),
      ),
    )
  }
  const doors: [string, fc.Arbitrary<string>][] = [
    ['/issuer/simulated/authorizations', spoilt(purchaseOf(plastic, 500))],
    [
      '/issuer/simulated/events',
      fc.oneof(
        spoilt(order),
        spoilt(order).map((event) => `{"events":[${event}]}`),
      ),
    ],
  ]

  for (const [path, bodies] of doors) {
    const sent = async (
      body: string,
      headers: Record<string, string | number>,
    ): Promise<{ status: number; text: string } | undefined> => {
      try {
        return await send(served.url, { method: 'POST', path, headers, body: Buffer.from(body) })
      } catch (error) {
        // The server hangs up: no message of the network is this long.
        if (body.length > 16_384) return undefined
        throw error
      }
    }

    test(`${path}: unsigned, signed by another and signed long ago is refused before it is read`, async () => {
      const { key } = served.simulators.world
      const wrong = fc.constantFrom<(body: string) => Record<string, string | number>>(
        () => ({}),
        () => ({ 'webhook-id': 'a', 'webhook-timestamp': 'x', 'webhook-signature': 'v1,' }),
        () => ({
          'webhook-id': 'a',
          'webhook-timestamp': String(Math.floor(nowMs() / 1000)),
          'webhook-signature': 'v1,AAAA v1, v2,x',
        }),
        (body) => signedRequest({ key, id: 'a', nowMs: nowMs() - 3_600_000, body }).headers,
        (body) => signedRequest({ key, id: 'a', nowMs: nowMs(), body: `${body} ` }).headers,
      )
      await fc.assert(
        fc.asyncProperty(bodies, wrong, fc.boolean(), async (body, headersOf, typed) => {
          const { 'content-type': type = 'application/json', 'content-length': _, ...headers } = headersOf(body)
          const answer = await sent(body, typed ? { ...headers, 'content-type': type } : headers)
          if (answer) assert.ok([401, 413].includes(answer.status), `${answer.status} ${answer.text}`)
        }),
        { numRuns: 400, seed: 1 },
      )
    })

    test(`${path}: signed nonsense is refused or declined, and no fault`, async () => {
      const { key } = served.simulators.world
      let n = 0
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const answer = await sent(body, signedRequest({ key, id: `nonsense-${n++}`, nowMs: nowMs(), body }).headers)
          if (!answer) return
          assert.ok([200, 400, 413].includes(answer.status), `${answer.status} ${answer.text}`)
          assert.doesNotMatch(answer.text, /"approved":true/)
          assert.deepEqual(leaksIn({ code: 0, answer: answer.text } as never, []), [])
        }),
        { numRuns: 600, seed: 1 },
      )
      assert.deepEqual(await prove(), [])
    })
  }
})
