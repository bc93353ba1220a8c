import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createServer } from '../core/http.ts'
import { OutsideRefused, OutsideUnknown } from './ask.ts'
import { smtpMail } from './mail.ts'
import { simulatedOutside } from './outside.ts'

let answer: RequestListener
const server = createServer((req, res) => answer(req, res))
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => void server.close().closeAllConnections())
const port = (): number => (server.address() as AddressInfo).port
const world = () =>
  simulatedOutside({ simulatorsUrl: `http://127.0.0.1:${port()}`, secret: Buffer.alloc(32, 7).toString('base64') })

const holder = { firstName: 'Ana', lastName: 'Lin' }
const address = { street: 's', city: 'c', state: 'CA', zipCode: '94103', country: 'US' }
const order = { orderNo: 'T1', amount: 100, subject: 'Kaika', expiresAt: 1 }
const bankCard = { cardNo: '6222020000000000', holderName: 'Ana', idNo: '1', mobile: '13800000001' }

/** Everything that is asked of the outside. */
const questions = (): Record<string, () => Promise<unknown>> => {
  const { issuers, payments, rates, chain, sms, mail } = world()
  const issuer = issuers.get('simulated')!
  return {
    'issuer: capabilities': () => issuer.capabilities(),
    'issuer: create a card': () => issuer.createCard({ idem: 'o1', programRef: 'p', holder, address, memo: '' }),
    'issuer: find a card': () => issuer.findByIdem('o1'),
    'issuer: list cards': () => issuer.listCards(),
    'issuer: a card': () => issuer.getCard('c1'),
    'issuer: reveal': () => issuer.reveal('c1', { actorId: 'a', reason: 'r' }),
    'issuer: freeze': () => issuer.setState('c1', 'PAUSED', 'r', 'i1'),
    'issuer: holder': () => issuer.updateHolder('c1', holder, address, 'i1'),
    'issuer: balance': () => issuer.programBalance(),
    'issuer: events': () => issuer.listEvents(),
    'issuer: settlement file': () => issuer.settlement('2026-11-25'),
    'WeChat: order': () => payments.WECHAT.createOrder(order),
    'Alipay: query': () => payments.ALIPAY.queryOrder('T1'),
    'Alipay: payments of a day': () => payments.ALIPAY.paymentsOf('2026-11-25'),
    'UnionPay: card': () => payments.UNIONPAY.tokenise(bankCard),
    'UnionPay: code': () => payments.UNIONPAY.confirm('T1', '123456'),
    rates: () => rates.mid('CNY'),
    'chain: transfers': () => chain.transfers('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'),
    'chain: receipt': () => chain.receipt('ab'.repeat(32)),
    'chain: head': () => chain.head(),
    'chain: solid': () => chain.solidified(),
    'text message': () => sms.send({ mobile: '13800000001', area: '86', text: 'x' }),
    mail: () => mail.send({ id: 'm', to: 'a@example.com', subject: 's', text: 't', html: 'h' }),
  }
}

const page = '<html><body><h1>404 Not Found</h1><hr>nginx</body></html>'
const text =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (req, res) =>
    void req
      .resume()
      .on('end', () => res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body))
const gateways: Record<string, RequestListener> = {
  ...Object.fromEntries(
    [200, 400, 404, 409, 422, 500, 502].flatMap((status) => [
      [`${status} with a page`, text(status, page, { 'content-type': 'text/html' })],
      [`${status} with nothing`, text(status, '')],
      [`${status} with cut JSON`, text(status, '{"code":"HOLDER_REF')],
      [`${status} from another host`, text(status, '{"code":"NOT_FOUND","message":"no such route"}')],
      [`${status} from a sign-in page`, text(status, '{"login":"Please accept the terms of this network."}')],
      [`${status} with an error in words`, text(status, '{"Error":"class java.lang.NullPointerException"}')],
    ]),
  ),
  'a redirect': text(302, '{}', { location: '/elsewhere' }),
  'a fault in the party’s own words': text(503, '{"code":"HOLDER_REFUSED","message":"x"}'),
}

test('nobody’s answer but the party’s own is a yes or a no, whatever is asked', async () => {
  for (const [name, listener] of Object.entries(gateways)) {
    answer = listener
    for (const [question, ask] of Object.entries(questions()))
      await assert.rejects(ask(), OutsideUnknown, `${question}: ${name}`)
  }
})

test('an empty object says something only where the party answers with one', async () => {
  answer = text(200, '{}')
  const { 'chain: receipt': receipt, ...others } = questions()
  assert.equal(await receipt!(), null)
  for (const [question, ask] of Object.entries(others)) await assert.rejects(ask(), OutsideUnknown, question)
})

test('the answer for another card, order or transaction is not the answer', async () => {
  const { issuers, payments, chain } = world()
  const issuer = issuers.get('simulated')!
  const view = { ref: 'c2', idem: 'o2', programRef: 'p', state: 'PAUSED', last4: '0001', exp: [1, 2030] }
  answer = text(200, JSON.stringify(view))
  await assert.rejects(issuer.setState('c1', 'PAUSED', 'r', 'i'), OutsideUnknown)
  await assert.rejects(issuer.setState('c2', 'CLOSED', 'r', 'i'), OutsideUnknown)
  await issuer.setState('c2', 'PAUSED', 'r', 'i')
  await assert.rejects(issuer.updateHolder('c1', holder, address, 'i'), OutsideUnknown)
  answer = text(200, '{"orderNo":"T2"}')
  await assert.rejects(payments.UNIONPAY.confirm('T1', '123456'), OutsideUnknown)
  answer = text(200, JSON.stringify({ id: 'cd'.repeat(32), blockNumber: 1, receipt: { result: 'SUCCESS' } }))
  await assert.rejects(chain.receipt('ab'.repeat(32)), OutsideUnknown)
})

test('the party’s own no is one', async () => {
  answer = text(422, '{"code":"HOLDER_REFUSED","message":"no"}')
  await assert.rejects(questions()['issuer: create a card']!(), OutsideRefused)
  answer = text(400, '{"code":"CARD_REFUSED","message":"no"}')
  await assert.rejects(questions()['UnionPay: card']!(), OutsideRefused)
})

test('a mail server that says a little again and again is not listened to for ever', async (t) => {
  const dripping = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220-hello\r\n')
    const drip = setInterval(() => socket.write('220-and\r\n'), 20)
    socket.once('close', () => clearInterval(drip))
  })
  dripping.listen(0, '127.0.0.1')
  await once(dripping, 'listening')
  t.after(() => dripping.close())
  const url = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`
  const from = performance.now()
  const sent = smtpMail({ url, from: 'no-reply@kaika.test', timeoutMs: 300 }).send({
    ...{ id: 'm', to: 'a@example.com', subject: 's', text: 't', html: 'h' },
  })
  await assert.rejects(sent, OutsideUnknown)
  assert.ok(performance.now() - from < 5000)
})
