import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PushService } from '#test/fixtures/push/pushService.ts'
import { Settings } from '#server/core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import { derivedPushKey, newPushKey, publicOnly, pushFrom, sealedFor, webPush, type PushBusy } from './webPush.ts'

const contact = 'mailto:ops@cards.example'
const message = { body: '{"title":"卡"}', ttlS: 60, urgency: 'high', topic: 'one' } as const

describe('a message to a browser', () => {
  it('is sealed as in the example of RFC 8291', () => {
    const sealed = sealedFor(
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      'When I grow up, I want to be a watermelon',
      {
        salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
        privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      },
    )
    assert.equal(
      sealed.toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  const service = new PushService()
  before(() => service.start())
  after(() => service.stop())
  const push = webPush({ privateKey: newPushKey(), contact, loopback: true, timeoutMs: 300 })

  it('arrives with its headers, and only its browser can read it', async () => {
    service.answer = undefined
    const browser = service.subscribe()
    await push.send(browser.target, message)
    const { headers, shown } = browser.got[0]!
    assert.deepEqual(shown, { title: '卡' })
    assert.deepEqual(
      [headers.ttl, headers.urgency, headers.topic, headers['content-encoding'], headers['content-type']],
      ['60', 'high', 'one', 'aes128gcm', 'application/octet-stream'],
    )
    assert.ok(headers.authorization!.endsWith(`k=${push.publicKey}`))
  })

  it('tells gone, busy and unknown apart', async () => {
    const { target } = service.subscribe()
    const outcome = async (status: number, headers = {}) => {
      service.answer = { status, headers }
      return push.send(target, message).catch((error: unknown) => error)
    }
    for (const status of [404, 410])
      assert.equal(((await outcome(status)) as OutsideRefused).code, 'GONE', String(status))
    assert.equal(((await outcome(429, { 'retry-after': '120' })) as PushBusy).afterMs, 120_000)
    assert.equal(((await outcome(503)) as PushBusy).afterMs, 5_000)
    assert.equal(((await outcome(429, { 'retry-after': '999999' })) as PushBusy).afterMs, 3_600_000)
    assert.ok((await outcome(403)) instanceof OutsideUnknown, 'a wrong key of ours removes no device')
    assert.ok((await outcome(302, { location: 'http://127.0.0.1:1/' })) instanceof OutsideRefused, 'followed nowhere')
    assert.equal(((await outcome(413)) as OutsideRefused).code, 'PUSH_413')
    service.answer = 'silence'
    assert.ok((await push.send(target, message).catch((error: unknown) => error)) instanceof OutsideUnknown)
  })
})

describe('the address of a push service', () => {
  const push = webPush({ privateKey: newPushKey(), contact, more: ['push.example', '.pushes.example'] })

  it('is one of a known browser, or of the settings', () => {
    for (const host of [
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      'web.push.apple.com',
      'wns2-par02p.notify.windows.com',
      'push.example',
      'eu.pushes.example',
    ])
      assert.ok(push.takes(`https://${host}/send/abc`), host)
  })

  it('is nothing else, however it is written', async () => {
    const refused = [
      ...['http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://user@fcm.googleapis.com/x'],
      ...[
        'https://127.0.0.1/x',
        'http://127.0.0.1:4000/x',
        'https://[::1]/x',
        'https://localhost/x',
        'https://10.0.0.1/',
      ],
      ...[
        'https://169.254.169.254/latest',
        'https://fcm.googleapis.com.evil.example/x',
        'https://evilpush.apple.com/x',
      ],
      ...['https://evil.example/fcm.googleapis.com', 'https://2130706433/', 'file:///etc/passwd', 'nothing', ''],
    ]
    for (const endpoint of refused) {
      assert.equal(push.takes(endpoint), false, endpoint)
      const keys = { p256dh: '', auth: '' }
      await assert.rejects(
        push.send({ endpoint, ...keys }, message),
        (error) => error instanceof OutsideRefused,
        endpoint,
      )
    }
  })

  it('must not lead into a network of our own', async () => {
    const found = await new Promise((resolve) => publicOnly('localhost', {}, (error) => resolve(error)))
    assert.match(String(found), /localhost is at a private address/)
  })
})

describe('the settings', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const settings = new Settings(env)
    return { push: pushFrom(settings), problems: settings.problems() }
  }
  it('switch it on with a key and a contact, and say what is wrong', () => {
    assert.deepEqual(read({}), { push: undefined, problems: [] })
    const key = newPushKey()
    const right = read({
      KAIKA_PUSH_KEY: key,
      KAIKA_PUSH_CONTACT: contact,
      KAIKA_PUSH_SERVICES: 'push.example, .b.example',
    })
    assert.deepEqual(right.problems, [])
    assert.deepEqual(right.push, { privateKey: key, contact, more: ['push.example', '.b.example'] })
    const wrong = (env: NodeJS.ProcessEnv) => read(env).problems.map((problem) => problem.split(' ')[0])
    assert.deepEqual(wrong({ KAIKA_PUSH_CONTACT: contact }), ['KAIKA_PUSH_KEY'])
    assert.deepEqual(wrong({ KAIKA_PUSH_KEY: key }), ['KAIKA_PUSH_CONTACT'])
    assert.deepEqual(wrong({ KAIKA_PUSH_KEY: 'short', KAIKA_PUSH_CONTACT: contact }), ['KAIKA_PUSH_KEY'])
    for (const bad of ['127.0.0.1', 'localhost', 'https://push.example'])
      assert.deepEqual(wrong({ KAIKA_PUSH_SERVICES: bad }), ['KAIKA_PUSH_SERVICES'], bad)
  })

  it('give the demo world a key that stays', () => {
    const secret = Buffer.alloc(32, 7).toString('base64')
    assert.equal(derivedPushKey(secret), derivedPushKey(secret))
    assert.equal(webPush({ privateKey: derivedPushKey(secret), contact }).publicKey.length, 87)
  })
})
