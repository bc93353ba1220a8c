/** Rows that nobody wrote by way of us: what is shown of them is as harmless as what staff write. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contactWish } from '#test/content.ts'
import { payloads, written } from '#test/hostileHtml.ts'
import { newAccount, stranger, withWorld } from '#test/world.ts'
import { now } from '../core/clock.ts'
import { db, sql, transaction } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { newStaff } from '#test/staff.ts'
import { agreementAnswers, answers, contentAnswers } from './module.ts'

withWorld()

/** What a browser would run or load of it. */
const harmless = (html: string, from: string) => {
  assert.match(html, written, from)
  assert.doesNotMatch(html, /<script|<img(?! src="\/)|<[^>]*(?:javascript:|\son\w+=)/i, from)
}

async function noticeByHand(kind: string, html: string, accountId: string | null): Promise<void> {
  await sql`
    INSERT INTO notice (notice_id, kind, account_id, level, status, audience, must_read, title_cn, title_en, html_cn, html_en, starts_at, created_at)
    VALUES (${newId('ntc')}, ${kind}, ${accountId}, 'INFO', 'PUBLISHED', 'ALL', ${kind === 'MUST_READ'}, 't', 't', ${html}, ${html}, ${now()}, ${now()})`.execute(
    db,
  )
}

describe('a row that was put there by hand', () => {
  it('is cleaned when it is read, whichever way a notice is shown', async () => {
    const ana = await newAccount()
    for (const kind of ['BANNER', 'CAROUSEL', 'PAGE', 'MUST_READ', 'PERSONAL'])
      for (const payload of payloads) await noticeByHand(kind, payload, kind === 'PERSONAL' ? ana.accountId : null)
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
    await transaction((tx) => contentAnswers.saveContact(staff, { ...contactWish }, tx))
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
