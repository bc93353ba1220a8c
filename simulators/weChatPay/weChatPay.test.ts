import { strict as assert } from 'node:assert'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { shanghaiTime } from '#server/outside/rails/bills.ts'
import { authorizationOf, verifyHeaders } from '#server/outside/rails/weChatSignatures.ts'
import type { Account } from '../payments/merchants.ts'
import { testWorld, type TestWorld } from '../testServer.ts'

const MINUTE = 60_000

type Sent = { at?: number; serial?: string; merchant?: string; changed?: boolean }

/** Requests of the merchant, signed; and the answers, which must be signed unless they refuse the signature. */
async function asMerchant(world: TestWorld) {
  const { settings, files } = await world.call<Account>('/wechat/account')
  const key = createPrivateKey(files['KAIKA_WECHAT_KEY_FILE']!)
  const platform = {
    id: settings['KAIKA_WECHAT_PLATFORM_ID']!,
    key: createPublicKey(files['KAIKA_WECHAT_PLATFORM_KEY_FILE']!),
  }
  const { KAIKA_WECHAT_MERCHANT: mchid = '', KAIKA_WECHAT_APP: appid = '', KAIKA_WECHAT_URL: url = '' } = settings
  const send = async (
    to: string,
    input?: object,
    { at = world.world.now(), serial, merchant = mchid, changed }: Sent = {},
  ) => {
    const [method, body] = input ? ['POST', JSON.stringify(input)] : ['GET', '']
    const { pathname, search } = new URL(url + to)
    const certificate = { id: serial ?? settings['KAIKA_WECHAT_SERIAL']!, key }
    const response = await fetch(url + to, {
      method,
      headers: {
        authorization: authorizationOf(merchant, certificate, { method, path: pathname + search, body }, at),
        ...(input && { 'content-type': 'application/json' }),
      },
      ...(input && { body: changed ? body.replace('Kaika', 'other') : body }),
    })
    const text = await response.text()
    if (response.status !== 401) verifyHeaders(platform, Object.fromEntries(response.headers), text, world.world.now())
    return { status: response.status, ...(JSON.parse(text) as { code?: string; code_url?: string }) }
  }
  const order = (more: object = {}) => ({
    ...{ appid, mchid, description: 'Kaika', out_trade_no: 'order-1', amount: { total: 60_000, currency: 'CNY' } },
    ...{ notify_url: `${world.serverUrl}/notified`, time_expire: rfc3339(world.world.now() + 15 * MINUTE) },
    ...more,
  })
  const make = (more: object = {}, sent: Sent = {}) => send('/v3/pay/transactions/native', order(more), sent)
  return { send, make, mchid, account: { settings, files } }
}
const rfc3339 = (ms: number): string => `${shanghaiTime(ms).replace(' ', 'T')}+08:00`

test('an order of a wrong form, of another merchant or of another app is refused', async (t) => {
  const world = await testWorld(t)
  const { make } = await asMerchant(world)
  const wrong = {
    'a short number': { out_trade_no: 'short' },
    'a number with a space': { out_trade_no: 'order 1' },
    'no description': { description: '' },
    'another currency': { amount: { total: 1, currency: 'USD' } },
    'an amount in yuan': { amount: { total: 0.5 } },
    'nothing to pay': { amount: { total: 0 } },
    'an address with a query': { notify_url: 'https://cards.example/?a=1' },
    'a time without an offset': { time_expire: '2026-03-01T09:30:00' },
  }
  for (const [name, more] of Object.entries(wrong))
    assert.deepEqual(await codeOf(make(more)), [400, 'PARAM_ERROR'], name)
  assert.deepEqual(await codeOf(make({ mchid: '1900000999' })), [400, 'APPID_MCHID_NOT_MATCH'])
  assert.deepEqual(await codeOf(make({ appid: 'wx0000000000000000' })), [400, 'APPID_MCHID_NOT_MATCH'])
})

test('only a fresh signature of the merchant counts, and it covers the body', async (t) => {
  const world = await testWorld(t)
  const { make } = await asMerchant(world)
  const now = world.world.now()
  for (const sent of [
    { at: now - 6 * MINUTE },
    { at: now + 6 * MINUTE },
    { serial: 'AB' },
    { merchant: '1900000999' },
    { changed: true },
  ])
    assert.deepEqual(await codeOf(make({}, sent)), [401, 'SIGN_ERROR'])
  assert.equal((await make()).status, 200)
})

test('an order cannot be changed, nor made again once it is over', async (t) => {
  const world = await testWorld(t)
  const { make, send, mchid } = await asMerchant(world)
  const time_expire = rfc3339(world.world.now() + 15 * MINUTE)
  const first = await make({ time_expire })
  assert.equal((await make({ time_expire })).code_url, first.code_url)
  for (const more of [
    { amount: { total: 60_001 } },
    { description: 'other' },
    { time_expire: rfc3339(world.world.now()) },
  ])
    assert.deepEqual(await codeOf(make({ time_expire, ...more })), [403, 'OUT_TRADE_NO_USED'])
  await world.call('/clock', { nowMs: world.world.now() + 16 * MINUTE })
  assert.deepEqual(await codeOf(make({ time_expire })), [400, 'ORDER_CLOSED'])
  assert.deepEqual(await codeOf(send(`/v3/pay/transactions/out-trade-no/none?mchid=${mchid}`)), [
    404,
    'ORDER_NOT_EXIST',
  ])
  assert.deepEqual(await codeOf(send('/v3/refund/domestic/refunds/Rnone')), [404, 'RESOURCE_NOT_EXISTS'])
  assert.deepEqual(await codeOf(send('/v3/bill/tradebill?bill_date=2020-01-01')), [400, 'NO_STATEMENT_EXIST'])
  const today = shanghaiTime(world.world.now()).slice(0, 10)
  assert.deepEqual(await codeOf(send(`/v3/bill/tradebill?bill_date=${today}`)), [400, 'STATEMENT_CREATING'])
})

test('a notification is repeated until it is accepted, and the keys outlast a restart', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaika-simulators-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const storePath = path.join(folder, 'world.sqlite')
  const world = await testWorld(t, { storePath })
  const { make, account } = await asMerchant(world)
  const heard = await refusingFirst(t)
  await make({ notify_url: `${heard.url}/notified` })
  await world.call('/payers/orders/order-1/pay', {})
  const until = Date.now() + 30_000
  while (heard.bodies.length < 2 && Date.now() < until) await new Promise((done) => setTimeout(done, 20))
  assert.ok(heard.bodies.length >= 2, 'not repeated')
  const ids = heard.bodies.map((body) => (JSON.parse(body) as { id: string }).id)
  assert.equal(ids[0], ids[1])
  await world.stop()
  const { settings, files } = await (await testWorld(t, { storePath })).call<Account>('/wechat/account')
  assert.deepEqual(files, account.files)
  assert.notEqual(settings['KAIKA_WECHAT_URL'], account.settings['KAIKA_WECHAT_URL'])
})

/** Refuses the first request. */
async function refusingFirst(t: TestContext) {
  const bodies: string[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => void response.writeHead(bodies.push(body) === 1 ? 500 : 204).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => void server.close().closeAllConnections())
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const codeOf = async (answer: Promise<{ status: number; code?: string }>) => {
  const { status, code } = await answer
  return [status, code]
}
