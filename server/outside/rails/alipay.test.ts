import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { applicationAt } from '#simulators/alipay/account.ts'
import { notificationOf } from '#simulators/alipay/notify.ts'
import { breaks, orderYuan } from '#test/fixtures/payments.ts'
import { eventsKept, inPlaceOf, notify, withRealRails, workPayments } from '#test/realRails.ts'
import { accountHolder, inWallet, later, status } from '#test/fixtures/topUps.ts'
import { dateOf, dayBegan, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { readDay } from '#server/funding/payments/reconcile.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import type { ProviderEvent } from '../payments.ts'
import { alipay } from './alipay.ts'
import { signedAnswer, signNotification } from './alipaySignatures.ts'
import { alipayBill, shanghaiTime, unzipAlipayBill } from './bills.ts'

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

describe('Alipay', () => {
  const rails = withRealRails()
  const provider = () => alipay(rails.accounts.alipay)
  const store = () => rails.simulators.world.store
  const anOrder = (orderNo: string, amount = 60_000) => ({
    ...{ orderNo, amount, subject: 'Kaika' },
    expiresAt: dayBegan().getTime() + 48 * HOUR,
  })
  const paid = (orderNo: string, more: Partial<ProviderEvent> = {}): ProviderEvent => ({
    ...{ id: `N-${orderNo}`, type: 'payment.paid', orderNo, paymentRef: `2026${orderNo}`, amount: 60_000 },
    occurredAt: nowMs(),
    ...more,
  })
  const send = (sent: { body: string; headers: Record<string, string> }) => notify(rails, 'ALIPAY', sent)
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

  test('an order is paid by its code and credited after the notification, which we answer with success', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000, 'ONLINE_ALIPAY')
    assert.match((await status(ana, orderNo)).qrContent ?? '', /^https:\/\/qr\.alipay\.com\//)
    const event = paid(orderNo)
    assert.deepEqual(await send(notificationOf(store(), nowMs(), event)), { status: 200, text: 'success' })
    await rails.ask(`/payers/orders/${orderNo}/pay`, {})
    assert.deepEqual(await rails.ask('/payers/flush', {}), { delivered: true }, 'it takes only success for a yes')
    assert.equal(await inWallet(ana), 0, 'a notification alone credits nothing')
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['SUCCESS', 8_159])
  })

  test('a full refund at Alipay reverses the credit, a refund of a part waits for staff', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000, 'ONLINE_ALIPAY')
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {})
    await workPayments()
    const part = paid(orderNo, { id: 'N-part', type: 'payment.reversed', paymentRef: paymentRefs[0]!, amount: 1 })
    assert.equal((await send(notificationOf(store(), nowMs(), part))).status, 200)
    await workPayments()
    assert.equal(await inWallet(ana), 8_159)
    assert.ok((await breaks()).includes(`CONTRADICTION ${orderNo} OPEN`))
    await rails.ask(`/payers/payments/${paymentRefs[0]!}/reverse`, {})
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['REVERSED', 0])
  })

  test('the same order again is the same order; with another amount it is refused', async () => {
    const first = await provider().createOrder(anOrder('again_1'))
    assert.deepEqual(await provider().createOrder(anOrder('again_1')), first)
    await assert.rejects(provider().createOrder(anOrder('again_1', 60_001)), refusedAs('ACQ.CONTEXT_INCONSISTENT'))
    await assert.rejects(provider().createOrder(anOrder('a-dash')), refusedAs('ACQ.INVALID_PARAMETER'))
    await rails.ask('/payers/orders/again_1/pay', { tell: 'none' })
    await assert.rejects(provider().createOrder(anOrder('again_1')), refusedAs('ACQ.TRADE_HAS_SUCCESS'))
  })

  test('an order is unknown until somebody scans its code, then paid', async () => {
    assert.equal(await provider().queryOrder('never_made'), null)
    await provider().createOrder(anOrder('states_1'))
    assert.equal(await provider().queryOrder('states_1'), null)
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>('/payers/orders/states_1/pay', { tell: 'none' })
    const order = await provider().queryOrder('states_1')
    assert.deepEqual([order?.state, order?.payments.length], ['PAID', 1])
    const { paidAt, ...payment } = order!.payments[0]!
    assert.deepEqual(payment, { ref: paymentRefs[0], orderNo: 'states_1', amount: 60_000, currency: 'CNY' })
    assert.ok(Math.abs(paidAt - nowMs()) < MINUTE)
  })

  test('a forged or stale notification, and one for another application, stores nothing', async () => {
    const { orderNo } = await orderYuan(await accountHolder(), 60_000, 'ONLINE_ALIPAY')
    const right = notificationOf(store(), nowMs(), paid(orderNo))
    const { key } = applicationAt(store())
    const parameters = Object.fromEntries(new URLSearchParams(right.body))
    const status = async (given: Record<string, string>) => {
      const { status, text } = await send({ body: new URLSearchParams(given).toString(), headers: form })
      assert.notEqual(text, 'success')
      return status
    }
    const signed = (changed: Record<string, string>, by = key) => signNotification(by, { ...parameters, ...changed })
    assert.equal(await status({ ...parameters, total_amount: '6000.00' }), 401, 'changed')
    assert.equal(await status({ ...parameters, trade_no: '' }), 401, 'changed')
    assert.equal(await status({ ...parameters, sign: '' }), 401, 'unsigned')
    assert.equal(await status({ ...parameters, sign_type: 'RSA' }), 401, 'signed in another way')
    assert.equal(await status(signed({}, stranger.privateKey)), 401, 'another key')
    assert.equal(await status(signed({ app_id: '2021000000000000' })), 401, 'another application')
    assert.equal(
      await status(signed({ notify_time: shanghaiTime(nowMs() - 27 * HOUR) })),
      401,
      'replayed after 27 hours',
    )
    assert.equal(await status(signed({ notify_time: shanghaiTime(nowMs() + 6 * MINUTE) })), 401, 'from the future')
    assert.equal(await status(signed({ total_amount: 'much' })), 400, 'of another form')
    assert.equal(await status({}), 401, 'nothing')
    assert.deepEqual(await eventsKept(orderNo), [])
    for (const at of [nowMs(), nowMs() + MINUTE, nowMs() - 24 * HOUR])
      assert.equal((await send(notificationOf(store(), at, paid(orderNo)))).text, 'success')
    assert.equal((await eventsKept(orderNo)).length, 1, 'repeated for a day, and stored once')
    const closed = await send(
      notificationOf(store(), nowMs(), paid(orderNo, { id: 'N-closed', type: 'payment.failed' })),
    )
    assert.equal(closed.text, 'success')
    assert.equal((await eventsKept(orderNo)).length, 1, 'an unpaid order that lapsed is of no concern')
  })

  test('a notification of an amount that Alipay does not confirm moves no money', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000, 'ONLINE_ALIPAY')
    await send(notificationOf(store(), nowMs(), paid(orderNo)))
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['WAIT_PAY', 0])
    assert.ok((await breaks()).includes(`CONTRADICTION ${orderNo} OPEN`))
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {
      tell: 'none',
    })
    const more = paid(orderNo, { id: 'N-more', paymentRef: paymentRefs[0]!, amount: 6_000_000 })
    await send(notificationOf(store(), nowMs(), more))
    await workPayments()
    assert.equal(await inWallet(ana), 8_159, 'what the query said')
    assert.ok((await breaks()).includes(`AMOUNT_DIFFERS ${orderNo} OPEN`))
  })

  test('an answer that Alipay did not sign is neither a yes nor a no', async (t) => {
    const { key } = applicationAt(store())
    const method = 'alipay.trade.query'
    const trade = (more: object = {}) => ({
      ...{ code: '10000', msg: 'Success', out_trade_no: 'T1', trade_no: '2026', trade_status: 'TRADE_SUCCESS' },
      ...{ total_amount: '600.00', send_pay_date: '2026-03-01 09:30:00', ...more },
    })
    const no = { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' }
    const query = async (body: string) => {
      const url = await inPlaceOf(t, () => ({ body }))
      return alipay({ ...rails.accounts.alipay, url: `${url}/gateway.do` }).queryOrder('T1')
    }
    const right = signedAnswer(key, method, trade({ note: '{"a":1},"sign":"x"' }))
    assert.equal((await query(right))?.payments[0]?.amount, 60_000)
    const spaced = right
      .replace('{"alipay_trade_query_response":', '{ "alipay_trade_query_response" : ')
      .replace('","sign":', '" ,\n "sign": ')
    assert.equal(
      (await query(spaced.replace(/\/(?=[^{}]*"\}$)/g, '\\/')))?.state,
      'PAID',
      'written with spaces and escapes',
    )
    assert.equal(await query(signedAnswer(key, method, no)), null)
    const wrong: Record<string, string> = {
      'an unsigned yes': `{"alipay_trade_query_response":${JSON.stringify(trade())}}`,
      'an unsigned no': `{"alipay_trade_query_response":${JSON.stringify(no)}}`,
      'an unsigned error': `{"error_response":${JSON.stringify(no)}}`,
      'a yes of another key': signedAnswer(stranger.privateKey, method, trade()),
      'a no of another key': signedAnswer(stranger.privateKey, method, no),
      'a changed yes': right.replace('600.00', '900.00'),
      'the answer to another call': signedAnswer(key, 'alipay.trade.precreate', trade()),
      'the answer for another order': signedAnswer(key, method, trade({ out_trade_no: 'T2' })),
      'a payment without a time': signedAnswer(key, method, trade({ send_pay_date: undefined })),
      'a fault': signedAnswer(key, method, { code: '20000', sub_code: 'isp.unknow-error' }),
      'a fault of the system': signedAnswer(key, method, { code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' }),
      'a page': '<html></html>',
    }
    for (const [name, body] of Object.entries(wrong)) await assert.rejects(query(body), OutsideUnknown, name)
  })

  test('Alipay answers nobody but the application', async () => {
    for (const change of [{ key: stranger.privateKey }, { appId: '2021000000000000' }]) {
      const asked = alipay({ ...rails.accounts.alipay, ...change })
      await assert.rejects(asked.createOrder(anOrder('strangers')), OutsideUnknown)
      await assert.rejects(asked.queryOrder('strangers'), OutsideUnknown)
    }
    await assert.rejects(rails.ask('/payers/orders/strangers/pay', {}), /ORDER_NOT_FOUND/)
  })

  test('the payments of a day are in its bill, from ten o’clock of the next', async () => {
    const ana = await accountHolder()
    const { orderNo } = await orderYuan(ana, 60_000, 'ONLINE_ALIPAY')
    const { paymentRefs } = await rails.ask<{ paymentRefs: string[] }>(`/payers/orders/${orderNo}/pay`, {
      tell: 'none',
    })
    await rails.ask('/payers/strays', { provider: 'ALIPAY', orderNo: 'stray_a', amount: 70_000, tell: 'none' })
    const [day, from] = [dateOf(nowMs()), dayBegan().getTime()]
    await assert.rejects(provider().paymentsOf(day), OutsideUnknown)
    later(34 * HOUR)
    const { payments } = await provider().paymentsOf(day)
    const [first] = payments.filter((one) => one.orderNo === orderNo)
    assert.deepEqual(
      { ...first, paidAt: 0 },
      { ref: paymentRefs[0], orderNo, amount: 60_000, currency: 'CNY', paidAt: 0 },
    )
    assert.deepEqual(await provider().paymentsOf('2026-01-01'), { payments: [] }, 'a day without payments has no bill')
    await readDay('ALIPAY', from)
    assert.equal(await inWallet(ana), 8_159)
    const found = await breaks()
    for (const line of [`LOST_NOTICE ${orderNo} MENDED`, 'UNKNOWN_ORDER stray_a OPEN'])
      assert.ok(found.includes(line), line)
    const refundedOn = dayBegan().getTime()
    await rails.ask(`/payers/payments/${paymentRefs[0]!}/reverse`, { tell: 'none' })
    later(34 * HOUR)
    await readDay('ALIPAY', refundedOn)
    await workPayments()
    assert.deepEqual([(await status(ana, orderNo)).status, await inWallet(ana)], ['REVERSED', 0])
  })

  test('a bill from another host, or a file that is none, is not read', async (t) => {
    const { key } = applicationAt(store())
    const from = async (link: (own: string) => string) => {
      const own: string = await inPlaceOf(t, (path) =>
        path.includes('gateway')
          ? {
              body: signedAnswer(key, 'alipay.data.dataservice.bill.downloadurl.query', {
                ...{ code: '10000', bill_download_url: link(own) },
              }),
            }
          : { body: 'no archive' },
      )
      return alipay({ ...rails.accounts.alipay, url: `${own}/gateway.do` }).paymentsOf('2026-01-01')
    }
    await assert.rejects(
      from(() => 'https://alipay.com.example/file'),
      /another host/,
    )
    await assert.rejects(
      from((own) => `${own}/file`),
      /cannot be unpacked/,
    )
    await assert.rejects(unzipAlipayBill(Buffer.from('PK\x05\x06' + '\0'.repeat(18))), /without its details/)
    assert.throws(() => alipayBill('支付宝交易号,商户订单号'), /not complete/)
    assert.throws(() => alipayBill('支付宝交易号\n1\n#业务明细列表结束'), /without 商户订单号/)
  })
})

const refusedAs = (code: string) => (error: unknown) => error instanceof OutsideRefused && error.code === code
