import assert from 'node:assert/strict'
import { afterEach, before, describe, it } from 'node:test'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import type { Caller } from '#server/core/actor.ts'
import { newAccount, newMobile, signIn, stranger, textsTo, withWorld } from '#test/world.ts'
import { endOf, refusedAs } from '#test/refused.ts'
import { rangeOf } from '#server/core/addresses.ts'
import { DAY, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { answers as identity, captchaAnswers as answers, securityAnswers as security } from '../module.ts'
import { useIdentity } from '../identity.ts'
import { settings } from '../settings.ts'

const DEFAULT = { ...settings.work }
withWorld({ captcha: true })
afterEach(() => setClock())

type Scene = 'login' | 'signup' | 'forget' | 'sms'
type From = Partial<Caller>
let lastAddress = 0
/** An address of its own, so that no address limit is met. */
const newAddress = (): string => `10.${(++lastAddress >> 8) & 255}.${lastAddress & 255}.7`

const challengeFor = async (scene: Scene, mobile?: string, from: From = {}) =>
  (await answers.workChallenge(stranger(from), { scene, mobile, area: '86' })).challenge
type Work = Awaited<ReturnType<typeof challengeFor>>

const solve = async (challenge: Work): Promise<string> =>
  payloadOf(challenge, (await solveChallenge({ challenge: challenge as Challenge, deriveKey }))!)
const payloadOf = (challenge: object, solution: object): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
const hand = (payload: string, from: From = {}) =>
  answers.verifyCaptcha(stranger(from), { captchaType: 'work', payload })
const ticketFor = async (scene: Scene, mobile?: string, from: From = {}): Promise<string> =>
  (await hand(await solve(await challengeFor(scene, mobile, from)), from)).ticket

/** All calls that send a message to a number without being signed in. */
const senders = { signup: identity.signUpCode, sms: security.signInCode, forget: security.forgottenCode } as const
const send = (scene: keyof typeof senders, mobile: string, ticket?: string, from: From = {}) =>
  senders[scene](stranger(from), { mobile, area: '86', ticket })

/** Sets how many messages strangers of this range have requested today. */
const countMessages = (ip: string, count: number) =>
  sql`INSERT INTO tally (subject, key, count, started_at, expires_at)
      VALUES ('sms.range', ${rangeOf(ip)}, ${count}, ${new Date(nowMs())}, ${new Date(nowMs() + DAY)})
      ON CONFLICT (subject, key) DO UPDATE SET count = excluded.count`.execute(db)

describe('the price of a message to a stranger', () => {
  it('is two seconds of one core at the least, in native code', () => {
    // scrypt mixes 2 × N × 2r blocks by Salsa20/8. A core that mixes 33 million a second (bench/work.ts measures 22) solves this challenge in two seconds.
    const salsas = (DEFAULT.tries / 2) * 2 * DEFAULT.cost * 2 * 8
    assert.ok(salsas >= 2 * 33_000_000, `${salsas} blocks`)
    assert.ok(
      DEFAULT.cost * 1024 >= 8 << 20,
      'and memory: what mines with many small cores has not eight megabytes for each',
    )
  })

  it('is paid by whoever derives the keys: the counter may be anywhere in the range', async () => {
    useIdentity({ work: { cost: 16, tries: 64 } })
    try {
      let tried = 0
      const count: typeof deriveKey = (...all) => (tried++, deriveKey(...all))
      for (let i = 0; i < 60; i++)
        await solveChallenge({ challenge: (await challengeFor('signup', newMobile())) as Challenge, deriveKey: count })
      assert.ok(tried / 60 > 24 && tried / 60 < 41, `${tried / 60} of 64 on average`)
    } finally {
      useIdentity({ work: { cost: 16, tries: 4 } })
    }
  })

  for (const scene of ['signup', 'sms', 'forget'] as const)
    it(`is asked for by ${scene}, and a picture does not pay it`, async () => {
      const from = { ip: newAddress() }
      const mobile = newMobile()
      await assert.rejects(send(scene, mobile, undefined, from), (error) => {
        assert.deepEqual((error as { data: object }).data, { methods: ['WORK'] })
        return refusedAs('captcha_needed')(error as Error)
      })
      const { token } = await answers.slideCaptcha(stranger(from), { scene: 'sms' })
      const { rows } = await sql<{ answer: string }>`SELECT answer FROM captcha WHERE captcha_key = ${token}`.execute(
        db,
      )
      const picture = await answers.verifyCaptcha(stranger(from), {
        captchaType: 'slide',
        token,
        pointX: Number(rows[0]!.answer),
      })
      await assert.rejects(send(scene, mobile, picture.ticket, from), refusedAs('captcha_failed'))
      await assert.rejects(
        send(scene, mobile, await ticketFor('login', undefined, from), from),
        refusedAs('captcha_failed'),
        'nor work for signing in, which is half as much',
      )
      await send(scene, mobile, await ticketFor(scene, mobile, from), from)
      assert.equal((await textsTo(mobile)).length, 1)
    })

  it('is for one message: not again, not to another number, not for another purpose', async () => {
    const from = { ip: newAddress() }
    const [mobile, other] = [newMobile(), newMobile()]
    const ticket = await ticketFor('signup', mobile, from)
    await assert.rejects(send('signup', other, ticket, from), refusedAs('captcha_failed'))
    await assert.rejects(send('sms', mobile, ticket, from), refusedAs('captcha_failed'))
    await send('signup', mobile, ticket, from)
    await assert.rejects(send('signup', mobile, ticket, from), refusedAs('captcha_failed'))
  })

  it('rises with what the address range has asked for, for who asks in stock as well', async () => {
    const ip = newAddress()
    const timesNow = async () => (await challengeFor('signup', newMobile(), { ip })).parameters.data.times
    const stock = await solve(await challengeFor('signup', newMobile(), { ip }))
    const more = await solve(await challengeFor('signup', newMobile(), { ip }))
    const steps = []
    for (const count of [0, 39, 40, 80, 120, 199]) {
      await countMessages(ip, count)
      steps.push([count, await timesNow()])
    }
    assert.deepEqual(steps, [
      [0, 1],
      [39, 1],
      [40, 2],
      [80, 4],
      [120, 8],
      [199, 8],
    ])
    await assert.rejects(hand(stock, { ip }), refusedAs('captcha_failed'), 'work of a cheaper hour')
    await countMessages(ip, 40)
    await hand(more, { ip })
  })
})

describe('a piece of work', () => {
  it('is good once, also when it is handed in a hundred times at once', async () => {
    const payload = await solve(await challengeFor('signup', newMobile()))
    const ends = await Promise.all(Array.from({ length: 100 }, (_, i) => endOf(hand(payload, { ip: `10.9.${i}.1` }))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
  })

  it('is over after five minutes', async () => {
    const payload = await solve(await challengeFor('signup', newMobile()))
    setClock(() => Date.now() + 5 * MINUTE)
    await assert.rejects(hand(payload), refusedAs('captcha_failed'))
  })

  it('is judged by signature: nothing in it can be changed, and no made-up solution passes', async () => {
    const challenge = await challengeFor('signup', newMobile())
    const { counter, derivedKey } = (await solveChallenge({ challenge: challenge as Challenge, deriveKey }))!
    const other = await challengeFor('signup', newMobile())
    const { parameters, signature } = challenge
    const change = (more: object) => ({ signature, parameters: { ...parameters, ...more } })
    const right = { counter, derivedKey }
    const forged: [string, object, object][] = [
      ['another number', change({ data: { ...parameters.data, target: other.parameters.data.target } }), right],
      ['a longer life', change({ data: { ...parameters.data, expireTime: nowMs() + DAY } }), right],
      ['another scene', change({ data: { ...parameters.data, scene: 'sms' } }), right],
      ['less work', change({ cost: 2 }), right],
      ['a key of one’s own', change({ keySignature: other.parameters.keySignature }), right],
      ['no key signature', { signature, parameters: { ...parameters, keySignature: undefined } }, right],
      ['another nonce, to hand it in twice', change({ nonce: other.parameters.nonce }), right],
      ['the signature of another', { parameters, signature: other.signature }, right],
      ['a guessed key', challenge, { counter, derivedKey: `${parameters.keyPrefix}${'0'.repeat(32)}` }],
    ]
    for (const [at, [name, ...parts]] of forged.entries())
      await assert.rejects(hand(payloadOf(...parts), { ip: `10.8.${at}.1` }), refusedAs('captcha_failed'), name)
    for (const [at, text] of ['', 'e30=', 'not base64', payloadOf({}, {})].entries())
      await assert.rejects(hand(text, { ip: `10.7.${at}.1` }), refusedAs('captcha_failed'), text)
    await hand(payloadOf(challenge, right))
  })

  it('signs in where a picture would, and says nothing about names', async () => {
    const ana = await newAccount()
    const from = { ip: newAddress() }
    await assert.rejects(signIn(ana, { from }), refusedAs('captcha_needed'))
    await signIn(ana, { from, ticket: await ticketFor('login', undefined, from) })
  })

  it('asks little where captchas are off, by the same way', async () => {
    useIdentity({ captcha: false, work: DEFAULT })
    try {
      const challenge = await challengeFor('signup', newMobile())
      assert.ok(challenge.parameters.cost <= 16)
      assert.ok((await hand(await solve(challenge))).ticket)
    } finally {
      useIdentity({ captcha: true, work: { cost: 16, tries: 4 } })
    }
  })
})

describe('messages to strangers', () => {
  before(() => useIdentity({ captcha: true, work: { cost: 16, tries: 1 } }))

  it('to one number are twenty a day, whatever they are for and wherever they come from', async () => {
    const mobile = newMobile()
    const ends: string[] = []
    for (let i = 0; i < 21; i++) {
      setClock(() => Date.now() + i * MINUTE)
      const from = { ip: newAddress() }
      const scene = (['signup', 'sms', 'forget'] as const)[i % 3]!
      ends.push(await endOf(send(scene, mobile, await ticketFor(scene, mobile, from), from)))
    }
    assert.deepEqual(ends, [...Array<string>(20).fill('ok'), 'too_fast'])
  })

  it('from one address are twenty a day', async () => {
    const from = { ip: newAddress() }
    const ends: string[] = []
    for (let i = 0; i < 21; i++) {
      const mobile = newMobile()
      ends.push(await endOf(send('signup', mobile, await ticketFor('signup', mobile, from), from)))
    }
    assert.deepEqual(ends, [...Array<string>(20).fill('ok'), 'too_fast'])
  })

  it('from one range of addresses are two hundred a day', async () => {
    for (const [range, next, outside] of [
      ['203.0.113.9', '203.0.113.200', '203.0.114.9'],
      ['2001:db8:5:1::1', '2001:db8:5:ffff::9', '2001:db8:6:1::1'],
    ] as const) {
      await countMessages(range, 199)
      const one = async (ip: string) => {
        const mobile = newMobile()
        return endOf(send('signup', mobile, await ticketFor('signup', mobile, { ip }), { ip }))
      }
      assert.deepEqual([await one(range), await one(next), await one(outside)], ['ok', 'too_fast', 'ok'])
    }
  })

  it('cost nobody who is signed in any work; numbers that a login names as its next are ten a day', async () => {
    const ana = await newAccount()
    const ends: string[] = []
    for (let i = 0; i < 11; i++)
      ends.push(
        await endOf(
          security.profileCode(
            { ...ana, from: { ...ana.from, ip: newAddress() } },
            { target: 'new', mobile: newMobile(), area: '86' },
          ),
        ),
      )
    assert.deepEqual(ends, [...Array<string>(10).fill('ok'), 'too_fast'])
  })
})
