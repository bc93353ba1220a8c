/** Every place that lists or counts declines, on one world (docs/words.md: decline, counted decline). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { identified } from '#test/fixtures/batches.ts'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import {
  cardInHand,
  charges,
  decides,
  declinesBefore,
  event,
  increments,
  newRef,
  request,
  tells,
} from '#test/fixtures/trades.ts'
import { asksSubs } from '#test/fixtures/subaccounts.ts'
import { waiting } from '#test/mail.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import type { Words } from '#contract/core/fields.ts'
import { pageAuthorizations as authsRow, pageDeclines as declinesRow } from '#contract/trades/trades.ts'
import { accountAnswers } from '#server/accounts/module.ts'
import { DAY, HOUR, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import type { News } from '#server/core/news.ts'
import { answers as notices } from '#server/notices/module.ts'
import { declinesThisMonth } from '../declineFees/chargeDeclines.ts'
import { tellDeclines } from '../declineNotices/tellDeclines.ts'
import { restoreAccount } from '../desk/board/stopAccount.ts'
import { declinesAsSheet } from '../lists/tradesAsSheet.ts'
import { answers as trades, boardAnswers } from '../module.ts'
import { keepDeclineDays } from './keepDays.ts'

withIssuer({ connections: 20 })
/** 10 March 2027, 12:00 in Shanghai. */
const NOON = Date.parse('2027-03-10T04:00:00Z')
let shiftMs = 0
before(() => {
  shiftMs = NOON - Date.now()
  setClock(() => Date.now() + shiftMs)
})
after(() => setClock())

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const listed = (of: object = {}) => declinesRow.input.parse({ pageNo: 1, pageSize: 100, scope: 'all', ...of })
/** How many declines the notices of an account tell of, whoever gets them. Those to a parent about its sub-accounts repeat them. */
const toldOf = async ({ accountId }: Person): Promise<number> =>
  sum(
    (await waiting<News>('notices.tell'))
      .filter((news) => news.accountId === accountId && news.event === 'card_declined')
      .map(({ params }) => Number(/^(\d+) charges/.exec((params.what as Words).en)?.[1] ?? 1)),
  )

describe('declines', () => {
  let [ana, bo]: [Person, Person & { subUid: string }] = [] as never
  let cards: { cardId: string }[]

  /** Every place that has all declines of an account, or of a sub-account. */
  async function allOf(who: Person): Promise<Record<string, number>> {
    const isSub = who.subUid !== undefined
    const overview = isSub ? await notices.overviewForSub(who, { days: 30 }) : await notices.overview(who, { days: 30 })
    const list = await trades.pageDeclines(who, listed())
    const auths = authsRow.input.parse({ pageNo: 1, pageSize: 100, scope: 'all', status: 'DECLINED' })
    const file = await declinesAsSheet(who, listed())
    const ofCards = await Promise.all(cards.map(({ cardId }) => trades.pageDeclines(who, listed({ cardId }))))
    return {
      'the list': list.data.length,
      'its total': list.summary.count,
      'authorizations that are declined': (await trades.pageAuthorizations(who, auths)).total,
      'the file of the list': (await one(db, sql<{ n: number }>`SELECT count(*)::int AS n FROM ${file.counted}`)).n,
      'the lists of its cards': sum(ofCards.map(({ total }) => total)),
      'the days of the overview': sum(overview.trend.map(({ declined }) => declined)),
      'the reasons beside the warning levels': sum(
        (await trades.declineLadder(who, {})).reasons.map(({ count }) => count),
      ),
    }
  }
  /** Every place that has the declines of the decline rate. */
  async function countedOf(who: Person): Promise<Record<string, number>> {
    const isSub = who.subUid !== undefined
    const overview = isSub ? await notices.overviewForSub(who, { days: 30 }) : await notices.overview(who, { days: 30 })
    const list = await trades.pageDeclines(who, listed())
    const ladder = await trades.declineLadder(who, {})
    return {
      'the list': list.data.filter(({ counted }) => counted).length,
      'the sum of the list': list.summary.counted,
      'the rate above the list': list.summary.windowDeclined,
      'the overview': overview.auth.declined,
      'the warning levels': ladder.declined,
      'their days': sum(ladder.days.map(({ declined }) => declined)),
      'their reasons': sum(ladder.reasons.filter(({ counted }) => counted).map(({ count }) => count)),
      'their cards': sum(ladder.cards.map(({ declined }) => declined)),
    }
  }
  const agree = (places: Record<string, number>, count: number, why: string) =>
    assert.deepEqual(places, Object.fromEntries(Object.keys(places).map((place) => [place, count])), why)

  before(async () => {
    ana = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
    bo = await subOf(ana)
    await identified(ana)
    await tellDeclines()
    const [first, frozen, hers] = [await cardInHand(ana), await cardInHand(ana), await cardInHand(bo)]
    cards = [first, frozen, hers]
    const wrongCode = (cvc: string) => (cvc === '000' ? '111' : '000')

    // Approved: a purchase, and a verification, which is no attempt.
    const approved = newRef()
    assert.ok((await charges(first, 100, { ref: approved })).approved)
    assert.ok((await charges(first, 0)).approved)
    // Counted: no money, though the terminal sends the same request twice; a frozen card; at the network; wrong details on a card of the sub-account.
    const short = request(first, 900_000)
    assert.deepEqual(await decides(short), await decides(short))
    await asks(ana, 'freezeCard', { cardIds: [frozen.cardId], frozen: true, requestNo: requestNo() })
    assert.equal((await charges(frozen, 100)).reason, 'CARD_PAUSED')
    const atNetwork = { authRef: newRef(), reason: 'ISSUER_DECLINED', isoCode: '05' } as never
    await tells(event('auth.declined', first, 700, atNetwork))
    assert.equal((await charges(hers, 200, { cvc: wrongCode(hers.cvc) })).reason, 'CVC_MISMATCH')
    // Not counted: verifications, whoever declines them, and the same payment again.
    assert.equal((await charges(first, 0, { cvc: wrongCode(first.cvc) })).reason, 'CVC_MISMATCH')
    await tells(event('auth.declined', first, 0, { ...(atNetwork as object), authRef: newRef() } as never))
    const terminal = { trace: '000001', terminalId: 'T1', pos: 'CHIP' } as never
    assert.ok((await charges(hers, 300, terminal)).approved)
    assert.equal((await charges(hers, 300, terminal)).reason, 'DUPLICATE')
    // No decline: a larger amount for an authorization that stays as it is.
    assert.equal((await increments(first, approved, 900_000)).reason, 'INSUFFICIENT_FUNDS')
  })

  test('are told, every one of them', async () => {
    shiftMs += MINUTE
    await tellDeclines()
    assert.equal(await toldOf(ana), 7)
  })

  for (const [when, ms] of [
    ['', 0],
    [', a day later', DAY],
  ] as const)
    test(`are the same declines wherever all are listed or counted${when}`, async () => {
      shiftMs += ms
      if (ms) await keepDeclineDays()
      agree(await allOf(ana), 7, 'of the account, with its sub-account')
      agree(await allOf(bo), 2, 'of the sub-account')
      const own = await trades.pageDeclines(ana, listed({ scope: 'own' }))
      const subs = await trades.pageSubDeclines(ana, listed())
      const staff = await newStaff()
      const desk = await accountAnswers.accountDeclines(staff, { accountId: ana.accountId, pageNo: 1, pageSize: 100 })
      assert.deepEqual([own.total, subs.total, desk.total], [5, 2, 7])
    })

  test('that count are the same wherever they are counted', async () => {
    agree(await countedOf(ana), 4, 'of the account, with its sub-account')
    agree(await countedOf(bo), 1, 'of the sub-account')
    const perCard = await Promise.all(cards.map(({ cardId }) => asks(ana, 'showCard', { cardId })))
    const board = await boardAnswers.declineBoard(await newStaff(), { pageNo: 1, pageSize: 10 })
    const row = board.data.find(({ accountId }) => accountId === ana.accountId)!
    const places = {
      'the pages of its cards': sum(perCard.map(({ stats }) => stats.declineCount)),
      'the free declines of a month': await declinesThisMonth(ana.accountId),
      'the board of the desk': row.declined,
      'its days': sum(row.trend.map(({ declined }) => declined)),
    }
    agree(places, 4, 'of the account')
    await booksHold()
  })

  test('that count begin again with a restoration, wherever they are counted', async () => {
    const cy = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
    const card = await cardInHand(cy)
    cards = [card]
    await charges(card, 900_000)
    await declinesBefore(card, 250, 0)
    shiftMs += HOUR
    await keepDeclineDays()
    await charges(card, 900_002)
    shiftMs += MINUTE
    const colleague = await newStaff()
    await transaction((tx) => boardAnswers.shutAccount(colleague, { accountId: cy.accountId, reason: 'ticket 7' }, tx))
    assert.equal((await charges(card, 100)).reason, 'ACCOUNT_SHUTDOWN')
    shiftMs += MINUTE
    await transaction((tx) => restoreAccount(tx, { accountId: cy.accountId, by: 'Wei', note: 'ticket 7' }))
    shiftMs += MINUTE
    const { reasons, declined } = await trades.declineLadder(cy, {})
    assert.deepEqual([reasons, declined], [[], 0])
    await charges(card, 900_001)
    for (const hours of [0, 1]) {
      shiftMs += hours * HOUR
      if (hours) await keepDeclineDays()
      const ladder = await trades.declineLadder(cy, {})
      const shown = ladder.reasons.map(({ reason, count }) => [reason, count])
      assert.deepEqual([shown, ladder.declined], [[['INSUFFICIENT_FUNDS', 1]], 1])
      assert.equal((await notices.overview(cy, { days: 30 })).auth.declined, 1)
    }
    assert.equal((await trades.pageDeclines(cy, listed())).total, 254, 'the list has all of them')
  })

  test('stay with the sub-account that had the card, whose rate is that of the cards it has now', async () => {
    const eve = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
    const [dee, fay] = [await subOf(eve), await subOf(eve)]
    const card = await cardInHand(dee)
    await charges(card, 900_000)
    await asksSubs(eve, 'handOverCards', { cardIds: [card.cardId], subUid: fay.subUid })
    await charges(card, 900_001)
    await charges(card, 900_002)
    const placesOf = async (who: Person) => [
      (await trades.pageDeclines(who, listed())).total,
      sum((await notices.overviewForSub(who, { days: 30 })).trend.map(({ declined }) => declined)),
      (await notices.overviewForSub(who, { days: 30 })).auth.declined,
      (await trades.declineLadder(who, {})).declined,
      sum((await trades.declineLadder(who, {})).reasons.map(({ count }) => count)),
    ]
    assert.deepEqual(await placesOf(dee), [1, 1, 0, 0, 0])
    assert.deepEqual(await placesOf(fay), [2, 2, 3, 3, 3])
    assert.equal((await trades.declineLadder(eve, {})).declined, 3)
    shiftMs += MINUTE
    await tellDeclines()
    const told = (await waiting<News>('notices.tell'))
      .filter(({ accountId, event: name }) => accountId === eve.accountId && name === 'card_declined')
      .map(({ loginId, params }) => [loginId, (params.what as Words).en])
    assert.deepEqual(told, [
      [dee.loginId, '$9,000.00 at CORNER SHOP was declined'],
      [fay.loginId, '2 charges were declined, most recently $9,000.02 at CORNER SHOP'],
    ])
  })

  test('that the network tells of days later are listed on their day, and count in the rate from then on', async () => {
    const gil = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
    const card = await cardInHand(gil)
    const late = { authRef: newRef(), reason: 'ISSUER_DECLINED', isoCode: '05', occurredAt: nowMs() - 2 * DAY }
    await tells(event('auth.declined', card, 700, late as never))
    const { trend, auth } = await notices.overview(gil, { days: 7 })
    const ladder = await trades.declineLadder(gil, {})
    assert.deepEqual([trend.map(({ declined }) => declined), auth.declined], [[0, 0, 0, 0, 1, 0, 0], 1])
    assert.deepEqual(
      ladder.days.slice(-3).map(({ declined }) => declined),
      [0, 0, 1],
    )
  })
})
