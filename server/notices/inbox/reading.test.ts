import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller, newAccount, subOf, withWorld, type Person } from '#test/world.ts'
import type { NewsEvent } from '#contract/notices/notices.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { NewsParams } from '#server/core/news.ts'
import { answers, readingAnswers } from '../module.ts'
import { tell } from './tell.ts'

withWorld()

async function told(
  { accountId }: Person,
  event: NewsEvent,
  {
    params = {},
    atMs = nowMs(),
    about,
  }: { params?: NewsParams; atMs?: number; about?: { type: string; id: string } } = {},
): Promise<string> {
  const noticeId = newId('ntp')
  await tell({ noticeId, accountId, event, params, about, atMs })
  return noticeId
}
const unreadOf = async (person: Person): Promise<string[]> =>
  (await answers.personalNotices(person, { unread: true, limit: 100 })).list.map(({ id }) => id)

describe('a personal notice', () => {
  it('keeps what it tells of, beside its text, in both languages', async () => {
    const ana = await newAccount()
    const reason = { cn: '余额不足', en: 'Insufficient balance' }
    await told(ana, 'card_blocked_by_system', {
      params: { last4: '5334', merchant: 'GITHUB', name: 'Lou', count: 2, amount: { cents: 42_00 }, reason },
      about: { type: 'card', id: 'crd_1' },
    })
    await told(ana, 'card_close_done', {
      params: { last4: '5334', amount: { cents: 1_00 } },
      about: { type: 'card', id: 'crd_2' },
      atMs: nowMs() - 60_000,
    })
    const { list } = await answers.personalNotices(ana, { unread: true, limit: 10 })
    assert.deepEqual(
      list.map(({ event, kind, level, facts }) => [event, kind, level, facts]),
      [
        [
          'card_blocked_by_system',
          'CARDS',
          'WARN',
          {
            cardId: 'crd_1',
            last4: '5334',
            merchant: 'GITHUB',
            name: 'Lou',
            count: 2,
            cents: 42_00,
            reason: 'Insufficient balance',
          },
        ],
        ['card_close_done', 'CARDS', 'INFO', { cardId: 'crd_2', last4: '5334', cents: 1_00 }],
      ],
    )
    assert.equal(list[1]!.text, 'The card ending in 5334 was deleted. $1.00 was returned to your balance.')
    const chinese = await answers.personalNotices({ ...ana, from: caller({ lang: 'cn' }) }, { unread: true, limit: 10 })
    assert.equal(chinese.list[0]!.facts?.reason, '余额不足')
  })

  it('without facts, as before they were kept, shows its text', async () => {
    const ana = await newAccount()
    const id = await told(ana, 'topup_credited', { params: { amount: '$1.00', orderNo: 'T1' } })
    await sql`UPDATE notice SET facts = '{"cents": "all of it"}' WHERE notice_id = ${id}`.execute(db).catch(() => {})
    const [notice] = (await answers.personalNotices(ana, { unread: true, limit: 10 })).list
    assert.deepEqual([notice!.facts, notice!.text], [null, 'Your top-up of $1.00 has been credited, order T1.'])
  })
})

describe('marking all as read', () => {
  it('takes those up to the newest that was shown, of this login only, and is undone', async () => {
    const ana = await newAccount()
    const bo = await newAccount()
    const sub = await subOf(ana)
    const at = nowMs()
    const first = await told(ana, 'welcome', { atMs: at - 2 })
    const shown = await told(ana, 'card_opened', { atMs: at - 1 })
    const later = await told(ana, 'card_opened', { atMs: at })
    await told(bo, 'welcome', { atMs: at - 2 })
    await answers.readNotice(ana, { id: first })

    const { count, at: marked } = await readingAnswers.readNotices(ana, { readTime: at - 1 })
    assert.equal(count, 1)
    assert.deepEqual(await unreadOf(ana), [later])
    assert.equal((await unreadOf(bo)).length, 1)
    assert.deepEqual(await readingAnswers.readNotices(sub, { readTime: at }).then(({ count: some }) => some), 0)

    assert.deepEqual(await readingAnswers.unreadNotices(bo, { at: marked }), { count: 0 })
    assert.deepEqual(await readingAnswers.unreadNotices(ana, { at: marked }), { count: 1 })
    assert.deepEqual(await unreadOf(ana), [later, shown])
    assert.deepEqual(await readingAnswers.unreadNotices(ana, { at: marked }), { count: 0 })
  })

  it('takes one kind, or those given', async () => {
    const ana = await newAccount()
    const at = nowMs()
    const welcome = await told(ana, 'welcome', { atMs: at - 3 })
    const card = await told(ana, 'card_opened', { atMs: at - 2 })
    const money = await told(ana, 'commission_in', { atMs: at - 1, params: { amount: { cents: 5 } } })
    assert.equal((await readingAnswers.readNotices(ana, { readTime: at, kind: 'CARDS' })).count, 1)
    assert.deepEqual(await unreadOf(ana), [money, welcome])
    assert.equal((await readingAnswers.readNotices(ana, { readTime: at, ids: [welcome, card] })).count, 1)
    assert.deepEqual(await unreadOf(ana), [money])
  })
})
