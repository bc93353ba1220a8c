import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import { merchantAt } from '#simulators/weChatPay/account.ts'
import { notificationOf, transactionOf } from '#simulators/weChatPay/notify.ts'
import { breaks, orderYuan } from '#test/fixtures/payments.ts'
import { eventsKept, inPlaceOf, notify, withRealRails, workPayments } from '#test/realRails.ts'
import { accountHolder, booked, inWallet, later, status } from '#test/fixtures/topUps.ts'
import { dateOf, dayBegan, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { readDay } from '#server/funding/payments/reconcile.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import type { ProviderEvent } from '../payments.ts'
import { seal, signedHeaders } from './weChatSignatures.ts'
import { weChatPay } from './weChatPay.ts'

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

describe('WeChat Pay', () => {
  const rails = withRealRails()
  const provider = () => weChatPay(rails.accounts.wechat)
  const store = () => rails.simulators.world.store
  const anOrder = (orderNo: string, amount = 60_000) => ({
    ...{ orderNo, amount, subject: 'Kaika' },
    expiresAt: dayBegan().getTime() + 48 * HOUR,
  })
  const paid = (orderNo: string, more: Partial<ProviderEvent> = {}): ProviderEvent => ({
    ...{ id: `EV-${orderNo}`, type: 'payment.paid', orderNo, paymentRef: `42${orderNo}`, amount: 60_000 },
    occurredAt: nowMs(),
    ...more,
  })
  const notified = async (event: ProviderEvent, atMs = nowMs()) =>
    (await notify(rails, 'WECHAT', notificationOf(store(), atMs, event))).status

  test('an order is paid by its code and credited after the notification', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000)
    assert.match((await status(ana, orderNo)).qrContent ?? '', /^weixin:\/\/wxpay\/bizpayurl\?pr=/)
    await rails.ask(`/payers/orders/${orderNo}/pay`, { copies: 3 })
    assert.equal((await eventsKept(orderNo)).length, 3, 'delivered by the signed and encrypted notification')
    assert.equal(await inWallet(ana), 0, 'a notification alone credits nothing')
    await workPayments()
    assert.equal((await status(ana, orderNo)).status, 'SUCCESS')
    assert.equal(await inWallet(ana), 8_159)
  })

  test('a full refund at WeChat Pay reverses the credit; its number comes with the notification', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000)
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {})
    await workPayments()
    await rails.ask(`/payers/payments/${paymentRefs[0]!}/reverse`, {})
    assert.deepEqual(
      (await eventsKept(orderNo)).map(({ type }) => type),
      ['payment.paid', 'payment.reversed'],
    )
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['REVERSED', 0])
  })

  test('a refund of which nobody was notified is found in the bill of its day', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000)
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {})
    await workPayments()
    later(48 * HOUR)
    const day = dayBegan().getTime()
    await rails.ask(`/payers/payments/${paymentRefs[0]!}/reverse`, { tell: 'none' })
    later(34 * HOUR)
    await readDay('WECHAT', day)
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['REVERSED', 0])
  })

  test('a refund of a part is not booked and waits for staff', async (t) => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000)
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {})
    await workPayments()
    const paymentRef = paymentRefs[0]!
    assert.equal(await notified(paid(orderNo, { id: 'EV-part', type: 'payment.reversed', paymentRef, amount: 1 })), 200)
    await workPayments()
    assert.equal(await inWallet(ana), 8_159)
    assert.ok((await breaks()).includes(`CONTRADICTION ${orderNo} OPEN`))
    const part = {
      ...{ transaction_id: paymentRef, status: 'SUCCESS', success_time: '2026-03-01T09:30:00+08:00' },
      amount: { refund: 59_999 },
    }
    const url = await answering(t, (path) => (path.includes('/refund/') ? part : refunded(orderNo, paymentRef)))
    const order = await weChatPay({ ...rails.accounts.wechat, url }).queryOrder(orderNo, ['R1'])
    assert.equal(order?.payments[0]?.reversedAt, undefined)
    const both = await weChatPay({ ...rails.accounts.wechat, url }).queryOrder(orderNo, ['R1', 'R2'])
    assert.equal(both?.payments[0]?.reversedAt, Date.parse(part.success_time))
  })

  test('the same order again is the same order; with another amount it is refused', async () => {
    const first = await provider().createOrder(anOrder('again-1'))
    assert.deepEqual(await provider().createOrder(anOrder('again-1')), first)
    await assert.rejects(provider().createOrder(anOrder('again-1', 60_001)), refusedAs('OUT_TRADE_NO_USED'))
    await assert.rejects(provider().createOrder(anOrder('no')), refusedAs('PARAM_ERROR'))
    await rails.ask('/payers/orders/again-1/pay', { tell: 'none' })
    await assert.rejects(provider().createOrder(anOrder('again-1')), refusedAs('INVALID_REQUEST'))
  })

  test('an order is waiting, paid, failed, or unknown', async () => {
    assert.equal(await provider().queryOrder('never-made'), null)
    await provider().createOrder(anOrder('states-1'))
    assert.deepEqual(await provider().queryOrder('states-1'), { orderNo: 'states-1', state: 'WAITING', payments: [] })
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>('/payers/orders/states-1/pay', { tell: 'none' })
    const order = await provider().queryOrder('states-1')
    assert.deepEqual([order?.state, order?.payments.length], ['PAID', 1])
    const { paidAt, ...payment } = order!.payments[0]!
    assert.deepEqual(payment, { ref: paymentRefs[0], orderNo: 'states-1', amount: 60_000, currency: 'CNY' })
    assert.ok(Math.abs(paidAt - nowMs()) < MINUTE)
    await provider().createOrder(anOrder('states-2'))
    await rails.ask('/payers/orders/states-2/fail', {})
    assert.deepEqual(await provider().queryOrder('states-2'), {
      ...{ orderNo: 'states-2', state: 'FAILED', reason: 'PAYERROR', payments: [] },
    })
  })

  test('a forged, stale or replayed notification, and one for another merchant, stores nothing', async () => {
    const { orderNo } = await orderYuan(await accountHolder(), 60_000)
    const right = notificationOf(store(), nowMs(), paid(orderNo))
    const { platform, sealKey, merchantId, appId } = merchantAt(store())
    const send = async (body: string, headers: Record<string, string>) =>
      (await notify(rails, 'WECHAT', { body, headers: { 'content-type': 'application/json', ...headers } })).status
    assert.equal(await send(right.body.replace('支付成功', '支付成 功'), right.headers), 401, 'changed')
    assert.equal(await send(right.body, {}), 401, 'unsigned')
    const strangers = { id: platform.id, key: stranger.privateKey }
    assert.equal(await send(right.body, signedHeaders(strangers, right.body, nowMs())), 401, 'another key')
    const renamed = signedHeaders({ ...platform, id: 'PUB_KEY_ID_1' }, right.body, nowMs())
    assert.equal(await send(right.body, renamed), 401, 'another number of the key')
    assert.equal(await notified(paid(orderNo), nowMs() - 6 * MINUTE), 401, 'replayed after six minutes')
    assert.equal(await notified(paid(orderNo), nowMs() + 6 * MINUTE), 401, 'from the future')
    const resource = (mchid: string, appid: string, key = sealKey) => {
      const payment = transactionOf({ ref: 'x', amount: 60_000, paidAt: nowMs() })
      const sealed = seal(key, 'transaction', JSON.stringify({ appid, mchid, out_trade_no: orderNo, ...payment }))
      const body = JSON.stringify({ id: 'EV-x', event_type: 'TRANSACTION.SUCCESS', resource: sealed })
      return send(body, signedHeaders(platform, body, nowMs()))
    }
    assert.equal(await resource('1900000999', appId), 401, 'another merchant')
    assert.equal(await resource(merchantId, 'wx0000000000000000'), 401, 'another app')
    assert.equal(await resource(merchantId, appId, Buffer.alloc(32, 1)), 401, 'sealed with another key')
    const odd = '{"id":"EV-y","event_type":"TRANSACTION.SUCCESS"}'
    assert.equal(await send(odd, signedHeaders(platform, odd, nowMs())), 400, 'of another form')
    assert.deepEqual(await eventsKept(orderNo), [])
    assert.equal(await send(right.body, right.headers), 200)
    assert.equal(await send(right.body, right.headers), 200, 'again within five minutes')
    assert.equal((await eventsKept(orderNo)).length, 1)
    const other = '{"id":"EV-z","event_type":"REFUND.CLOSED","resource":' + right.body.split('"resource":')[1]!
    assert.equal(await send(other, signedHeaders(platform, other, nowMs())), 200, 'of no concern')
    assert.equal((await eventsKept(orderNo)).length, 1)
  })

  test('a notification of an amount that WeChat Pay does not confirm moves no money', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000)
    assert.equal(await notified(paid(orderNo)), 200)
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['WAIT_PAY', 0])
    assert.ok((await breaks()).includes(`CONTRADICTION ${orderNo} OPEN`))
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {
      tell: 'none',
    })
    assert.equal(await notified(paid(orderNo, { id: 'EV-more', paymentRef: paymentRefs[0]!, amount: 6_000_000 })), 200)
    await workPayments()
    assert.equal(await inWallet(ana), 8_159, 'what the query said')
    assert.ok((await breaks()).includes(`AMOUNT_DIFFERS ${orderNo} OPEN`))
  })

  test('an answer that WeChat Pay did not sign is neither a yes nor a no', async (t) => {
    const { orderNo } = await orderYuan(await accountHolder(), 60_000)
    const { platform } = merchantAt(store())
    const yes = JSON.stringify(refunded(orderNo, 'forged', 'SUCCESS'))
    const no = '{"code":"ORDER_NOT_EXIST","message":"x"}'
    const strangers = { id: platform.id, key: stranger.privateKey }
    const answers: Record<string, { status?: number; headers?: Record<string, string>; body: string }> = {
      'an unsigned yes': { body: yes },
      'a yes of another key': { body: yes, headers: signedHeaders(strangers, yes, nowMs()) },
      'a yes of another number': { body: yes, headers: signedHeaders({ ...platform, id: 'A1' }, yes, nowMs()) },
      'an old yes': { body: yes, headers: signedHeaders(platform, yes, nowMs() - 6 * MINUTE) },
      'a changed yes': { body: yes.replace('60000', '90000'), headers: signedHeaders(platform, yes, nowMs()) },
      'an unsigned no': { status: 404, body: no },
      'a no of another key': { status: 404, body: no, headers: signedHeaders(strangers, no, nowMs()) },
      'a signed fault': { status: 500, body: no, headers: signedHeaders(platform, no, nowMs()) },
    }
    for (const [name, answer] of Object.entries(answers)) {
      const url = await inPlaceOf(t, () => answer)
      const asked = weChatPay({ ...rails.accounts.wechat, url })
      await assert.rejects(asked.queryOrder(orderNo), OutsideUnknown, name)
      await assert.rejects(asked.createOrder(anOrder(orderNo)), OutsideUnknown, name)
    }
    for (const about of [{ out_trade_no: 'another' }, { mchid: '1900000999' }, { appid: 'wx0000000000000000' }]) {
      const url = await answering(t, () => ({ ...refunded(orderNo, 'x', 'SUCCESS'), ...about }))
      await assert.rejects(weChatPay({ ...rails.accounts.wechat, url }).queryOrder(orderNo), OutsideUnknown)
    }
  })

  test('WeChat Pay answers nobody but the merchant', async () => {
    const { merchant, url } = rails.accounts.wechat
    const keys = [
      { ...merchant, key: stranger.privateKey },
      { ...merchant, id: 'AB' },
    ]
    for (const key of keys) {
      const asked = weChatPay({ ...rails.accounts.wechat, merchant: key })
      await assert.rejects(asked.createOrder(anOrder('strangers')), OutsideUnknown)
      await assert.rejects(asked.queryOrder('strangers'), OutsideUnknown)
    }
    const response = await fetch(`${url}/v3/pay/transactions/native`, { method: 'POST' })
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [401, 'SIGN_ERROR'])
    assert.equal(await provider().queryOrder('strangers'), null)
  })

  test('the payments of a day are in its bill, from ten o’clock of the next', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000)
    await rails.ask(`/payers/orders/${orderNo}/pay`, { tell: 'none' })
    await rails.ask('/payers/strays', { provider: 'WECHAT', orderNo: 'stray-w', amount: 70_000, tell: 'none' })
    const [day, from] = [dateOf(nowMs()), dayBegan().getTime()]
    await assert.rejects(provider().paymentsOf(day), OutsideUnknown)
    later(34 * HOUR)
    const { payments } = await provider().paymentsOf(day)
    assert.deepEqual(
      payments
        .filter((one) => [orderNo, 'stray-w'].includes(one.orderNo))
        .map(({ amount, currency }) => [amount, currency]),
      [
        [60_000, 'CNY'],
        [70_000, 'CNY'],
      ],
    )
    assert.deepEqual(await provider().paymentsOf('2026-01-01'), { payments: [] }, 'a day without payments has no bill')
    await readDay('WECHAT', from)
    assert.equal(await inWallet(ana), 8_159)
    assert.ok((await booked(ana)).length > 0)
    const found = await breaks()
    for (const line of [`LOST_NOTICE ${orderNo} MENDED`, 'UNKNOWN_ORDER stray-w OPEN'])
      assert.ok(found.includes(line), line)
  })

  test('a bill that is not the one that was announced is not read', async (t) => {
    const bill = 'x'
    const links = (hash: string, of: (own: string) => string) => {
      const url: Promise<string> = answering(t, (path, own) =>
        path.includes('tradebill') ? { hash_type: 'SHA1', hash_value: hash, download_url: of(own) } : bill,
      )
      return url.then((own) => weChatPay({ ...rails.accounts.wechat, url: own }).paymentsOf('2026-01-01'))
    }
    const hash = createHash('sha1').update(JSON.stringify(bill)).digest('hex')
    await assert.rejects(
      links('0'.repeat(40), (own) => `${own}/file`),
      /another bill/,
    )
    await assert.rejects(
      links(hash, () => 'https://elsewhere.example/file'),
      /another host/,
    )
    await assert.rejects(
      links(hash, (own) => `${own}/file`),
      /not complete/,
    )
  })

  /** A provider that answers with what this returns, signed. */
  async function answering(t: TestContext, of: (path: string, own: string) => unknown): Promise<string> {
    const own: string = await inPlaceOf(t, (path) => {
      const body = JSON.stringify(of(path, own))
      return { body, headers: signedHeaders(merchantAt(store()).platform, body, nowMs()) }
    })
    return own
  }

  function refunded(orderNo: string, ref: string, trade_state = 'REFUND') {
    const { merchantId: mchid, appId: appid } = rails.accounts.wechat
    return {
      appid,
      mchid,
      out_trade_no: orderNo,
      ...transactionOf({ ref, amount: 60_000, paidAt: nowMs() }),
      trade_state,
    }
  }
})

const refusedAs = (code: string) => (error: unknown) => error instanceof OutsideRefused && error.code === code
