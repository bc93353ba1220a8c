import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booksHold, moneyOn, withIssuer, withIssuerThat } from '#test/fixtures/cards.ts'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import { cardInHand, decides, event, newRef, request, tells, tradesOf, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { DAY, MINUTE, nowMs, setClock, dateOf, dayBegan } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { topUpAnswers as answers } from '#server/funding/module.ts'
import { OutsideUnknown, type ClearingPosted } from '#server/outside/outside.ts'
import { module as tradesModule } from '../module.ts'

const { jobs: tasks } = tradesModule
const readsDue = () => tradesModule.sweeps['trades.readDueSettlements'].work()

withIssuer()

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 50_00 })
const then = nowMs() - 10 * MINUTE
const fromMs = dayBegan(then).getTime()
const finance = () => newStaff(['FIN_MAKER'])
/** Sets the issuer's file of that day. */
const reads = (lines: ClearingPosted[]) =>
  withIssuerThat({ settlement: () => Promise.resolve({ lines }) }, () =>
    tasks['trades.readSettlement']!({ issuerId: 'simulated', fromMs }),
  )
const settled = (card: Plastic, amount: number, more: Partial<ClearingPosted> = {}) =>
  event('clearing.posted', card, amount, { occurredAt: then, ...more }) as ClearingPosted
async function breaks(ref: string) {
  const one = await finance()
  const { data } = await answers.listBreaks(one, { scope: 'all', pageSize: 200 })
  return data.filter((row) => row.ref === ref).map(({ kind, state, railText }) => [kind, state, railText])
}
const newestRun = async () => (await answers.listRuns(await finance(), { pageSize: 1 })).data[0]!

test('a clearing that never came is booked from the file, by its authorization, and once', async () => {
  const card = await aCard()
  const authorization = request(card, 20_00)
  assert.equal((await decides(authorization)).approved, true)
  const line = settled(card, 20_00, { authRef: authorization.ref })
  await reads([line])
  assert.deepEqual(
    (await tradesOf(card)).map(({ type, amount_cents }) => [type, amount_cents]),
    [['PURCHASE', -20_00]],
  )
  const { posted, held } = await moneyOn(card, card.cardId)
  assert.deepEqual([posted, held], [30_00, 0])
  assert.deepEqual(await breaks(line.clearingRef), [['LOST_NOTICE', 'MENDED', 'Card issuer']])
  const run = await newestRun()
  assert.deepEqual(
    [run.provider, run.day, run.state, run.payments, run.amount, run.unit, run.breaks],
    ['ISSUER', dateOf(fromMs), 'DONE', 1, 20_00, 'USD', 1],
  )

  // The event itself arrives after all, and the file is read again: nothing more is taken.
  await tells({ ...line, id: newRef() })
  await reads([line])
  assert.equal((await tradesOf(card)).length, 1)
  assert.equal((await newestRun()).breaks, 0)
  await booksHold()
})

test('what nobody asked about is taken by force, and what is for no card of ours waits for a person', async () => {
  const card = await aCard()
  const [forced, strange] = [settled(card, 3_00), settled(card, 4_00, { cardRef: newRef() })]
  await reads([forced, strange])
  assert.deepEqual(
    (await tradesOf(card)).map(({ type }) => type),
    ['FORCED'],
  )
  assert.deepEqual(await breaks(forced.clearingRef), [['LOST_NOTICE', 'MENDED', 'Card issuer']])
  assert.deepEqual(await breaks(strange.clearingRef), [['LOST_NOTICE', 'OPEN', 'Card issuer']])
  await booksHold()
})

test('another amount, and a trade that the issuer does not know, are breaks; no money moves', async () => {
  const card = await aCard()
  const [dearer, unknown] = [settled(card, 5_00), settled(card, 6_00)]
  await tells(dearer, unknown)
  const before = await moneyOn(card, card.cardId)
  await reads([{ ...dearer, amount: 5_50 }])
  assert.deepEqual(await breaks(dearer.clearingRef), [['AMOUNT_DIFFERS', 'OPEN', 'Card issuer']])
  assert.deepEqual(await breaks(unknown.clearingRef), [['NOT_AT_PROVIDER', 'OPEN', 'Card issuer']])
  const { data } = await answers.listBreaks(await finance(), { scope: 'open', pageSize: 200 })
  const facts = data.find(({ ref }) => ref === dearer.clearingRef)?.facts.map(({ text }) => text)
  assert.ok(facts?.includes('$5.00') && facts.includes('$5.50'), JSON.stringify(facts))
  assert.deepEqual(await moneyOn(card, card.cardId), before)
  await booksHold()
})

test('a line that names another card, another kind or another currency than the trade is a break; no money moves', async () => {
  const [card, other] = [await aCard(), await aCard()]
  const [moved, turned, foreign] = [settled(card, 5_00), settled(card, 6_00), settled(card, 7_00)]
  await tells(moved, turned, foreign)
  const before = await moneyOn(card, card.cardId)
  const lines = [
    { ...moved, cardRef: other.cardRef },
    { ...turned, type: 'refund.posted' },
    { ...foreign, currency: 'JPY' },
  ]
  await reads(lines as ClearingPosted[])
  assert.deepEqual(await breaks(moved.clearingRef), [['CARD_DIFFERS', 'OPEN', 'Card issuer']])
  assert.deepEqual(await breaks(turned.clearingRef), [['AMOUNT_DIFFERS', 'OPEN', 'Card issuer']])
  assert.deepEqual(await breaks(foreign.clearingRef), [['CURRENCY_DIFFERS', 'OPEN', 'Card issuer']])
  const { data } = await answers.listBreaks(await finance(), { scope: 'open', pageSize: 200 })
  const facts = data.find(({ ref }) => ref === turned.clearingRef)?.facts.map(({ text }) => text)
  assert.ok(facts?.includes('$6.00') && facts.includes('-$6.00'), JSON.stringify(facts))
  assert.deepEqual(await moneyOn(card, card.cardId), before)
  await booksHold()
})

test('asked for at the desk it is a job; an issuer that does not answer is a run that failed', async () => {
  const one = await finance()
  const day = dateOf(fromMs)
  await transaction((tx) => answers.runRecon(one, { provider: 'ISSUER', day }, tx))
  await withIssuerThat({ settlement: () => Promise.reject(new OutsideUnknown('silence')) }, () =>
    assert.rejects(tasks['trades.readSettlement']!({ issuerId: 'simulated', fromMs }) as Promise<void>, OutsideUnknown),
  )
  const run = await newestRun()
  assert.deepEqual([run.state, run.by, run.payments], ['FAILED', one.name, null])
  assert.deepEqual(await auditOf(one), [`BOOKS ISSUER ${day}`])
})

test('a day on which the issuer did not answer, or whose file was read before it was complete, is read later, and once', async () => {
  const [yesterday, before] = [dateOf(dayBegan().getTime() - DAY), dateOf(dayBegan().getTime() - 2 * DAY)]
  const asked: string[] = []
  let silent = true
  const sweeps = () =>
    withIssuerThat(
      {
        settlement: (day) => {
          asked.push(day)
          return silent && day === yesterday
            ? Promise.reject(new OutsideUnknown('silence'))
            : Promise.resolve({ lines: [] })
        },
      },
      readsDue,
    )
  setClock(() => dayBegan(Date.now()).getTime() + 4 * 60 * MINUTE)
  await sweeps()
  assert.equal(asked.length, 31)
  assert.deepEqual(asked.slice(-2), [before, yesterday])
  asked.length = 0
  silent = false
  await sweeps()
  await sweeps()
  assert.deepEqual(asked, [yesterday])
  // Read at the desk in the middle of the day, and again once it is over.
  const today = dayBegan(Date.now()).getTime()
  asked.length = 0
  setClock(() => today + 12 * 60 * MINUTE)
  await withIssuerThat({ settlement: () => Promise.resolve({ lines: [] }) }, () =>
    tasks['trades.readSettlement']!({ issuerId: 'simulated', fromMs: today }),
  )
  setClock(() => today + DAY + 2 * 60 * MINUTE)
  await sweeps()
  assert.deepEqual(asked, [])
  setClock(() => today + DAY + 4 * 60 * MINUTE)
  await sweeps()
  assert.deepEqual(asked, [dateOf(today)])
  setClock()
})

test('a clearing that the network dates years ahead is booked when it came, and is no break in the file of that day', async () => {
  const card = await aCard()
  const line = settled(card, 7_00, { occurredAt: nowMs() + 3000 * DAY })
  setClock(() => then - 5 * MINUTE)
  await tells(line)
  setClock()
  await reads([line])
  assert.deepEqual(await breaks(line.clearingRef), [])
  assert.equal((await tradesOf(card)).length, 1)
})
