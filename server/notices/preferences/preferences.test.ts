import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { owner } from '#test/database.ts'
import { opensCard, withIssuer } from '#test/fixtures/cards.ts'
import { anEmailCode, waiting } from '#test/mail.ts'
import { refusedAs } from '#test/refused.ts'
import { addsSub } from '#test/fixtures/subaccounts.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { events, type NewsEvent } from '#contract/notices/notices.ts'
import { DAY, HOUR, nowMs } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { News } from '#server/core/news.ts'
import { outside, useOutside, type MailMessage, type TextMessage } from '#server/outside/outside.ts'
import { answers as notices, module as noticesModule, notificationAnswers as answers } from '../module.ts'
import { tell } from '../inbox/tell.ts'
import { tellLowBalances } from './lowBalance.ts'
import { sendDigests } from './spread.ts'

const { jobs: tasks } = noticesModule

withIssuer()

const told = async (person: Person, event: NewsEvent, params = {}): Promise<string> => {
  const noticeId = newId('ntp')
  const news = { noticeId, accountId: person.accountId, loginId: person.loginId, event, params, atMs: nowMs() }
  await tell(news)
  await tell(news) // a job may run twice
  return noticeId
}
type Mailing = { to: { loginId: string; lang: 'cn' | 'en' }; noticeIds: string[] }
const mailsFor = async ({ loginId }: Person) =>
  (await waiting<Mailing>('notices.mail')).filter(({ to }) => to.loginId === loginId)
const textsFor = async ({ loginId }: Person) =>
  (await waiting<{ to: { loginId: string }; text: { en: string } }>('notices.text')).filter(
    ({ to }) => to.loginId === loginId,
  )
const withEmail = async (person: Person, email = 'mei@example.com') =>
  answers.confirmEmail(person, { code: await anEmailCode(person, email) })

describe('preferences', () => {
  it('have an answer for every event, and follow the table until somebody chooses', async () => {
    const ana = await newAccount()
    const { email, digest, list } = await answers.notifications(ana, {})
    assert.deepEqual([email, digest, list.length], [null, 'EACH', Object.keys(events).length])
    const of = (event: NewsEvent) => list.find((one) => one.event === event)!
    assert.deepEqual([of('topup_credited').sms, of('card_opened').sms, of('account_shutdown').smsFixed], [1, 0, 1])
    await answers.chooseChannel(ana, { event: 'topup_credited', channel: 'SMS', on: false })
    await answers.chooseChannel(ana, { event: 'topup_credited', channel: 'EMAIL', on: false })
    await answers.chooseChannel(ana, { event: 'card_opened', channel: 'SMS', on: true })
    const after = (await answers.notifications(ana, {})).list
    const [topUp, opened] = (['topup_credited', 'card_opened'] as const).map((event) =>
      after.find((one) => one.event === event)!,
    )
    assert.deepEqual([topUp!.sms, topUp!.email, opened!.sms], [0, 0, 1])
    await assert.rejects(
      answers.chooseChannel(ana, { event: 'account_shutdown', channel: 'SMS', on: false }),
      refusedAs('conflict'),
    )
  })

  it('can switch off in the app what may be switched off there, and then nothing else is sent', async () => {
    const ana = await newAccount()
    await withEmail(ana)
    const of = async (event: NewsEvent) =>
      (await answers.notifications(ana, {})).list.find((one) => one.event === event)!
    const [declined, subs, opened] = [await of('card_declined'), await of('sub_card_declined'), await of('card_opened')]
    assert.deepEqual([declined.app, declined.appFixed, declined.sms, declined.email], [1, 0, 0, 0])
    assert.deepEqual([subs.app, subs.appFixed, opened.app, opened.appFixed], [0, 0, 1, 1])
    await assert.rejects(
      answers.chooseChannel(ana, { event: 'card_opened', channel: 'APP', on: false }),
      refusedAs('conflict'),
    )
    const inbox = async () => (await notices.personalNotices(ana, { unread: false, limit: 10 })).list
    for (const channel of ['SMS', 'EMAIL'] as const)
      await answers.chooseChannel(ana, { event: 'card_declined', channel, on: true })
    await told(ana, 'card_declined')
    assert.deepEqual([(await textsFor(ana)).length, (await mailsFor(ana)).length], [1, 1])
    await answers.chooseChannel(ana, { event: 'card_declined', channel: 'APP', on: false })
    await told(ana, 'card_declined')
    await told(ana, 'sub_card_declined')
    assert.deepEqual([(await inbox()).length, (await textsFor(ana)).length, (await mailsFor(ana)).length], [1, 1, 1])
    await answers.chooseChannel(ana, { event: 'card_declined', channel: 'APP', on: true })
    await told(ana, 'card_declined')
    assert.deepEqual([(await inbox()).length, (await textsFor(ana)).length, (await mailsFor(ana)).length], [2, 2, 2])
  })

  it('send a text once where it is wanted, to that login, and none where it is not', async () => {
    const ana = await newAccount()
    const sub = await subOf(ana)
    await told(ana, 'topup_credited', { amount: '$10.00', orderNo: 'T1' })
    await told(ana, 'card_opened', { last4: '4242', amount: '$1' })
    await told(ana, 'account_shutdown')
    await told(sub, 'login_new_device', { device: 'Chrome', ip: '1.2.3.4' })
    assert.deepEqual(
      (await textsFor(ana)).map(({ text }) => text.en),
      ['[Kaika] Your top-up of $10.00 has been credited, order T1.'],
    )
    assert.equal((await textsFor(sub)).length, 1)
    const sent: TextMessage[] = []
    const real = outside
    useOutside({ ...real, sms: { send: async (message: TextMessage) => void sent.push(message) } })
    await tasks['notices.text']!((await textsFor(ana))[0] as never)
    assert.equal(sent[0]!.mobile, ana.mobile)
    useOutside(real)
  })
})

describe('a new sub-account', () => {
  it('hears of itself by a text to its own phone', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 5_000 })
    const { subUid } = await addsSub(ana)
    const { rows } = await sql<{
      login_id: string
    }>`SELECT login_id FROM sub_account WHERE sub_uid = ${subUid}`.execute(db)
    const loginId = rows[0]!.login_id
    const [news] = (await waiting<News>('notices.tell')).filter((one) => one.loginId === loginId)
    assert.equal(news?.event, 'sub_welcome')
    await tell(news!)
    const texts = await textsFor({ loginId } as Person)
    assert.equal(texts.length, 1)
    assert.match(texts[0]!.text.en, /^\[Kaika\] Your sub-account is ready and valid until /)
    assert.deepEqual((await textsFor(ana)).length, 0)
  })
})

describe('the address for notifications', () => {
  it('counts once its owner has typed what was sent there', async () => {
    const ana = await newAccount()
    await told(ana, 'topup_credited', { amount: '$1', orderNo: 'T1' })
    assert.deepEqual(await mailsFor(ana), [], 'nobody has said where to')
    const code = await anEmailCode(ana)
    const wrong = code === '000000' ? '111111' : '000000'
    await assert.rejects(answers.confirmEmail(ana, { code: wrong }), refusedAs('code_wrong', 'code'))
    assert.deepEqual(await answers.confirmEmail(ana, { code }), { email: 'm***@example.com' })
    await assert.rejects(answers.confirmEmail(ana, { code }), refusedAs('code_locked', 'code'), 'a code is good once')
    assert.equal((await answers.notifications(ana, {})).email, 'm***@example.com')
    const { rows } = await sql<{
      text: string
    }>`SELECT notification_setting::text AS text FROM notification_setting`.execute(db)
    assert.ok(!JSON.stringify(rows).includes('mei@example'), 'the database names no address')
  })

  it('takes five tries, one code a minute, and ten minutes', async () => {
    const ana = await newAccount()
    const code = await anEmailCode(ana)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++)
      await assert.rejects(answers.confirmEmail(ana, { code: wrong }), refusedAs('code_wrong', 'code'))
    await assert.rejects(answers.confirmEmail(ana, { code }), refusedAs('code_locked', 'code'))
    await assert.rejects(answers.emailCode(ana, { email: 'mei@example.com' }), refusedAs('too_fast'))
    const next = await anEmailCode(ana)
    await sql`UPDATE notification_setting SET code_expires_at = ${new Date(nowMs() - 1)} WHERE login_id = ${ana.loginId}`.execute(
      db,
    )
    await assert.rejects(answers.confirmEmail(ana, { code: next }), refusedAs('code_expired', 'code'))
  })

  it('gets a message in the language of the account, and none once it was removed', async () => {
    const ana = await newAccount()
    await withEmail(ana)
    await told(ana, 'topup_credited', { amount: '$10.00', orderNo: '<b>T1</b>' })
    const [mail] = await mailsFor(ana)
    assert.equal((await mailsFor(ana)).length, 1)
    const sent: MailMessage[] = []
    const real = outside
    useOutside({ ...real, mail: { send: async (message: MailMessage) => void sent.push(message) } })
    await tasks['notices.mail']!(mail as never)
    assert.deepEqual([sent[0]!.to, sent[0]!.subject], ['mei@example.com', 'Kaika · 充值到账'])
    assert.ok(sent[0]!.html.includes('&lt;b&gt;T1') && sent[0]!.text.includes('<b>T1</b>'))
    await answers.removeEmail(ana, {})
    await tasks['notices.mail']!(mail as never)
    assert.equal(sent.length, 1)
    useOutside(real)
  })

  it('gets what is not urgent once a day where that was chosen', async () => {
    const ana = await newAccount()
    await withEmail(ana)
    await answers.chooseDigest(ana, { digest: 'DAILY' })
    await answers.chooseChannel(ana, { event: 'card_opened', channel: 'EMAIL', on: true })
    const ids = [await told(ana, 'card_opened', { last4: '1' }), await told(ana, 'topup_credited', { amount: '$1' })]
    await told(ana, 'negative_balance', { last4: '4242', amount: '$1' })
    assert.equal((await mailsFor(ana)).length, 1, 'what is urgent goes at once')
    await sendDigests()
    assert.equal((await mailsFor(ana)).length, 1, 'nine o’clock has not come')
    await sql`UPDATE mail_waiting SET created_at = ${new Date(nowMs() - DAY - HOUR)}`.execute(owner)
    await sendDigests()
    await sendDigests()
    const mails = await mailsFor(ana)
    assert.deepEqual(mails.length, 2)
    assert.deepEqual(mails[1]!.noticeIds, [...ids].sort())
  })
})

describe('a low balance', () => {
  it('is told once for each time that a card runs low, and only where somebody asked for it', async () => {
    const ana = await newAccount({ balanceCents: 100_000 })
    const cardId = await opensCard(ana)
    const news = async () =>
      (await waiting<{ accountId: string; event: string; params: { count: number } }>('notices.tell')).filter(
        ({ accountId, event }) => accountId === ana.accountId && event === 'card_low_balance',
      )
    const before = await answers.consoleState(ana, {})
    assert.deepEqual([before.lowBalance, before.alert], [500, 0])
    await tellLowBalances()
    assert.equal((await news()).length, 0)
    assert.deepEqual(await answers.chooseLowBalance(ana, { lowBalance: 1_000_000 }), {
      lowBalance: 1_000_000,
      alert: 1,
    })
    assert.equal((await answers.consoleState(await subOf(ana), {})).lowBalance, 1_000_000, 'also for its sub-accounts')
    await tellLowBalances()
    await tellLowBalances()
    assert.deepEqual(
      (await news()).map(({ params }) => params.count),
      [1],
    )
    await answers.chooseLowBalance(ana, { lowBalance: 1 })
    await tellLowBalances()
    await answers.chooseLowBalance(ana, { lowBalance: 1_000_000 })
    await tellLowBalances()
    assert.equal((await news()).length, 2, `card ${cardId} had more, and ran low again`)
    await answers.chooseLowBalance(ana, { lowBalance: 0 })
    assert.deepEqual((await answers.consoleState(ana, {})).alert, 0)
  })
})

describe('the guide', () => {
  it('is offered until it was seen, to each login', async () => {
    const ana = await newAccount()
    const sub = await subOf(ana)
    assert.equal((await answers.consoleState(ana, {})).guideDone, 0)
    for (let i = 0; i < 2; i++) await answers.guideSeen(ana, {})
    assert.equal((await answers.consoleState(ana, {})).guideDone, 1)
    assert.equal((await answers.consoleState(sub, {})).guideDone, 0)
  })
})
