import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import { authOf, cardInHand, event, newRef, request, tells, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { db, transaction } from '../core/db.ts'
import { cardAccount, lockAccounts } from '../ledger/ledger.ts'
import { issuerOf, outside, sign, signingKey, simulatedOutside, useOutside, withIssuers } from '../outside/outside.ts'
import { limits } from './rules/limits.ts'
import { networkRoutes, networkServer } from './trades.ts'

withIssuer({ connections: 20 })
const key = signingKey(randomBytes(32).toString('base64'))
let server: Server
let app: FastifyInstance
let url: string
let card: Plastic

let opened: Promise<void> | undefined
const open = (): Promise<void> => (opened ??= opening())
async function opening(): Promise<void> {
  card = await cardInHand(await newAccount({ balanceCents: 100_000 }))
  // This test chooses the network's signing key.
  const secret = Buffer.from(key.export()).toString('base64')
  const { listEvents } = issuerOf('simulated')
  const ours = simulatedOutside({ simulatorsUrl: 'http://127.0.0.1:9', secret }).issuers.get('simulated')!
  useOutside(withIssuers(outside, { ...ours, listEvents }))
  app = Fastify({ serverFactory: (handle) => (server = networkServer(handle)) })
  await app.register(networkRoutes)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
after(() => app.close())

async function sends(
  path: string,
  body: string,
  {
    signedAt = Date.now(),
    with: signer = key,
    signature,
  }: { signedAt?: number; with?: typeof key; signature?: string } = {},
) {
  const headers = {
    'content-type': 'application/json',
    ...sign(signer, newRef(), signedAt, body),
    ...(signature && { 'webhook-signature': signature }),
  }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const asks = (body: unknown, how = {}) =>
  sends('/issuer/simulated/authorizations', typeof body === 'string' ? body : JSON.stringify(body), how)

test('a signed question over the wire gets the decision', async () => {
  await open()
  const { status, body } = await asks(request(card, 700))
  assert.deepEqual([status, body['approved'], body['isoCode']], [200, true, '00'])
  assert.equal((await moneyOn(card, card.cardId)).held, 700)
})

test('what is forged, old, ahead of time, misshapen or too large is refused and touches nothing', async () => {
  await open()
  const before = await db.selectFrom('auth').select('issuer_ref').execute()
  const body = JSON.stringify(request(card, 701))
  const other = signingKey(randomBytes(32).toString('base64'))
  assert.equal((await asks(body, { with: other })).status, 401)
  assert.equal((await asks(body, { signature: 'v1,AAAA' })).status, 401)
  assert.equal((await asks(body, { signedAt: Date.now() - 6 * 60_000 })).status, 401)
  assert.equal((await asks(body, { signedAt: Date.now() + 6 * 60_000 })).status, 401)
  assert.equal((await fetch(`${url}/issuer/simulated/authorizations`, { method: 'POST', body })).status, 401)
  for (const wrong of ['', '{', 'null', '[]', '{"kind":"authorization"}']) assert.equal((await asks(wrong)).status, 400)
  const { status, body: said } = await asks({ ...request(card, 702), amountCents: 'many' })
  assert.deepEqual([status, said], [400, { error: 'amountCents' }])
  await assert.rejects(asks('x'.repeat(20_000)).then(({ status }) => assert.notEqual(status, 413)))
  assert.deepEqual(await db.selectFrom('auth').select('issuer_ref').execute(), before)
})

test('a number with a wrong check digit is no card', async () => {
  await open()
  const last = Number(card.cardNumber.at(-1))
  const { body } = await asks(
    request({ ...card, cardNumber: card.cardNumber.slice(0, -1) + String((last + 1) % 10) }, 703),
  )
  assert.equal(body['reason'], 'CARD_NOT_FOUND')
})

test('an answer that is ready waits for those that were asked before it on the connection', async () => {
  await open()
  const written = (body: string) =>
    [
      'POST /issuer/simulated/authorizations HTTP/1.1',
      'Host: us',
      `Content-Length: ${body.length}`,
      ...Object.entries(sign(key, newRef(), Date.now(), body)).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n') + `\r\n\r\n${body}`
  const questions = [request(card, 3), { ...request(card, 4), amountCents: 'many' }, request(card, 6)]
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
  socket.write(questions.map((question) => written(JSON.stringify(question))).join(''))
  let text = ''
  await new Promise<void>((resolve) =>
    socket.on('data', (chunk: string) => void ((text += chunk).split('HTTP/1.1').length > 3 && resolve())),
  )
  socket.destroy()
  assert.match(text, /^HTTP[^]*"amountCents":3,[^]*HTTP\/1.1 400[^]*\{"error":"amountCents"\}HTTP[^]*"amountCents":6,/)
})

test('a hundred questions on eight connections are each answered with their own answer', async () => {
  await open()
  const amounts = Array.from({ length: 100 }, (_, i) => i + 1)
  const answers = await Promise.all(
    amounts.map((amount) =>
      asks(request(card, amount, { merchant: { ...request(card, 1).merchant, id: `m${amount}` } })),
    ),
  )
  answers.forEach(({ body }, i) =>
    assert.ok(body['approved'] === true ? body['amountCents'] === amounts[i] : body['reason'] === 'INSUFFICIENT_FUNDS'),
  )
  const { posted, held } = await moneyOn(card, card.cardId)
  assert.ok(held <= posted)
  await booksHold()
})

test('where nobody can tell in time what became of it, it is no answer, and the network gets it back', async () => {
  await open()
  const before = (await moneyOn(card, card.cardId)).held
  const authorization = request(card, 5)
  const { deadlineMs } = limits
  limits.deadlineMs = 200
  const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = transaction(async (tx) => {
    await lockAccounts(tx, [cardAccount(card.accountId, card.cardId)])
    locked.resolve()
    await freed.promise
  })
  await locked.promise
  try {
    assert.equal((await asks(authorization)).status, 503)
  } finally {
    limits.deadlineMs = deadlineMs
    freed.resolve()
    await locking
  }
  await tells(event('auth.reversed', card, 5, { authRef: authorization.ref, reason: 'TIMEOUT', final: true }))
  assert.equal(
    (await asks(authorization)).body['approved'] === true && (await authOf(authorization.ref))!.status !== 'REVERSED',
    false,
  )
  assert.equal((await moneyOn(card, card.cardId)).held, before)
  await booksHold()
})

test('events are taken once and thanked for; forged ones are not', async () => {
  await open()
  const told = event('clearing.posted', card, 10)
  const body = JSON.stringify({ events: [told] })
  assert.deepEqual(await sends('/issuer/simulated/events', body), { status: 200, body: { received: 1 } })
  assert.equal((await sends('/issuer/simulated/events', body)).status, 200)
  assert.equal(
    (await db.selectFrom('webhook_inbox').select('event_id').where('event_id', '=', told.id).execute()).length,
    1,
  )
  assert.equal(
    (await sends('/issuer/simulated/events', body, { with: signingKey(randomBytes(32).toString('base64')) })).status,
    401,
  )
  for (const wrong of ['{', '{}', '{"events":[{}]}', '{"events":7}'])
    assert.equal((await sends('/issuer/simulated/events', wrong)).status, 400)
})
