import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { newStaff } from '#test/fixtures/staff.ts'
import { withWorld } from '#test/world.ts'
import { DAY, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { db, many, run, sql } from '#server/core/db.ts'
import { metricsText } from '#server/core/metrics/serveMetrics.ts'
import { buildApp } from '#server/http/app.ts'
import { simulatedOutside, useOutside } from '#server/outside/outside.ts'
import { twilioSignature, twilioSms } from '#server/outside/sms/twilioSms.ts'
import { healthAnswers } from '#server/staff/module.ts'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { forgetReceipts } from './queries.ts'

withWorld()

const account = { accountSid: `AC${'0a'.repeat(16)}`, authToken: 'a token', from: '+15005550006' }
const secret = Buffer.alloc(32, 3).toString('base64')
let app: FastifyInstance
let origin: string
let simulators: Simulators
before(async () => {
  app = await buildApp({ checkAnswers: true, port: 0 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  simulators = await startSimulators({ serverUrl: origin, secret, vendors: { twilio: account } })
  useOutside({
    ...simulatedOutside({ simulatorsUrl: simulators.url, secret }),
    sms: twilioSms({ ...account, url: `${simulators.url}/twilio`, origin }),
  })
})
after(async () => {
  await simulators.stop()
  await app.close()
})

type Row = { message_ref: string; outcome: string; error_code: string | null }
const rows = () => many(db, sql<Row>`SELECT message_ref, outcome, error_code FROM sms_receipt ORDER BY received_at`)

/** A receipt as Twilio would send it, changed after it was signed by `changes`. */
async function receive(
  fields: Record<string, string> = {},
  {
    at = String(nowMs()),
    token = account.authToken,
    changes = (body: string) => body,
    path = '/sms/twilio/receipts',
    signed = true,
  } = {},
): Promise<number> {
  const form = new URLSearchParams({
    ...{ AccountSid: account.accountSid, MessageSid: `SM${'0d'.repeat(16)}`, MessageStatus: 'delivered', To: '+8613' },
    ...fields,
  })
  const url = `${origin}${path}?at=${at}`
  const response = await fetch(url, {
    method: 'POST',
    body: changes(form.toString()),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(signed && { 'x-twilio-signature': twilioSignature(token, url, form) }),
    },
  })
  return response.status
}

test('what became of a text is told by its gateway, kept without the number, and shown at the desk and to Prometheus', async () => {
  const sms = twilioSms({ ...account, url: `${simulators.url}/twilio`, origin })
  await sms.send({ area: '86', mobile: '13800000001', text: 'hello' })
  await sms.send({ area: '86', mobile: '13800000001', text: 'again' })
  await sms.send({ area: '1', mobile: '5005550030', text: 'to nobody' })
  while ((await rows()).length < 3) await sleep(20)
  const found = await rows()
  assert.deepEqual(found.map(({ outcome, error_code }) => `${outcome} ${error_code}`).sort(), [
    'DELIVERED null',
    'DELIVERED null',
    'FAILED 30006',
  ])
  assert.ok(found.every(({ message_ref }) => /^SM[0-9a-f]{32}$/.test(message_ref)))
  const { texts } = await healthAnswers.serviceHealth(await newStaff(['SRE']), {})
  assert.deepEqual(texts, { delivered: 2, failed: 1 })
  assert.match(await metricsText(), /^kaika_texts_day\{outcome="delivered"\} 2$/m)
  await assert.rejects(run(db, sql`UPDATE sms_receipt SET outcome = 'DELIVERED'`), /permission denied/)
  await forgetReceipts(db, new Date(nowMs() + 1000))
  assert.deepEqual(await rows(), [])
})

test('a receipt that is forged, changed, stale, from the future or of another account leaves no row', async () => {
  const refused: Promise<number>[] = [
    receive({}, { token: 'another' }),
    receive({}, { signed: false }),
    receive({}, { changes: (body) => body.replace('delivered', 'failed') }),
    receive({}, { changes: (body) => `${body}&ErrorCode=1` }),
    receive({ AccountSid: `AC${'0e'.repeat(16)}` }),
    receive({}, { at: String(nowMs() - 73 * HOUR) }),
    receive({}, { at: String(nowMs() + 6 * MINUTE) }),
    receive({}, { at: '' }),
    receive({}, { at: 'x' }),
  ]
  assert.deepEqual(
    await Promise.all(refused),
    refused.map(() => 403),
  )
  assert.equal(await receive({ MessageSid: 'x' }), 400)
  assert.equal(await receive({}, { path: '/sms/aliyun/receipts' }), 404)
  assert.deepEqual(await rows(), [])
})

test('a receipt that is replayed, also days later, and a second outcome of one message change nothing', async () => {
  assert.equal(await receive({ MessageStatus: 'sent' }), 204)
  assert.deepEqual(await rows(), [])
  const at = String(nowMs() - 2 * DAY)
  for (let time = 0; time < 3; time++) assert.equal(await receive({}, { at }), 204)
  assert.equal(await receive({ MessageStatus: 'undelivered', ErrorCode: '30003' }), 204)
  assert.deepEqual(
    (await rows()).map(({ outcome }) => outcome),
    ['DELIVERED'],
  )
})

test('where the gateway signs no receipts there is no address for them', async () => {
  useOutside(simulatedOutside({ simulatorsUrl: simulators.url, secret }))
  assert.equal(await receive(), 404)
})
