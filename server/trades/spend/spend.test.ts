import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { asks, booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { asksSubs } from '#test/fixtures/subaccounts.ts'
import { cardInHand, event, shop, tells } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import type { Input } from '#contract/core/call.ts'
import * as notices from '#contract/notices/notices.ts'
import * as contract from '#contract/trades/spend.ts'
import * as trades from '#contract/trades/trades.ts'
import { DAY, dateOf, dayOf, nowMs, setClock, startOf } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { answers as noticeAnswers } from '#server/notices/module.ts'
import { pageTrades } from '../lists/settled.ts'
import { spendAnalysis } from './analysis.ts'
import { cardSpend } from './cardSpend.ts'
import { addUp, keepSpend } from './keepSpend.ts'
import { periodsOf } from './periods.ts'

withIssuer({ connections: 20 })
after(() => setClock())
/** 10 March 2027, 12:00 in Shanghai. */
const NOON = Date.parse('2027-03-10T04:00:00Z')
let shiftMs = 0
beforeEach(() => {
  shiftMs = NOON - Date.now()
  setClock(() => Date.now() + shiftMs)
})

type Asked = Partial<Input<typeof contract.spendAnalysis>>
const analyses = async (who: Person, change: Asked = {}) =>
  contract.spendAnalysis.output.parse(
    await spendAnalysis(who, contract.spendAnalysis.input.parse({ by: 'merchant', period: '30', ...change })),
  )
const ofCard = async (who: Person, cardId: string, days: contract.CardSpan = 30) =>
  contract.cardSpend.output.parse(await cardSpend(who, { cardId, days }))
const net = ({ spent, refunded }: { spent: number; refunded: number }) => spent - refunded
const bars = async (who: Person, change: Asked = {}) =>
  (await analyses(who, change)).list.map((row) => [row.name, net(row), row.count])
const overviewOf = async (who: Person) => notices.overview.output.parse(await noticeAnswers.overview(who, { days: 30 }))
const facebook = { ...shop, id: 'mer_fb', name: 'FACEBK *7XK2M9PQ42', descriptor: 'FACEBK *7XK2M9PQ42' }
const at = (name: string) => ({ ...shop, id: `mer_${name}`, name, descriptor: name })

test('spend of an account by merchant, group, sub-account and card, narrowed by any of them', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const bo = await subOf(ana)
  const [mine, his] = [
    await cardInHand(ana, { rechargeAmount: 100_000 }),
    await cardInHand(bo, { rechargeAmount: 50_000 }),
  ]
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads' })
  await asks(ana, 'groupCard', { cardId: mine.cardId, gid })
  await tells(event('clearing.posted', mine, 4000, { merchant: facebook }))
  await tells(event('clearing.posted', mine, 1000, { merchant: at('NEWS') }))
  await tells(event('refund.posted', mine, 300, { merchant: at('NEWS') }))
  await tells(event('clearing.posted', his, 2500, { merchant: at('FACEBOOK ADS 99') }))

  const all = await analyses(ana)
  assert.deepEqual(all.total, { count: 3, spent: 7500, refunded: 300 })
  assert.deepEqual(
    all.list.map(({ name, count, spent, refunded }) => [name, count, spent, refunded]),
    [
      ['Facebook', 2, 6500, 0],
      ['NEWS', 1, 1000, 300],
    ],
  )
  assert.deepEqual(await bars(ana, { by: 'group' }), [
    ['Ads', 4700, 2],
    ['No group', 2500, 1],
  ])
  assert.deepEqual(
    (await bars(ana, { by: 'sub' })).map(([, cents]) => cents),
    [4700, 2500],
  )
  assert.deepEqual(
    (await bars(ana, { by: 'card' })).map(([, cents]) => cents),
    [4700, 2500],
  )
  const fb = all.list[0]!.key
  assert.deepEqual(
    (await bars(ana, { by: 'card', merchant: fb })).map(([, cents]) => cents),
    [4000, 2500],
  )
  assert.deepEqual(await bars(ana, { by: 'merchant', gid }), [
    ['Facebook', 4000, 1],
    ['NEWS', 700, 1],
  ])
  assert.deepEqual(await bars(ana, { gid: '0' }), [['Facebook', 2500, 1]])
  assert.equal(net((await analyses(ana, { subUid: '0' })).total), 4700)
  assert.equal(net((await analyses(ana, { subUid: bo.subUid })).total), 2500)
  assert.equal(net((await analyses(ana, { cardId: his.cardId, merchant: fb })).total), 2500)
  const { narrowed } = await analyses(ana, { gid, subUid: '0', merchant: fb })
  assert.deepEqual([narrowed.gid, narrowed.merchant, narrowed.cardId], ['Ads', 'Facebook', null])
})

test('a sub-account sees what it spent itself, and another account nothing', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [bo, eve] = [await subOf(ana), await subOf(ana)]
  const card = await cardInHand(bo, { rechargeAmount: 50_000 })
  await tells(event('clearing.posted', card, 1500))
  await asksSubs(ana, 'handOverCards', { cardIds: [card.cardId], subUid: eve.subUid })
  await tells(event('clearing.posted', card, 400))
  assert.equal(net((await analyses(bo, { subUid: eve.subUid })).total), 1500)
  assert.equal(net((await analyses(eve)).total), 400)
  assert.equal(net((await ofCard(eve, card.cardId)).total), 400)
  assert.equal(net((await ofCard(ana, card.cardId)).total), 1900)
  await assert.rejects(ofCard(bo, card.cardId), refusedAs('not_found'))
  // The group is not shared with eve, so to her its card has none.
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Secret' })
  await asks(ana, 'groupCard', { cardId: card.cardId, gid })
  assert.deepEqual(await bars(eve, { by: 'group' }), [['No group', 400, 1]])
  assert.equal(net((await analyses(eve, { gid: '0' })).total), 400)
  assert.equal(net((await analyses(ana, { gid: '0' })).total), 0)
  const stranger = await newAccount()
  await assert.rejects(ofCard(stranger, card.cardId), refusedAs('not_found'))
  const seen = await analyses(stranger, { cardId: card.cardId })
  assert.deepEqual([seen.list, net(seen.total)], [[], 0])
  const mia = await subOf(ana, { keys: ['card:view', 'card:open'] })
  const hers = await cardInHand(mia, { rechargeAmount: 5_000 })
  await tells(event('clearing.posted', hers, 10))
  const { detailed, byDay, total } = await ofCard(mia, hers.cardId)
  assert.deepEqual([detailed, byDay, net(total)], [false, [], 0])
})

test('a period is compared with as many days before it', () => {
  const days = (period: contract.SpendPeriod, iso: string) => {
    const { now, before } = periodsOf(period, Date.parse(iso))
    return [now.from, now.until, before.from, before.until].map((day) => dateOf(startOf(day)))
  }
  const noon = '2027-03-10T04:00:00Z'
  assert.deepEqual(days('30', noon), ['2027-02-09', '2027-03-10', '2027-01-10', '2027-02-08'])
  assert.deepEqual(days('thisMonth', noon), ['2027-03-01', '2027-03-10', '2027-02-01', '2027-02-10'])
  assert.deepEqual(days('lastMonth', noon), ['2027-02-01', '2027-02-28', '2027-01-01', '2027-01-31'])
  assert.deepEqual(days('thisMonth', '2027-03-31T04:00:00Z'), ['2027-03-01', '2027-03-31', '2027-02-01', '2027-02-28'])
  assert.deepEqual(days('thisMonth', '2027-02-28T16:00:00Z'), ['2027-03-01', '2027-03-01', '2027-02-01', '2027-02-01'])
})

/** A plain model: each event as a line. */
test('random events over weeks: every sum is that of a plain list, of the overview and of the transactions', async () => {
  let seed = 20270311
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  const ana = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
  const bo = await subOf(ana)
  const cards = [await cardInHand(ana, { rechargeAmount: 100_000 }), await cardInHand(bo, { rechargeAmount: 100_000 })]
  const shops = ['NEWS', 'FILMS', 'TOOLS']
  type Line = { day: number; at: number; shop: string; cents: number; refund: boolean }
  const lines: Line[] = []
  const open: { line: Line; event: ReturnType<typeof event>; undo: string }[] = []
  for (let step = 0; step < 150; step++) {
    const [card, cents, name] = [chance(2), 1 + chance(3000), shops[chance(3)]!]
    const what = chance(8)
    const line = { day: dayOf(nowMs()), at: card, shop: name, cents, refund: what === 3 }
    if (what <= 3) {
      const posted = event(what === 3 ? 'refund.posted' : 'clearing.posted', cards[card]!, cents, {
        merchant: at(name),
      })
      await tells(posted)
      lines.push(line)
      open.push({ line, event: posted, undo: what === 3 ? 'refund.reversed' : 'clearing.reversed' })
    } else if (what === 4 && open.length) {
      const [undone] = open.splice(chance(open.length), 1)
      await tells({ ...undone!.event, type: undone!.undo, id: `undo-${step}`, occurredAt: nowMs() } as never)
      lines.push({ ...undone!.line, day: dayOf(nowMs()), cents: -undone!.line.cents })
    } else if (what === 5) shiftMs += (1 + chance(30)) * 3_600_000
    else if (what === 6 && chance(2)) await transaction((tx) => addUp(tx, ana.accountId))
  }
  const today = dayOf(nowMs())
  const within = lines.filter(({ day }) => day > today - 30)
  assert.ok(within.length > 20 && new Set(lines.map(({ day }) => day)).size > 5)
  const sum = (of: readonly Line[]) => ({
    spent: of.reduce((total, { cents, refund }) => total + (refund ? 0 : cents), 0),
    refunded: of.reduce((total, { cents, refund }) => total + (refund ? cents : 0), 0),
  })
  const agrees = async () => {
    const { total, list: rows } = await analyses(ana)
    const { spent, refunded } = total
    assert.deepEqual({ spent, refunded }, sum(within))
    for (const name of shops) {
      const row = rows.find((one) => one.name === name)
      assert.deepEqual(
        { spent: row?.spent ?? 0, refunded: row?.refunded ?? 0 },
        sum(within.filter((one) => one.shop === name)),
      )
    }
    const { trend } = await overviewOf(ana)
    assert.equal(
      net(total),
      trend.reduce((sum, day) => sum + day.spend, 0),
      'the overview says the same',
    )
    const byDay = new Map<string, number>()
    for (const [index, card] of cards.entries()) {
      const seen = await ofCard(ana, card.cardId)
      const its = within.filter(({ at: one }) => one === index)
      assert.deepEqual({ spent: seen.total.spent, refunded: seen.total.refunded }, sum(its))
      for (const day of seen.byDay) byDay.set(day.date, (byDay.get(day.date) ?? 0) + net(day))
      assert.equal(
        seen.merchants.reduce((total, row) => total + net(row), 0),
        net(seen.total),
      )
      // What the page leads to: the settled transactions of the card that were posted on the day.
      for (const { date, spent: cents, refunded: back } of seen.byDay) {
        const from = startOf(Date.parse(`${date}T00:00:00Z`) / DAY)
        const input = { cardId: card.cardId, scope: 'all', postedStart: from, postedEnd: from + DAY - 1, pageSize: 200 }
        const page = await pageTrades(ana, trades.pageTrades.input.parse(input))
        assert.equal(0 - page.summary.sumBalance, cents - back, `${date} in the list`)
      }
    }
    assert.deepEqual(
      trend.map(({ date, spend }) => [date, spend]),
      trend.map(({ date }) => [date, byDay.get(date) ?? 0]),
    )
  }
  await agrees()
  while (await transaction((tx) => addUp(tx, ana.accountId)));
  await agrees()
  const { rows: marks } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM card_spend_mark WHERE account_id = ${ana.accountId}`.execute(db)
  assert.equal(marks[0]!.n, 2)
  await keepSpend()
  await agrees()
  await booksHold()

  await sql`UPDATE card_spend SET spent_cents = spent_cents + 1 WHERE (card_id, day, merchant_no) = (SELECT card_id, day, merchant_no FROM card_spend ORDER BY 1, 2, 3 LIMIT 1)`.execute(
    db,
  )
  assert.deepEqual(
    (await prove()).map(({ check }) => check),
    ['card-spend-not-its-entries'],
  )
  await sql`UPDATE card_spend SET spent_cents = spent_cents - 1 WHERE (card_id, day, merchant_no) = (SELECT card_id, day, merchant_no FROM card_spend ORDER BY 1, 2, 3 LIMIT 1)`.execute(
    db,
  )
})
