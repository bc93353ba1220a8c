import { strict as assert } from 'node:assert'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { contentOf, isNotificationSigned, signRequest } from '#server/outside/rails/alipaySignatures.ts'
import { shanghaiTime } from '#server/outside/rails/bills.ts'
import type { Account } from '../payments/merchants.ts'
import { testWorld, type TestWorld } from '../testServer.ts'

const MINUTE = 60_000

/** Calls of the application, signed; and the content of the answers, which must be signed. */
async function asApplication(world: TestWorld) {
  const { settings, files } = await world.call<Account>('/alipay/account')
  const key = createPrivateKey(files['KAIKA_ALIPAY_KEY_FILE']!)
  const alipayKey = createPublicKey(files['KAIKA_ALIPAY_PUBLIC_KEY_FILE']!)
  const post = async (parameters: Record<string, string>) => {
    const response = await fetch(settings['KAIKA_ALIPAY_URL']!, {
      method: 'POST',
      body: new URLSearchParams(parameters),
    })
    assert.equal(response.status, 200)
    return response.text()
  }
  const parametersOf = (method: string, input: object, more: Record<string, string> = {}) =>
    signRequest(key, {
      ...{ app_id: settings['KAIKA_ALIPAY_APP']!, method, charset: 'utf-8', sign_type: 'RSA2', version: '1.0' },
      ...{ timestamp: shanghaiTime(world.world.now()), biz_content: JSON.stringify(input), ...more },
    })
  const call = async (method: string, input: object, more?: Record<string, string>) => {
    const content = contentOf(alipayKey, method, await post(parametersOf(method, input, more)))
    assert.ok(content !== undefined, 'not signed')
    return JSON.parse(content) as { code: string; sub_code?: string; qr_code?: string }
  }
  const make = (more: object = {}, notifyUrl = `${world.serverUrl}/notified`) =>
    call(
      'alipay.trade.precreate',
      { out_trade_no: 'order_1', total_amount: '600.00', subject: 'Kaika', ...more },
      { notify_url: notifyUrl },
    )
  return { call, make, post, parametersOf, alipayKey }
}

test('an order of a wrong form is refused, and so is a change of one', async (t) => {
  const world = await testWorld(t)
  const { make, call } = await asApplication(world)
  for (const more of [
    { out_trade_no: 'a b' },
    { total_amount: '600' },
    { total_amount: '0.00' },
    { subject: '' },
    { time_expire: 'soon' },
  ])
    assert.equal((await make(more)).sub_code, 'ACQ.INVALID_PARAMETER')
  const time_expire = shanghaiTime(world.world.now() + 15 * MINUTE)
  const first = await make({ time_expire })
  assert.equal((await make({ time_expire })).qr_code, first.qr_code)
  assert.equal((await make({ total_amount: '600.01' })).sub_code, 'ACQ.CONTEXT_INCONSISTENT')
  await world.call('/clock', { nowMs: world.world.now() + 16 * MINUTE })
  assert.equal((await make({ time_expire })).sub_code, 'ACQ.TRADE_HAS_CLOSE')
  assert.equal((await call('alipay.trade.query', { out_trade_no: 'order_1' })).sub_code, 'ACQ.TRADE_NOT_EXIST')
  assert.equal((await call('alipay.trade.unheard', {})).sub_code, 'isv.invalid-method')
  const bill = { bill_type: 'trade', bill_date: '2020-01-01' }
  assert.equal((await call('alipay.data.dataservice.bill.downloadurl.query', bill)).sub_code, 'isp.bill_not_exist')
})

test('only a signed request of the application counts', async (t) => {
  const world = await testWorld(t)
  const { post, parametersOf, call } = await asApplication(world)
  const right = parametersOf('alipay.trade.query', { out_trade_no: 'order_1' })
  const changes: Record<string, string>[] = [
    { biz_content: '{}' },
    { app_id: '2021000000000000' },
    { sign: '' },
    { more: 'x' },
  ]
  for (const changed of changes)
    assert.match(await post({ ...right, ...changed }), /^\{"error_response":.*isv\.invalid-signature/)
  const timestamp = shanghaiTime(world.world.now() - 31 * MINUTE)
  assert.equal((await call('alipay.trade.query', {}, { timestamp })).sub_code, 'isv.invalid-timestamp')
})

test('a notification is repeated until the answer is success', async (t) => {
  const world = await testWorld(t)
  const { make, alipayKey } = await asApplication(world)
  const bodies: string[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => response.end(bodies.push(body) === 1 ? '{"received":1}' : 'success'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => void server.close().closeAllConnections())
  await make({}, `http://127.0.0.1:${(server.address() as AddressInfo).port}/notified`)
  await world.call('/payers/orders/order_1/pay', {})
  const until = Date.now() + 30_000
  while (bodies.length < 2 && Date.now() < until) await new Promise((done) => setTimeout(done, 20))
  assert.ok(bodies.length >= 2, 'not repeated')
  const [first, second] = bodies.map((body) => Object.fromEntries(new URLSearchParams(body)))
  assert.equal(first!['notify_id'], second!['notify_id'])
  assert.ok(isNotificationSigned(alipayKey, first!))
  assert.deepEqual([first!['out_trade_no'], first!['total_amount'], first!['subject']], ['order_1', '600.00', 'Kaika'])
})
