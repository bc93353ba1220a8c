import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { asksSubs } from '#test/fixtures/subaccounts.ts'
import { cardInHand, decides, event, request, tells, type Plastic, charges } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import * as contract from '#contract/notices/notices.ts'
import { DAY, dateOf, nowMs, setClock, ago, ahead, MINUTE, now } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { logReveals } from '#server/cards/cards.ts'
import { credit, debit, platform, post, prove, wallet } from '#server/ledger/ledger.ts'
import { newId } from '#server/core/ids.ts'
import { answers } from '../module.ts'

withIssuer({ connections: 20 })
after(() => setClock())
/** 10 March 2027, 12:00 in Shanghai: far from the ends of a day and of a month. */
const NOON = Date.parse('2027-03-10T04:00:00Z')
let shiftMs = 0
const itIs = (iso: string): void => void (shiftMs = Date.parse(iso) - Date.now())
beforeEach(() => {
  shiftMs = NOON - Date.now()
  setClock(() => Date.now() + shiftMs)
})

type Spend = { today: number; yesterday: number; month: number; total: number }
const overviewOf = async (who: Person) => contract.overview.output.parse(await answers.overview(who, { days: 30 }))
const subOverviewOf = async (who: Person, subUid?: string) =>
  contract.overviewForSub.output.parse(await answers.overviewForSub(who, { days: 30, subUid }))
const trendOf = ({ trend }: { trend: { spend: number }[] }) => trend.reduce((sum, { spend }) => sum + spend, 0)

/** The entries on an account's card accounts: debits of purchases and fees less credits of refunds and reversals. */
async function entriesOf({ accountId }: Person): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(CASE side WHEN 'D' THEN amount ELSE -amount END), 0)::bigint AS cents
      FROM ledger_entry AS entry
      JOIN ledger_account AS account USING (cell, la_id)
      JOIN ledger_transfer AS transfer USING (cell, transfer_id)
     WHERE account.account_id = ${accountId} AND account.code = '2020' AND transfer.biz_type = 'trade'
       AND transfer.kind NOT LIKE 'DISPUTE%'`.execute(db)
  return rows[0]!.cents
}
const consumeOf = async (who: Person) =>
  (await asks(who, 'listCards', { scope: 'all' })).data.reduce((sum, { consume }) => sum + consume, 0)

/** Today, this month, all time, the trend, the wallet's figure, the cards and the books agree. */
async function allSay(who: Person, cents: number, why: string): Promise<void> {
  const seen = await overviewOf(who)
  const { spend, wallet } = seen
  assert.deepEqual(
    {
      today: spend.today,
      month: spend.month,
      total: spend.total,
      trend: trendOf(seen),
      wallet: wallet.usdConsume,
      cards: await consumeOf(who),
      entries: await entriesOf(who),
    },
    { today: cents, month: cents, total: cents, trend: cents, wallet: cents, cards: cents, entries: cents },
    why,
  )
}
async function subSays(parent: Person, sub: Person & { subUid: string }, cents: number, why: string): Promise<void> {
  const same = { today: cents, yesterday: 0, month: cents, total: cents } satisfies Spend
  const own = await subOverviewOf(sub)
  assert.deepEqual([own.spend, trendOf(own)], [same, cents], why)
  assert.deepEqual((await subOverviewOf(parent, sub.subUid)).spend, same, why)
  const { data } = await asksSubs(parent, 'listSubs', {})
  assert.equal(data.find(({ subUid }) => subUid === sub.subUid)!.monthSpend, cents, why)
}
async function approved(card: Plastic, cents: number, change: Parameters<typeof request>[2] = {}): Promise<string> {
  const asked = request(card, cents, change)
  assert.equal((await decides(asked)).approved, true)
  return asked.ref
}

test('spend is one number on a new account, whatever the network does', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  await allSay(ana, 0, 'nothing yet')

  const purchase = event('clearing.posted', card, 4000, { authRef: await approved(card, 4000) })
  await tells(purchase)
  await allSay(ana, 4000, 'a purchase')
  const parts = await approved(card, 3000)
  await tells(event('clearing.posted', card, 1000, { authRef: parts, final: false }))
  await tells(event('clearing.posted', card, 500, { authRef: parts }))
  await allSay(ana, 5500, 'a purchase in parts')
  await tells(event('clearing.posted', card, 1250, { authRef: await approved(card, 1000) }))
  await allSay(ana, 6750, 'a clearing above its authorization')
  await tells(event('clearing.posted', card, 333))
  await allSay(ana, 7083, 'a forced debit')
  const euros = { merchantCurrency: 'EUR', merchantAmount: 2000, rate: '1.08' }
  const abroad = event('clearing.posted', card, 2160, { authRef: await approved(card, 2160, euros), ...euros })
  await tells(abroad)
  await allSay(ana, 7083 + 2160 + 32, 'a purchase with its fee')
  await tells(
    event('clearing.reversed', card, 2160, { ...abroad, type: 'clearing.reversed', id: 'undo-abroad' } as never),
  )
  await allSay(ana, 7083, 'a clearing reversed, its fee too')
  const refund = event('refund.posted', card, 700)
  await tells(refund)
  await allSay(ana, 6383, 'a refund')
  await tells({ ...refund, type: 'refund.reversed', id: 'undo-refund' } as never)
  await allSay(ana, 7083, 'a refund reversed')
  await tells({ ...purchase, type: 'clearing.reversed', id: 'undo-purchase' } as never)
  await allSay(ana, 3083, 'a purchase reversed')

  await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  await tells(event('refund.posted', card, 200))
  await allSay(ana, 3083, 'a refund of a deleted card goes to the wallet: no entry on the card')
  await booksHold()
})

test('a sub-account has spent what was spent while a card was its own, and its parent sees the same number', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [bo, eve] = [await subOf(ana), await subOf(ana)]
  const card = await cardInHand(bo, { rechargeAmount: 50_000 })
  const purchase = event('clearing.posted', card, 1500)
  await tells(purchase)
  await subSays(ana, bo, 1500, 'its purchase')
  await tells(event('refund.posted', card, 200))
  await subSays(ana, bo, 1300, 'its refund')

  await asksSubs(ana, 'handOverCards', { cardIds: [card.cardId], subUid: eve.subUid })
  await tells(event('clearing.posted', card, 400))
  await subSays(ana, bo, 1300, 'what it spent stays with it')
  await subSays(ana, eve, 400, 'from the moment on when it has the card')
  await tells({ ...purchase, type: 'clearing.reversed', id: 'undo-bo' } as never)
  await subSays(ana, bo, -200, 'its purchase comes back to it, whoever has the card')
  await subSays(ana, eve, 400, 'and not to that one')
  await asksSubs(ana, 'handOverCards', { cardIds: [card.cardId] })
  await tells(event('clearing.posted', card, 50))
  assert.deepEqual((await subOverviewOf(ana)).spend, { today: 200, yesterday: 0, month: 200, total: 200 })
  await allSay(ana, 250, 'the account has all of it')
  await booksHold()
})

test('a day begins at midnight in Shanghai, a month with its first day there', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana, { rechargeAmount: 50_000 })
  const spend = async () => (await overviewOf(ana)).spend
  itIs('2027-03-30T15:59:00Z') // 23:59 on the 30th
  await tells(event('clearing.posted', card, 100))
  itIs('2027-03-30T16:01:00Z') // 00:01 on the 31st
  await tells(event('clearing.posted', card, 20, { occurredAt: nowMs() - 3 * DAY }))
  assert.deepEqual(await spend(), { today: 20, yesterday: 100, month: 120, total: 120 }, 'by the day of the posting')
  itIs('2027-03-31T16:01:00Z') // the first of April
  await tells(event('clearing.posted', card, 3))
  assert.deepEqual(await spend(), { today: 3, yesterday: 20, month: 3, total: 123 })
  const { trend } = await overviewOf(ana)
  assert.deepEqual(
    trend.slice(-3).map(({ date, spend }) => [date, spend]),
    [
      ['2027-03-30', 100],
      ['2027-03-31', 20],
      ['2027-04-01', 3],
    ],
  )
  itIs('2027-05-15T04:00:00Z')
  assert.deepEqual(await spend(), { today: 0, yesterday: 0, month: 0, total: 123 })
  assert.equal(trendOf(await overviewOf(ana)), 0, 'the trend has moved past it')
})

/** A plain model: each owner's spend on each day, as a list. */
test('random events over weeks: every figure is what a plain list of them says', async () => {
  let seed = 20270310
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  const dayNow = () => Math.floor((nowMs() + 8 * 3_600_000) / DAY)
  const ana = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
  const bo = await subOf(ana)
  const cards = [await cardInHand(ana, { rechargeAmount: 100_000 }), await cardInHand(bo, { rechargeAmount: 100_000 })]
  const owners: ('' | 'bo')[] = ['', 'bo']
  const spent: { owner: '' | 'bo'; day: number; cents: number }[] = []
  const open: { owner: '' | 'bo'; cents: number; event: ReturnType<typeof event>; undo: string }[] = []
  const enters = (owner: '' | 'bo', cents: number) => spent.push({ owner, day: dayNow(), cents })

  for (let step = 0; step < 60; step++) {
    const [at, cents] = [chance(2), 1 + chance(3000)]
    const what = chance(7)
    if (what <= 2) {
      const posted = event('clearing.posted', cards[at]!, cents)
      await tells(posted)
      enters(owners[at]!, cents)
      open.push({ owner: owners[at]!, cents, event: posted, undo: 'clearing.reversed' })
    } else if (what === 3) {
      const posted = event('refund.posted', cards[at]!, cents)
      await tells(posted)
      enters(owners[at]!, -cents)
      open.push({ owner: owners[at]!, cents: -cents, event: posted, undo: 'refund.reversed' })
    } else if (what === 4 && open.length) {
      const [undone] = open.splice(chance(open.length), 1)
      await tells({ ...undone!.event, type: undone!.undo, id: `undo-${step}`, occurredAt: nowMs() } as never)
      enters(undone!.owner, -undone!.cents)
    } else if (what === 5) shiftMs += (1 + chance(40)) * 3_600_000
    else if (chance(3) === 0) {
      owners[1] = owners[1] === '' ? 'bo' : ''
      const subUid = owners[1] === '' ? undefined : bo.subUid
      await asksSubs(ana, 'handOverCards', { cardIds: [cards[1]!.cardId], subUid })
    }
  }
  const today = dayNow()
  const firstOfMonth = today - Number(new Date(nowMs() + 8 * 3_600_000).getUTCDate()) + 1
  const sum = (of: typeof spent, from = 0, to = today) =>
    of.filter(({ day }) => day >= from && day <= to).reduce((total, { cents }) => total + cents, 0)
  const expected = (of: typeof spent) => ({
    spend: {
      today: sum(of, today),
      yesterday: sum(of, today - 1, today - 1),
      month: sum(of, firstOfMonth),
      total: sum(of),
    },
    trend: sum(of, today - 29),
  })
  const shown = (seen: Awaited<ReturnType<typeof subOverviewOf>> | Awaited<ReturnType<typeof overviewOf>>) => ({
    spend: seen.spend,
    trend: trendOf(seen),
  })
  const ofBo = spent.filter(({ owner }) => owner === 'bo')
  assert.ok(ofBo.length > 5 && ofBo.length < spent.length && new Set(spent.map(({ day }) => day)).size > 5)
  assert.deepEqual(shown(await overviewOf(ana)), expected(spent))
  assert.deepEqual(shown(await subOverviewOf(bo)), expected(ofBo))
  assert.deepEqual(shown(await subOverviewOf(ana)), expected(ofBo))
  assert.deepEqual([await consumeOf(ana), await entriesOf(ana)], [sum(spent), sum(spent)])
  await booksHold()
})

test('the proof finds a day that is not its entries', async () => {
  const change = (by: number) =>
    sql`UPDATE spend_day SET spent_cents = spent_cents + ${by} WHERE (account_id, day, owner_sub_uid, part) = (
          SELECT account_id, day, owner_sub_uid, part FROM spend_day WHERE day > 0 ORDER BY 1, 2, 3, 4 LIMIT 1)`.execute(
      db,
    )
  await change(1)
  assert.deepEqual(
    (await prove()).map(({ check }) => check),
    ['spend-day-not-its-entries'],
  )
  await change(-1)
  await booksHold()
})

test('a wire that was identified later is a top-up wherever top-ups are added up, by the day in Shanghai', async () => {
  itIs('2027-03-09T15:59:00Z')
  const ana = await newAccount({ balanceCents: 5_000 })
  itIs('2027-03-10T04:00:00Z')
  await transaction((tx) =>
    post(tx, {
      kind: 'SUSPENSE_MATCHED',
      accountId: ana.accountId,
      biz: { type: 'test', id: 'matched' },
      lines: [debit(platform('1020', 'test-bank'), 700), credit(wallet(ana.accountId), 700)],
    }),
  )
  const { topup, trend, wallet: balances } = await overviewOf(ana)
  assert.deepEqual([topup, balances.usdDeposit], [{ month: 5_700, total: 5_700 }, 5_700])
  assert.deepEqual(
    trend.slice(-2).map((day) => day.topup),
    [5_000, 700],
  )
  const month = contract.overview.output.parse(await answers.overview(ana, { days: 7 })).trend
  assert.equal(
    month.reduce((sum, day) => sum + day.topup, 0),
    5_700,
  )
})

withIssuer()

test('the first steps are a number that was shown, and a purchase that was approved', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const steps = async () => (await overviewOf(ana)).steps
  assert.deepEqual(await steps(), { numberSeen: 0, purchased: 0 })
  const card = await cardInHand(ana, { rechargeAmount: 90_000 })
  assert.deepEqual(await steps(), { numberSeen: 0, purchased: 0 })
  await transaction((tx) => logReveals(tx, ana, [card.cardId]))
  assert.deepEqual(await steps(), { numberSeen: 1, purchased: 0 })
  await charges(card, 27_000)
  assert.deepEqual(await steps(), { numberSeen: 1, purchased: 1 })
})

test('to do are requests, unread codes, ending seats, cards that expire and cards that run dry for a subscription', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const todo = async () => contract.overview.output.parse(await answers.overview(ana, { days: 30 })).todo
  assert.deepEqual(await todo(), {
    forecastPending: 0,
    otp: 0,
    requests: 0,
    planDays: null,
    seatsEnding: 0,
    dryCards: 0,
    cardsExpiring: 0,
  })

  const sub = await subOf(ana)
  const card = await cardInHand(ana, { rechargeAmount: 90_000 })
  for (const days of [84, 56, 28]) {
    await charges(card, 27_000 + days)
    await sql`UPDATE auth SET occurred_at = ${ago(days * DAY)} WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${card.cardId}) AND amount_cents = ${27_000 + days}`.execute(
      owner,
    )
  }
  await sql`INSERT INTO sub_ask (cell, ask_id, account_id, sub_uid, kind, created_at)
            VALUES (${cellOf(ana.accountId)}, ${newId('ask')}, ${ana.accountId}, ${sub.subUid}, 'RENEW', ${now()})`.execute(
    db,
  )
  await sql`UPDATE sub_account SET expires_at = ${ahead(3 * DAY)} WHERE sub_uid = ${sub.subUid}`.execute(db)
  const codeId = newId('tdc')
  await sql`INSERT INTO three_d_code (cell, account_id, code_id, card_id, issuer_id, challenge_ref, merchant_name, amount_cents, code_sealed, issued_at, expires_at)
            VALUES (cell_of(${ana.accountId}), ${ana.accountId}, ${codeId}, ${card.cardId}, 'sim', ${codeId}, 'NIKE', 100, '\\x00', ${now()}, ${ahead(5 * MINUTE)})`.execute(
    db,
  )
  const before = await todo()
  assert.deepEqual(
    [before.requests, before.otp, before.seatsEnding, before.dryCards, before.cardsExpiring],
    [1, 1, 1, 1, 0],
  )

  // Valid until the end of the month of UTC, as the issuer's cards are.
  const [year, month] = dateOf(nowMs()).split('-').map(Number) as [number, number]
  await sql`
    UPDATE card SET exp_year = ${year}, exp_month = ${month}, expires_at = ${new Date(Date.UTC(year, month, 1))}
     WHERE card_id = ${card.cardId}`.execute(db)
  await sql`INSERT INTO three_d_seen (cell, account_id, code_id, login_id)
            SELECT cell, account_id, code_id, ${ana.loginId} FROM three_d_code WHERE code_id = ${codeId}`.execute(db)
  await sql`UPDATE sub_ask SET status = 'DENIED', answered_at = ${now()} WHERE sub_uid = ${sub.subUid}`.execute(db)
  const after = await todo()
  assert.deepEqual([after.requests, after.otp, after.cardsExpiring], [0, 0, 1])
})
