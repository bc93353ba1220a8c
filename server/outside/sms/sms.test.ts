import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startSimulators, type Simulators } from '#simulators/start.ts'
import { createServer, http } from '#server/core/http.ts'
import { nowMs } from '#server/core/clock.ts'
import { ConfigProblem } from '#server/core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import { checkOutside } from '../checkOutside.ts'
import { sha256Hex, signForAliyun } from '../requestSignatures.ts'
import { aliyunSms, type AliyunAccount } from './aliyunSms.ts'
import type { Sms } from '../sms.ts'
import { twilioSignature, twilioSms, type TwilioAccount } from './twilioSms.ts'

const secret = Buffer.alloc(32, 3).toString('base64')
const twilio = { accountSid: `AC${'0a'.repeat(16)}`, authToken: 'a token', from: '+15005550006', origin: undefined }
const aliyun = {
  ...{ keyId: 'LTAI-test', secret: 'the secret of the key', signName: '开卡' },
  ...{ codeTemplate: 'SMS_1001', noticeTemplate: 'SMS_1002' },
}

async function vendors(t: TestContext) {
  const simulators = await startSimulators({ serverUrl: 'http://127.0.0.1:9', secret, vendors: { twilio, aliyun } })
  t.after(() => simulators.stop())
  return {
    simulators,
    twilio: (more: Partial<TwilioAccount> = {}) => twilioSms({ ...twilio, url: `${simulators.url}/twilio`, ...more }),
    aliyun: (more: Partial<AliyunAccount> = {}) => aliyunSms({ ...aliyun, url: `${simulators.url}/aliyun`, ...more }),
  }
}

type Shown = { mobile: string; text: string; code?: string }
const inbox = async ({ url }: Simulators, mobile: string): Promise<Shown[]> =>
  (await (await fetch(`${url}/sms/inbox?mobile=${mobile}`)).json()) as Shown[]

const text = { area: '86', mobile: '13800000001', text: '[Kaika] 123456 is your code.', code: '123456' }

test('Twilio’s signature is as in its documentation', () => {
  const form = new URLSearchParams({
    ...{ Digits: '1234', To: '+18005551212', From: '+12349013030', Caller: '+12349013030' },
    CallSid: 'CA1234567890ABCDE',
  })
  assert.equal(
    twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form),
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  )
})

test('a text by Twilio is on the phone, word for word', async (t) => {
  const { simulators, twilio: sms } = await vendors(t)
  await sms().send(text)
  await sms({ from: `MG${'0b'.repeat(16)}` }).send({ ...text, text: 'second' })
  const [second, first] = await inbox(simulators, '8613800000001')
  assert.deepEqual([first!.text, first!.code, second!.text], [text.text, '123456', 'second'])
})

test('Twilio’s no to a number is one; a wrong token, another account and anything else leave it open', async (t) => {
  const { simulators, twilio: sms } = await vendors(t)
  for (const last of ['1', '2', '3', '4', '9'])
    await assert.rejects(sms().send({ ...text, area: '1', mobile: `500555000${last}` }), OutsideRefused)
  await assert.rejects(sms().send({ ...text, mobile: '0', area: '0' }), OutsideRefused)
  await assert.rejects(sms().send({ ...text, text: 'x'.repeat(1601) }), OutsideRefused)
  await assert.rejects(sms({ authToken: 'another' }).send(text), OutsideUnknown)
  await assert.rejects(sms({ accountSid: `AC${'0c'.repeat(16)}` }).send(text), OutsideUnknown)
  await assert.rejects(sms({ url: 'http://127.0.0.1:9' }).send(text), OutsideUnknown)
  assert.deepEqual(await inbox(simulators, '8613800000001'), [])
})

/** In front of a vendor: passes requests on, and loses the answers to POST, or the requests themselves. */
async function lossy(
  t: TestContext,
  to: string,
  loses: 'answer' | 'request',
): Promise<{ url: string; posts: () => number }> {
  let posts = 0
  const server = createServer((request, reply) => {
    const isPost = request.method === 'POST'
    if (isPost) posts++
    if (isPost && loses === 'request') return void request.socket.destroy()
    const onward = http.request(
      new URL(request.url!, to),
      { method: request.method!, headers: request.headers },
      (answer) => {
        if (isPost) return void answer.resume().on('end', () => request.socket.destroy())
        answer.pipe(reply.writeHead(answer.statusCode!, answer.headers))
      },
    )
    request.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/twilio`, posts: () => posts }
}

test('a text whose answer is lost is looked up at Twilio and not sent again', async (t) => {
  const { simulators, twilio: sms } = await vendors(t)
  const before = { ...text, text: 'an older text' }
  await sms().send(before)
  const { url, posts } = await lossy(t, simulators.url, 'answer')
  await sms({ url }).send(text)
  assert.equal(posts(), 1)
  assert.equal((await inbox(simulators, '8613800000001')).length, 2)
})

test('a text that did not reach Twilio stays open, and is sent once more by nobody here', async (t) => {
  const { simulators, twilio: sms } = await vendors(t)
  const { url, posts } = await lossy(t, simulators.url, 'request')
  await assert.rejects(sms({ url }).send(text), OutsideUnknown)
  assert.equal(posts(), 1)
  assert.deepEqual(await inbox(simulators, '8613800000001'), [])
})

test('Alibaba Cloud puts the code into its template, and sends the template for notices for any other text', async (t) => {
  const { simulators, aliyun: sms } = await vendors(t)
  await sms().send(text)
  await sms().send({ area: '+86', mobile: '13800000001', text: 'Your card was frozen.' })
  await sms().send({ ...text, area: '852', mobile: '51234567' })
  const [notice, code] = await inbox(simulators, '13800000001')
  assert.match(code!.text, /^【开卡】验证码 123456/)
  assert.equal(code!.code, '123456')
  assert.match(notice!.text, /^【开卡】您的账户有新的通知/)
  assert.equal((await inbox(simulators, '85251234567')).length, 1)
})

test('Alibaba Cloud’s no to a number, a template or a sign name is one; flow control and a wrong key leave it open', async (t) => {
  const { simulators, aliyun: sms } = await vendors(t)
  await assert.rejects(sms().send({ ...text, mobile: '13900000001' }), OutsideRefused)
  await assert.rejects(sms({ codeTemplate: 'SMS_9' }).send(text), OutsideRefused)
  await assert.rejects(sms({ signName: 'another' }).send(text), OutsideRefused)
  await assert.rejects(sms().send({ ...text, mobile: '13900000002' }), OutsideUnknown)
  await assert.rejects(sms({ secret: 'another' }).send(text), OutsideUnknown)
  await assert.rejects(sms({ keyId: 'another' }).send(text), OutsideUnknown)
  await assert.rejects(sms({ url: 'http://127.0.0.1:9' }).send(text), OutsideUnknown)
  assert.deepEqual(await inbox(simulators, '13800000001'), [])
})

test('a start asks whether the gateway knows the account; one that is away does not keep a server from starting', async (t) => {
  t.mock.method(process.stderr, 'write', () => true)
  const { twilio: byTwilio, aliyun: byAliyun } = await vendors(t)
  const checkSms = (sms: Pick<Sms, 'check'>) =>
    checkOutside([{ setting: 'KAIKA_SMS', check: sms.check && (() => sms.check!()) }])
  for (const right of [byTwilio(), byAliyun(), {}]) await checkSms(right)
  for (const wrong of [
    ...[byTwilio({ authToken: 'x' }), byTwilio({ accountSid: `AC${'0c'.repeat(16)}` })],
    ...[byAliyun({ keyId: 'x' }), byAliyun({ secret: 'x' })],
  ])
    await assert.rejects(checkSms(wrong), (error) => error instanceof ConfigProblem && /KAIKA_SMS/.test(error.message))
  for (const away of [byTwilio({ url: 'http://127.0.0.1:9' }), byAliyun({ url: 'http://127.0.0.1:9' })])
    await checkSms(away)
})

test('the simulated Alibaba Cloud refuses a request that is changed, old, or sent twice', async (t) => {
  const { simulators } = await vendors(t)
  const url = `${simulators.url}/aliyun/?PhoneNumbers=13800000001&SignName=%E5%BC%80%E5%8D%A1&TemplateCode=SMS_1002`
  const sign = (nonce: string, at = nowMs()) =>
    signForAliyun({ method: 'POST', url, headers: {}, bodyHash: sha256Hex('') }, aliyun, {
      ...{ action: 'SendSms', version: '2017-05-25', nonce, nowMs: at },
    })
  const send = async (headers: Record<string, string>, to = url): Promise<string> => {
    const { host: _, ...others } = headers
    const answer = (await (await fetch(to, { method: 'POST', headers: others })).json()) as { Code: string }
    return answer.Code
  }
  assert.equal(await send(sign('n1')), 'OK')
  assert.equal(await send(sign('n1')), 'SignatureNonceUsed')
  assert.equal(await send(sign('n2', nowMs() - 16 * 60_000)), 'InvalidTimeStamp.Expired')
  assert.equal(await send(sign('n3'), url.replace('13800000001', '13800000002')), 'SignatureDoesNotMatch')
  assert.equal(await send({ ...sign('n4'), 'x-acs-signature-nonce': 'n5' }), 'SignatureDoesNotMatch')
  assert.equal(await send({}), 'MissingAuthorization')
  assert.equal((await inbox(simulators, '13800000001')).length, 1)
})
