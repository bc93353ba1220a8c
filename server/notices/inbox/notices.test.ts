import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller, fund, newAccount, stranger, subOf, withWorld, type Person } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import { contactInput } from '#test/fixtures/content.ts'
import { payloads, written } from '#test/hostileHtml.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { enums } from '#contract/enums.ts'
import * as contract from '#contract/notices/notices.ts'
import { events, type NewsEvent } from '#contract/notices/notices.ts'
import { now, nowMs } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { answers, agreementAnswers, contentAnswers } from '../module.ts'
import { insertPublicNotice } from '../notices.ts'
import { tell } from './tell.ts'

withWorld()

const publish = async (kind: 'CAROUSEL' | 'BANNER' | 'MUST_READ', startsAt = now()): Promise<string> => {
  const noticeId = newId('ntc')
  const words = { cn: '维护通知', en: 'Maintenance' }
  await insertPublicNotice(db, kind, {
    noticeId,
    level: 'INFO',
    title: words,
    html: { cn: '<p>今晚</p>', en: '<p>Tonight</p>' },
    startsAt,
  })
  return noticeId
}

describe('a personal notice', () => {
  it('says its event in both languages, once even if the job runs twice, to the right login only', async () => {
    const parent = await newAccount()
    const sub = await subOf(parent)
    const news = {
      noticeId: newId('ntp'),
      accountId: parent.accountId,
      event: 'card_opened' as const,
      params: { last4: '4242', amount: '$10.00' },
      atMs: nowMs(),
    }
    await tell(news)
    await tell(news)
    const english = await answers.personalNotices(parent, { unread: true, limit: 20 })
    assert.equal(english.unread, 1)
    assert.deepEqual(
      english.list.map(({ title, msg, read }) => [title, msg, read]),
      [['Card opened', '<p>The card ending in 4242 is open with a balance of $10.00.</p>', 0]],
    )
    const chinese = await answers.personalNotices(
      { ...parent, from: caller({ lang: 'cn' }) },
      { unread: true, limit: 20 },
    )
    assert.equal(chinese.list[0]!.title, '开卡成功')
    assert.equal((await answers.personalNotices(sub, { unread: true, limit: 20 })).unread, 0)
    assert.equal((await answers.personalNotices(await newAccount(), { unread: true, limit: 20 })).unread, 0)
  })

  it('lets no parameter bring HTML along', async () => {
    const ana = await newAccount()
    const params = { merchant: '<img src=x onerror=alert(1)>', amount: '$1', last4: '{amount}' }
    await tell({ noticeId: newId('ntp'), accountId: ana.accountId, event: 'refund_posted', params, atMs: nowMs() })
    const { msg } = (await answers.personalNotices(ana, { unread: true, limit: 1 })).list[0]!
    assert.ok(msg.includes('&lt;img src=x onerror=alert(1)&gt;') && !msg.includes('<img'))
  })

  it('is read once, and another account cannot read it', async () => {
    const [ana, bo] = [await newAccount(), await newAccount()]
    const noticeId = newId('ntp')
    await tell({ noticeId, accountId: ana.accountId, event: 'welcome', params: {}, atMs: nowMs() })
    await assert.rejects(answers.readNotice(bo, { id: noticeId }), refusedAs('not_found'))
    for (let i = 0; i < 2; i++) assert.deepEqual(await answers.readNotice(ana, { id: noticeId }), { ok: 1 })
    assert.equal((await answers.personalNotices(ana, { unread: true, limit: 20 })).unread, 0)
    assert.equal((await answers.personalNotices(ana, { unread: false, limit: 20 })).list[0]!.read, 1)
  })
})

describe('a notice that has to be confirmed', () => {
  const tells = (ana: Person, event: NewsEvent, atMs: number) =>
    tell({ noticeId: newId('ntp'), accountId: ana.accountId, event, params: {}, atMs })
  const toConfirm = async (ana: Person) => (await answers.mustReadNotices(ana, {})).map(({ title }) => title)

  it('is history once its cause has ended, whichever of the two jobs runs first', async () => {
    for (const lateFirst of [false, true]) {
      const [ana, bo] = [await newAccount(), await newAccount()]
      const [stopped, restored] = [
        () => tells(ana, 'account_shutdown', nowMs() - 2000),
        () => tells(ana, 'account_restored', nowMs() - 1000),
      ]
      await tells(bo, 'account_shutdown', nowMs() - 2000)
      for (const write of lateFirst ? [restored, stopped] : [stopped, restored]) await write()
      assert.deepEqual(await toConfirm(ana), [])
      assert.deepEqual(await toConfirm(bo), [events.account_shutdown.title.en])
      assert.equal((await answers.personalNotices(ana, { unread: false, limit: 20 })).list.length, 2)
      // A second shutdown has to be confirmed again.
      await tells(ana, 'account_shutdown', nowMs())
      assert.deepEqual(await toConfirm(ana), [events.account_shutdown.title.en])
    }
  })

  it('names an event that ends it', () => {
    for (const [event, row] of Object.entries(events))
      if ('mustRead' in row) assert.ok(row.endedBy in events, `${event} is ended by ${row.endedBy}`)
  })
})

describe('notices for everybody', () => {
  it('are in the banner and among those to confirm until they are read, and not before their time', async () => {
    const ana = await newAccount()
    const banner = await publish('BANNER')
    await publish('BANNER', new Date(nowMs() + 60_000))
    const mustRead = await publish('MUST_READ')
    await publish('CAROUSEL')
    await tell({ noticeId: newId('ntp'), accountId: ana.accountId, event: 'welcome', params: {}, atMs: nowMs() })
    assert.deepEqual(
      (await answers.bannerNotices(ana, {})).map(({ id }) => id),
      [banner],
    )
    assert.deepEqual(
      (await answers.mustReadNotices(ana, {})).map(({ id, mustRead: must }) => [id, must]),
      [[mustRead, 1]],
    )
    assert.equal((await answers.carousel(ana, { limit: 10 })).length, 1)
    await answers.readNotice(ana, { id: banner })
    await answers.readNotice(ana, { id: mustRead })
    assert.deepEqual(await answers.bannerNotices(ana, {}), [])
    assert.deepEqual(await answers.mustReadNotices(ana, {}), [])
    const page = await answers.pageOfNotices(ana, { pageNo: 1, pageSize: 2 })
    assert.deepEqual([page.total, page.data.length, page.haveNext], [3, 2, true])
  })
})

describe('option lists', () => {
  it('answer every type in the language asked for', async () => {
    for (const type of Object.keys(enums)) {
      for (const lang of ['cn', 'en'] as const) {
        const options = contract.enumList.output.parse(await answers.enumList(stranger(), { type, lang }))
        assert.ok(options.length > 0 && options.every(({ label }) => label), type)
      }
    }
    const [first] = await answers.enumList(stranger({ lang: 'cn' }), { type: 'cardStatus' })
    assert.deepEqual(first, { value: 'PENDING', label: '开卡中' })
    const yuan = (await answers.enumList(stranger(), { type: 'currency' })).find(({ value }) => value === 'CNY')
    assert.equal(yuan!.ext!['symbol'], '¥')
  })

  it('refuse a type that is none, and a name that every object has', async () => {
    for (const type of ['nothing', 'constructor', '__proto__'])
      await assert.rejects(answers.enumList(stranger(), { type }), refusedAs('invalid', 'type'))
  })
})

describe('the overview', () => {
  it('adds up the wallet and has a day for every day', async () => {
    const ana = await newAccount({ balanceCents: 50_000 })
    await fund(ana.accountId, 2_500)
    const seen = contract.overview.output.parse(await answers.overview(ana, { days: 30 }))
    assert.deepEqual(seen.wallet, {
      usdBalance: 52_500,
      usdFrozen: 0,
      usdCard: 0,
      usdDeposit: 52_500,
      usdConsume: 0,
      usdRebate: 0,
      usdReceivable: 0,
      usdOwedOnCards: 0,
      usdFundsFrozen: 0,
    })
    assert.equal(seen.trend.length, 30)
    assert.equal(seen.trend.at(-1)!.topup, 52_500)
    assert.deepEqual(seen.topup, { month: 52_500, total: 52_500 })
    assert.deepEqual(seen.auth, { count: 0, declined: 0, declineRateBps: 0, windowDays: 30, thresholdBps: 500 })
  })

  it('shows a sub-account its own and of the wallet its budget, unless its role may see the wallet', async () => {
    const parent = await newAccount({ balanceCents: 9_900 })
    const sub = await subOf(parent, { role: 'rol_operator', budgetCents: 5_000 })
    assert.deepEqual(await answers.wallet(sub, {}), { usdBudget: 5_000, usdBudgetUsed: 0 })
    const finance = await subOf(parent, { role: 'rol_finance' })
    assert.equal((await answers.wallet(finance, {})).usdBalance, 9_900)
    const own = contract.overviewForSub.output.parse(
      await answers.overviewForSub(sub, { days: 7, subUid: finance.subUid }),
    )
    assert.equal(own.budget!.limit, 5_000, 'whatever it asks for')
    assert.equal(own.sub!.status, 'NORMAL')
    const total = await answers.overviewForSub(parent, { days: 7 })
    assert.equal(total.sub, null)
    await assert.rejects(
      answers.overviewForSub(await newAccount(), { days: 7, subUid: sub.subUid }),
      refusedAs('not_found'),
    )
  })
})

/** Rows written by other means than the product: shown as safely as what staff write. */
withWorld()

/** What a browser would run or load from it. */
const harmless = (html: string, from: string) => {
  assert.match(html, written, from)
  assert.doesNotMatch(html, /<script|<img(?! src="\/)|<[^>]*(?:javascript:|\son\w+=)/i, from)
}

async function noticesByHand(accountId: string, html: string): Promise<void> {
  for (const kind of ['BANNER', 'CAROUSEL', 'PAGE', 'MUST_READ'])
    await sql`
      INSERT INTO public_notice (notice_id, kind, title_cn, title_en, html_cn, html_en, starts_at, created_at)
      VALUES (${newId('ntc')}, ${kind}, 't', 't', ${html}, ${html}, ${now()}, ${now()})`.execute(db)
  await sql`
    INSERT INTO notice (cell, account_id, notice_id, event, biz_type, biz_id, level, must_read, title_cn, title_en, html_cn, html_en, starts_at, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${newId('ntp')}, 'welcome', '', '', 'INFO', false, 't', 't', ${html}, ${html}, ${now()}, ${now()})`.execute(
    db,
  )
}

describe('a row that was put there by hand', () => {
  it('is cleaned when it is read, whichever way a notice is shown', async () => {
    const ana = await newAccount()
    for (const payload of payloads) await noticesByHand(ana.accountId, payload)
    const shown = {
      banner: await answers.bannerNotices(ana, {}),
      carousel: await answers.carousel(ana, { limit: 50 }),
      page: (await answers.pageOfNotices(ana, { pageNo: 1, pageSize: 200 })).data,
      mustRead: await answers.mustReadNotices(ana, {}),
      mine: (await answers.personalNotices(ana, { unread: false, limit: 100 })).list,
      overview: (await answers.overview(ana, { days: 7 })).carousel,
    }
    for (const [from, notices] of Object.entries(shown)) {
      assert.ok(notices.length >= 10, from)
      for (const { msg } of notices) harmless(msg, from)
    }
    assert.ok(shown.mine.length === payloads.length && shown.page.length > 3 * payloads.length)
  })

  it('of an agreement is cleaned for who agrees and for who has no account', async () => {
    const ana = await newAccount()
    for (const [at, payload] of payloads.entries()) {
      const id = newId('agr')
      await sql`
        INSERT INTO agreement (agreement_id, kind, version, title_cn, title_en, html_cn, html_en, must_accept, effective_at, status, made_by, created_at)
        VALUES (${id}, 'TERMS', ${at + 1}, 't', 't', ${payload}, ${payload}, true, ${now()}, 'PUBLISHED', 'by hand', ${now()})`.execute(
        db,
      )
      for (const list of [
        await agreementAnswers.agreements(stranger(), {}),
        await agreementAnswers.agreementsToAccept(ana, {}),
      ]) {
        assert.equal(list[0]?.id, id)
        harmless(list[0].msg, payload)
      }
    }
  })

  it('of the contact dialog is not shown where an address is none that the form takes', async () => {
    const ana = await newAccount()
    const staff = await newStaff(['CONTENT'])
    await transaction((tx) => contentAnswers.saveContact(staff, { ...contactInput }, tx))
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://evil.example',
      'https://a.example/" onclick="x',
    ])
      for (const place of ['{channel,url}', '{qrs,0,url}']) {
        await sql`UPDATE content SET value = jsonb_set(value, ${place}::text[], to_jsonb(${url}::text)) WHERE name = 'contact'`.execute(
          db,
        )
        const { qrs, channel } = await contentAnswers.contact(ana, {})
        for (const shown of [...qrs.map((one) => one.url), channel.url])
          assert.match(shown, /^https:\/\/example\.com\//)
      }
  })
})
