import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { MOST_DEVICES } from '#contract/notices/devices.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { PushService, type Browser } from '#test/fixtures/push/pushService.ts'
import { cardInHand, newRef, shop, tells, type Plastic } from '#test/fixtures/trades.ts'
import { waiting } from '#test/mail.ts'
import { refusedAs } from '#test/refused.ts'
import { runJobs } from '#test/runJobs.ts'
import { caller, newAccount, subOf, type Person } from '#test/world.ts'
import { DAY, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { endSessionsOfAccount, openSession } from '#server/identity/identity.ts'
import { answers as identity } from '#server/identity/module.ts'
import { outside, useOutside, webPush, type NetworkEvent } from '#server/outside/outside.ts'
import { deviceAnswers as devices, module } from '../module.ts'

withIssuer({ connections: 20 })

const service = new PushService()
const KEY = Buffer.alloc(32, 9).toString('base64url')
before(() => service.start())
after(() => service.stop())
beforeEach(() => {
  useOutside({
    ...outside,
    push: webPush({ privateKey: KEY, contact: 'mailto:a@b.example', loopback: true, timeoutMs: 300 }),
  })
  service.answer = undefined
  service.attempts = 0
})

type Kind = 'CODES' | 'DECLINES' | 'REQUESTS'
async function aDevice(
  who: Person,
  more: { kinds?: Kind[]; showCode?: boolean } = {},
): Promise<Browser & { deviceId: string }> {
  const browser = service.subscribe()
  const input = {
    ...browser.target,
    kinds: more.kinds ?? ['CODES', 'DECLINES', 'REQUESTS'],
    showCode: more.showCode ?? false,
  }
  const { deviceId } = await devices.addPushDevice(who, input)
  return { ...browser, deviceId }
}
/** With a session of its own. */
async function signedIn<P extends Person>(who: P): Promise<P> {
  const key = { login_id: who.loginId, account_id: who.accountId }
  const { sessionId } = await transaction((tx) => openSession(tx, key, who.from))
  return { ...who, sessionId }
}
const run = () => runJobs(module.jobs)
const shown = ({ got }: Browser) => got.map((one) => one.shown)
const kept = async (who: Person) => (await devices.pushDevices(who, {})).list.map(({ deviceId }) => deviceId)

const challenge = (card: Plastic, code: string | undefined, ref = newRef(), leftMs = 5 * MINUTE): NetworkEvent =>
  ({
    ...{ type: 'threeDs.challenged', id: newRef(), issuer: 'simulated', cardRef: card.cardRef, occurredAt: nowMs() },
    ...{ challengeRef: ref, ...(code !== undefined && { code }), amount: 4200, currency: 'USD' },
    ...{
      merchantAmount: 4200,
      merchantCurrency: 'USD',
      merchant: { ...shop, name: 'NIKE' },
      expiresAt: nowMs() + leftMs,
    },
  }) as NetworkEvent

describe('a 3-D Secure code on a device', () => {
  it('says merchant, amount and card, and the code only where that was chosen', async () => {
    const ana = await newAccount({ balanceCents: 50_000 })
    const card = await cardInHand(ana)
    const [plain, open] = [await aDevice(ana), await aDevice(ana, { showCode: true })]
    const none = await aDevice(ana, { kinds: ['DECLINES'] })
    await tells(challenge(card, '481516'))
    await run()
    const last = card.cardNumber.slice(-4)
    const [first] = shown(plain)
    assert.deepEqual(
      { title: first!.title, body: first!.body, to: first!.to, lang: first!.lang, urgent: first!.urgent },
      {
        title: '3-D Secure code',
        body: `NIKE · $42.00 · card ending in ${last}`,
        to: '/cardThreeD',
        lang: 'en',
        urgent: true,
      },
    )
    assert.ok(!JSON.stringify(first).includes('481516'))
    assert.equal(shown(open)[0]!.title, '3-D Secure code 481516')
    assert.deepEqual(shown(none), [])
    const { headers } = plain.got[0]!
    assert.ok(Number(headers.ttl) <= 300 && Number(headers.ttl) > 280, 'kept no longer than the code is good')
    assert.equal(headers.urgency, 'high')
    const log = await sql<{ content: { en: string }; n: number }>`
      SELECT count(*)::int AS n FROM operate_log WHERE account_id = ${ana.accountId} AND type = 'CARD_OTP'`.execute(db)
    assert.equal(log.rows[0]!.n, 1, 'the one that left with its code is in the log')
    assert.ok(
      (await devices.pushDevices(ana, {})).list.find(({ deviceId }) => deviceId === plain.deviceId)!.lastSentTime,
    )
  })

  it('speaks the language of the device, and is a question where the issuer has no code', async () => {
    const ana = await newAccount({ balanceCents: 50_000 })
    const chinese = await aDevice({ ...ana, from: caller({ lang: 'cn' }) })
    await tells(challenge(await cardInHand(ana), undefined))
    await run()
    assert.equal(shown(chinese)[0]!.title, '请确认支付')
    assert.equal(shown(chinese)[0]!.lang, 'zh-CN')
  })

  it('goes to the login that has the card, and to its parent if that may not see codes', async () => {
    const parent = await newAccount({ balanceCents: 50_000 })
    const sub = await subOf(parent, { role: 'rol_operator' })
    const [theirs, mine] = [await aDevice(sub), await aDevice(parent)]
    const card = await cardInHand(parent)
    await sql`UPDATE card SET owner_sub_uid = ${sub.subUid} WHERE card_id = ${card.cardId}`.execute(db)
    await tells(challenge(card, '100001'))
    await run()
    assert.deepEqual([shown(theirs).length, shown(mine).length], [1, 0])
    await sql`UPDATE sub_account SET granted_keys = '{}' WHERE sub_uid = ${sub.subUid}`.execute(db)
    await tells(challenge(card, '100002'))
    await run()
    assert.deepEqual([shown(theirs).length, shown(mine).length], [1, 1])
  })

  it('is not sent any more once it is used or expired', async () => {
    const ana = await newAccount({ balanceCents: 50_000 })
    const [card, browser, ref] = [await cardInHand(ana), await aDevice(ana), newRef()]
    await tells(challenge(card, '100003', ref))
    await tells({ ...challenge(card, undefined, ref), type: 'threeDs.finished', result: 'PASSED' } as never)
    await run()
    assert.deepEqual(shown(browser), [])
    await tells(challenge(card, '100004', newRef(), 1))
    await run()
    assert.deepEqual(shown(browser), [])
  })
})

describe('notices on a device', () => {
  it('declines and requests go to those who asked for them, and lead to their page', async () => {
    const ana = await newAccount()
    const [all, declines] = [await aDevice(ana), await aDevice(ana, { kinds: ['DECLINES'] })]
    const [auth, ask] = [newId('aut'), newId('ask')]
    const params = { last4: '4242', what: { cn: '甲', en: 'a charge' }, reason: 'x', advice: 'y' }
    await transaction((tx) => notify(tx, ana, 'card_declined', params, { type: 'auth', id: auth }))
    await transaction((tx) =>
      notify(tx, ana, 'sub_asked', { name: 'Bo', what: 'money', note: '' }, { type: 'sub_ask', id: ask }),
    )
    await transaction((tx) => notify(tx, ana, 'welcome'))
    await run()
    assert.deepEqual(
      shown(all).map(({ title, to }) => [title, to.replace(auth, 'AUTH')]),
      [
        ['Charge declined', '/cardRecord/AUTH'],
        ['Sub-account request', '/subAccountManage?tab=asks'],
      ],
    )
    assert.deepEqual(
      shown(declines).map(({ title }) => title),
      ['Charge declined'],
    )
  })
})

describe('the answers of a push service', () => {
  const news = (who: Person) =>
    transaction((tx) => notify(tx, who, 'sub_asked', { name: 'Bo', what: 'money', note: '' }))

  it('"gone" removes the device, and no other', async () => {
    const ana = await newAccount()
    const [gone, stays] = [await aDevice(ana), await aDevice(ana)]
    service.unsubscribe(gone)
    await news(ana)
    await run()
    assert.deepEqual(await kept(ana), [stays.deviceId])
    assert.equal(shown(stays).length, 1)
  })

  it('"busy" is tried again later, not at once', async () => {
    const ana = await newAccount()
    const browser = await aDevice(ana)
    service.answer = { status: 429, headers: { 'retry-after': '60' } }
    await news(ana)
    await run()
    assert.equal(service.attempts, 1)
    const [job] = await waiting<{ waits: number }>('notices.push')
    assert.equal(job!.waits, 1)
    service.answer = undefined
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`.execute(db)
    await run()
    assert.equal(shown(browser).length, 1)
  })

  it('none may have arrived: it is sent again under the same topic', async () => {
    const ana = await newAccount()
    const browser = await aDevice(ana)
    service.answer = 'silence'
    await news(ana)
    await run()
    assert.deepEqual(await kept(ana), [browser.deviceId])
    service.answer = undefined
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'`.execute(db)
    await run()
    assert.equal(shown(browser).length, 1)
    assert.ok(browser.got[0]!.headers.topic!.length <= 32)
  })
})

describe('a device', () => {
  it('is turned on once, however often at the same moment', async () => {
    const ana = await newAccount()
    const { target } = service.subscribe()
    const input = { ...target, kinds: ['CODES' as const], showCode: false }
    const made = await Promise.all(Array.from({ length: 4 }, () => devices.addPushDevice(ana, input)))
    const [deviceId, ...others] = await kept(ana)
    assert.deepEqual(others, [])
    assert.ok(made.some((one) => one.deviceId === deviceId))
  })

  it('is one per browser, of its login only, at most ten', async () => {
    const [ana, bo] = [await newAccount(), await newAccount()]
    const mine = await aDevice(ana)
    const again = await devices.addPushDevice(ana, { ...mine.target, kinds: ['CODES', 'CODES'], showCode: true })
    assert.deepEqual(await kept(ana), [again.deviceId])
    await assert.rejects(devices.removePushDevice(bo, again), refusedAs('not_found'))
    await assert.rejects(
      devices.changePushDevice(bo, { deviceId: again.deviceId, kinds: ['CODES'], showCode: true }),
      refusedAs('not_found'),
    )
    assert.deepEqual(await devices.renewPushDevice(bo, mine.target), { known: 0 })
    assert.deepEqual(await devices.renewPushDevice(ana, mine.target), { known: 1 })
    await devices.changePushDevice(ana, { deviceId: again.deviceId, kinds: ['DECLINES'], showCode: false })
    const [row] = (await devices.pushDevices(ana, {})).list
    assert.deepEqual([row!.kinds, row!.showCode, row!.device], [['DECLINES'], 0, 'Chrome · Linux'])
    for (let i = 0; i < MOST_DEVICES; i++) await aDevice(ana)
    assert.equal((await kept(ana)).length, MOST_DEVICES)
    assert.ok(!(await kept(ana)).includes(again.deviceId), 'the one that was not used for the longest time')
  })

  it('is at a push service, and nowhere else', async () => {
    const ana = await newAccount()
    const { target } = service.subscribe()
    for (const endpoint of ['https://169.254.169.254/', 'https://evil.example/x'])
      await assert.rejects(
        devices.addPushDevice(ana, { ...target, endpoint, kinds: ['CODES'], showCode: false }),
        refusedAs('conflict'),
      )
  })

  it('is sealed in the database', async () => {
    const ana = await newAccount()
    const { target } = await aDevice(ana)
    const { rows } = await sql<{
      target_enc: Buffer
    }>`SELECT * FROM push_device WHERE account_id = ${ana.accountId}`.execute(db)
    const row = JSON.stringify(rows[0]) + rows[0]!.target_enc.toString('latin1')
    for (const secret of Object.values(target)) assert.ok(!row.includes(secret))
  })

  it('ends with the session in which it was last used, but not because that is idle', async () => {
    const person = await newAccount()
    const [phone, laptop] = [await signedIn(person), await signedIn(person)]
    const [onPhone, onLaptop] = [await aDevice(phone), await aDevice(laptop)]
    const { list } = await devices.pushDevices(phone, {})
    assert.deepEqual(Object.fromEntries(list.map(({ deviceId, current }) => [deviceId, current])), {
      [onPhone.deviceId]: 1,
      [onLaptop.deviceId]: 0,
    })
    await identity.signOut(laptop, {})
    assert.deepEqual(await kept(phone), [onPhone.deviceId])
    // A new session on the same phone.
    const later = await signedIn(person)
    await devices.renewPushDevice(later, onPhone.target)
    await identity.signOut(phone, {})
    assert.deepEqual(await kept(later), [onPhone.deviceId])
    await transaction((tx) => endSessionsOfAccount(tx, person.accountId, 'staff'))
    assert.deepEqual(await kept(later), [])
  })

  it('is forgotten after 60 days without the console', async () => {
    const [ana, bo] = [await newAccount(), await newAccount()]
    const at = nowMs()
    try {
      setClock(() => at - 61 * DAY)
      await aDevice(ana)
      setClock(() => at - 59 * DAY)
      await aDevice(bo)
    } finally {
      setClock()
    }
    await module.sweeps['notices.forgetDevices'].work()
    assert.deepEqual([(await kept(ana)).length, (await kept(bo)).length], [0, 1])
  })
})
