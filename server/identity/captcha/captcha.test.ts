import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import type { FileAnswer } from '#contract/core/call.ts'
import { newAccount, newMobile, signIn, stranger, withWorld } from '#test/world.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { db, sql } from '#server/core/db.ts'
import { captchaAnswers as answers } from '../module.ts'
import { useIdentity } from '../identity.ts'
import { networkOf } from '#server/core/addresses.ts'

withWorld({ captcha: true })

const answerOf = async (key: string) =>
  (await sql<{ answer: string }>`SELECT answer FROM captcha WHERE captcha_key = ${key}`.execute(db)).rows[0]!.answer
const slide = () => answers.slideCaptcha(stranger(), { scene: 'login' })
const solve = async (from = {}) => {
  const { token } = await slide()
  return answers.verifyCaptcha(stranger(from), { captchaType: 'slide', token, pointX: Number(await answerOf(token)) })
}

describe('the slider', () => {
  it('shows a picture with a hole and the piece, and does not say where the hole is', async () => {
    const challenge = await slide()
    const [original, piece] = await Promise.all(
      [challenge.originalImageBase64, challenge.jigsawImageBase64].map((image) =>
        sharp(Buffer.from(image, 'base64')).metadata(),
      ),
    )
    assert.deepEqual([original!.width, original!.height], [400, 180])
    assert.deepEqual([piece!.width, piece!.height, piece!.hasAlpha], [56, 56, true])
    assert.ok(challenge.jigsawY + 56 <= 180)
    assert.ok(!JSON.stringify(Object.keys(challenge)).includes('X'))
  })

  it('gives a ticket within five pixels, once', async () => {
    for (const [off, end] of [
      [5, 'ok'],
      [-5, 'ok'],
      [6, 'captcha_failed'],
    ] as const) {
      const { token } = await slide()
      const pointX = Number(await answerOf(token)) + off
      assert.equal(await endOf(answers.verifyCaptcha(stranger(), { captchaType: 'slide', token, pointX })), end)
      assert.equal(
        await endOf(answers.verifyCaptcha(stranger(), { captchaType: 'slide', token, pointX: pointX - off })),
        'captcha_failed',
      )
    }
  })

  it('believes no slide within a blink', async () => {
    for (const [trackMs, end] of [
      [99, 'captcha_failed'],
      [100, 'ok'],
    ] as const) {
      const { token } = await slide()
      const pointX = Number(await answerOf(token))
      const input = { captchaType: 'slide', token, pointX, trackMs } as const
      assert.equal(await endOf(answers.verifyCaptcha(stranger({ ip: '10.0.0.8' }), input)), end)
    }
  })

  it('stops an address that fails five times in a minute', async () => {
    const from = { ip: '10.0.0.9' }
    const ends = []
    for (let i = 0; i < 7; i++)
      ends.push(await endOf(answers.verifyCaptcha(stranger(from), { captchaType: 'slide', token: 'none', pointX: 1 })))
    assert.deepEqual(ends, [...Array(5).fill('captcha_failed'), 'too_fast', 'too_fast'])
  })
})

describe('one address', () => {
  it('is a whole /64 of IPv6, and an IPv4 address whichever way it is written', () => {
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6'])
      assert.equal(networkOf(ip), '2001:db8:1:2::/64')
    assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
    assert.equal(networkOf('::1'), '0:0:0:0::/64')
  })
})

describe('the picture of letters', () => {
  it('is a PNG bound to its key, read without regard to case', async () => {
    const picture = (await answers.textCaptcha(stranger(), { key: 'nonce-0001' })) as FileAnswer
    assert.equal(picture.type, 'image/png')
    assert.equal((await sharp(picture.body as Uint8Array).metadata()).format, 'png')
    const code = (await answerOf('nonce-0001')).toUpperCase()
    assert.equal(
      await endOf(
        answers.verifyCaptcha(stranger({ ip: '10.0.0.1' }), { captchaType: 'text', key: 'nonce-0002', code }),
      ),
      'captcha_failed',
    )
    assert.ok((await answers.verifyCaptcha(stranger(), { captchaType: 'text', key: 'nonce-0001', code })).ticket)
  })
})

describe('where a captcha is asked for', () => {
  before(() => useIdentity({ captcha: true }))

  it('sign-in needs one from a new device and after a failure, the same for names that nobody has', async () => {
    const ana = await newAccount()
    await assert.rejects(signIn(ana), refusedAs('captcha_needed'))
    await assert.rejects(signIn({ ...ana, mobile: newMobile() }), refusedAs('captcha_needed'))
    await signIn(ana, { ticket: (await solve()).ticket })
    await signIn(ana)
    await assert.rejects(signIn(ana, { from: { ip: '203.0.113.9' } }), refusedAs('captcha_needed'))
    await assert.rejects(signIn({ ...ana, password: 'wrong-one-1' }), refusedAs('credentials_wrong'))
    await assert.rejects(signIn(ana), refusedAs('captcha_needed'))
    await signIn(ana, { ticket: (await solve()).ticket })
    await signIn(ana)
  })
})
