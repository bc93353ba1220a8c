import assert from 'node:assert/strict'
import { afterEach, describe, it, test } from 'node:test'
import { nothingAbove, withDatabase } from '#test/database.ts'
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { compose, gather } from '#server/core/composition.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import {
  cardAccount,
  credit,
  debit,
  openAccounts,
  PLATFORM,
  platform,
  post,
  prove,
  tenant,
  wallet,
  type Line,
} from '../ledger.ts'
import { addedUp, bookRateOf, centsOf, coverNow, movedEarnings, tenantSum, type YuanRate } from './cover.ts'

const seven: YuanRate = { midMicros: 7_000_000, at: new Date(0) }

test('a USDT is a dollar, yuan count at the rate, and half a cent is rounded up, below zero too', () => {
  assert.deepEqual(
    [10_000, 4999, 5000, -5000, 4_000_000].map((units) => centsOf(units, 'USDT', seven)),
    [1, 0, 1, -1, 400],
  )
  assert.deepEqual(
    [700, 10, 4, 3, -700, 700_000_000].map((fen) => centsOf(fen, 'CNY', seven)),
    [100, 1, 1, 0, -100, 100_000_000],
  )
  assert.equal(centsOf(700, 'CNY', undefined), 0)
  assert.deepEqual(
    [123, 0, 1, -123].map((cents) => centsOf(cents, 'USD', seven)),
    [123, 0, 1, -123],
  )
  assert.ok(Object.is(centsOf(0, 'USD', seven), 0), 'nothing is not minus nothing')
})

test('the rate of the books is what was given for the yuan in dollars and USDT, rounded down', () => {
  const rateOf = (CNY: number, USD: number, USDT = 0) =>
    bookRateOf([
      { currency: 'USD', held: USD },
      { currency: 'CNY', held: CNY },
      { currency: 'USDT', held: USDT },
    ])?.midMicros
  assert.equal(rateOf(72_000, -10_000), 7_200_000)
  assert.equal(rateOf(20, -3), 6_666_666)
  assert.equal(rateOf(700_000_000, -100_000_000), 7_000_000)
  // USDT bought with 30.00 of the dollars: they are not for yuan. A part of a cent counts in favour of the yuan.
  assert.equal(rateOf(14_000, -5000, 30_000_000), 7_000_000)
  assert.equal(rateOf(14_000, -5000, 30_009_999), 7_000_000)
  assert.equal(rateOf(7, -1), 7_000_000)
  assert.equal(rateOf(1, -1), 1_000_000)
  for (const [fen, cents] of [
    [0, -10_000],
    [72_000, 0],
    [72_000, 10_000],
    [-72_000, -10_000],
  ] as const)
    assert.equal(rateOf(fen, cents), undefined)
  const known = [
    { currency: 'CNY', held: 7 },
    { currency: 'USD', held: -1 },
  ]
  assert.deepEqual(bookRateOf(known), { midMicros: 7_000_000, at: new Date(0) }, 'it is of no moment')
  assert.equal(bookRateOf([{ currency: 'CNY', held: 5 }]), undefined, 'no dollars, no rate')
  assert.equal(bookRateOf([{ currency: 'USD', held: -5 }]), undefined, 'no yuan, no rate')
})

test('the total is that of all currencies, each in cents', () => {
  const rows = [
    { currency: 'CNY', owed: 700, covered: 1400 },
    { currency: 'USD', owed: 30, covered: 20 },
    { currency: 'USDT', owed: 50_000, covered: 0 },
  ]
  const { owedCents, coveredCents, currencies, rate } = addedUp(rows, seven)
  assert.deepEqual([owedCents, coveredCents, rate], [135, 220, seven])
  assert.deepEqual(
    currencies.map(({ owed, covered, ...cents }) => [
      cents.currency,
      cents.owedCents,
      cents.coveredCents,
      owed,
      covered,
    ]),
    [
      ['CNY', 100, 200, 700, 1400],
      ['USD', 30, 20, 30, 20],
      ['USDT', 5, 0, 50_000, 0],
    ],
  )
  const nothing = addedUp([], seven)
  assert.deepEqual([nothing.owedCents, nothing.coveredCents], [0, 0])
})

const bank = platform('1020', 'bank')
const posts = (accountId: string, kind: TransferKind, ...lines: Line[]) =>
  transaction(async (tx) => {
    const own = lines.map(({ to }) => to).filter(({ code }) => code === '2010' || code === '2020')
    await openAccounts(tx, own)
    return post(tx, { kind, accountId, biz: { type: 'test', id: newId('tst') }, lines })
  })
const fund = (...lines: Line[]) => posts(PLATFORM, 'PROGRAM_FUNDED', ...lines)
const missing = async () => (await prove()).find(({ check }) => check === 'client-money-uncovered')?.found
const atRate = (rate: YuanRate | undefined) =>
  compose(gather([{ ...nothingAbove, ports: { ...nothingAbove.ports, 'ledger.newestYuanRate': async () => rate } }]))

describe('the cover', () => {
  withDatabase({ connections: 4 })
  afterEach(() => atRate(undefined))

  it('is what is held for customers beside what is owed to them, and our own money is neither', async () => {
    assert.deepEqual(await coverNow(db), { owedCents: 0, coveredCents: 0, currencies: [], rate: undefined })
    const accountId = newId('acc')
    await posts(accountId, 'TOPUP_WIRE', debit(bank, 10_000), credit(wallet(accountId), 10_000))
    await fund(debit(platform('1010'), 500), credit(platform('4060'), 500))
    const { owedCents, coveredCents } = await coverNow(db)
    assert.deepEqual([owedCents, coveredCents], [10_000, 10_000])
    assert.equal(await missing(), undefined, 'covered to the cent')
  })

  it('that is a cent short is a break, with what is missing and at which rate', async () => {
    const accountId = newId('acc')
    // The bank of customers’ money gives a cent to our own.
    await fund(debit(platform('1010'), 1), credit(bank, 1))
    assert.deepEqual(await missing(), {
      owedCents: 10_000,
      coveredCents: 9999,
      missingCents: 1,
      yuanPerDollar: null,
      rateOf: null,
      currencies: [{ currency: 'USD', owed: 10_000, covered: 9999 }],
    })
    await posts(accountId, 'TOPUP_WIRE', debit(bank, 5), credit(wallet(accountId), 5))
    const known = { midMicros: 7_250_000, at: new Date(86_400_000) }
    atRate(known)
    const found = await missing()
    assert.deepEqual(
      [found?.['missingCents'], found?.['yuanPerDollar'], found?.['rateOf']],
      [1, 7.25, known.at.toISOString()],
    )
    await fund(debit(bank, 1), credit(platform('1010'), 1))
  })

  it('counts yuan at the rate of today, and without one at that of the books', async () => {
    const before = (await coverNow(db)).coveredCents
    await fund(
      debit(platform('1030', 'b', 'CNY'), 72_000),
      credit(platform('1900', '', 'CNY'), 72_000),
      debit(platform('1900'), 10_000),
      credit(platform('4060'), 10_000),
    )
    const atBooks = await coverNow(db)
    assert.deepEqual([atBooks.coveredCents - before, atBooks.rate], [10_000, undefined])
    atRate({ ...seven, midMicros: 8_000_000 })
    const now = await coverNow(db)
    assert.deepEqual([now.coveredCents - before, now.rate?.midMicros], [9000, 8_000_000])
  })

  it('sums the tenants’ accounts of some codes only, and what was moved to our own account by currency', async () => {
    const accountId = newId('acc')
    assert.deepEqual(await transaction(movedEarnings), { USD: 0, CNY: 0 })
    assert.equal(await transaction((tx) => tenantSum(tx, ['2210', '2220'])), 0)
    await posts(
      accountId,
      'TOPUP_WIRE',
      debit(bank, 300),
      credit(wallet(accountId), 100),
      credit(tenant('2210', accountId), 150),
      credit(tenant('2220', accountId), 50),
    )
    assert.equal(await transaction((tx) => tenantSum(tx, ['2210', '2220'])), 200)
    assert.equal(await transaction((tx) => tenantSum(tx, ['2220'])), 50)
    await transaction(async (tx) => {
      for (const day of ['1', '2'])
        await post(tx, {
          kind: 'EARNINGS_MOVED',
          accountId: PLATFORM,
          biz: { type: 'earnings', id: day },
          lines: [
            debit(platform('1010'), 20),
            credit(bank, 20),
            debit(platform('1010', '', 'CNY'), 70),
            credit(platform('1030', 'b', 'CNY'), 70),
          ],
        })
      // What goes back is moved no more, and other transfers to our own account are no earnings.
      await post(tx, {
        kind: 'EARNINGS_RETURNED',
        accountId: PLATFORM,
        biz: { type: 'earnings', id: 'back' },
        lines: [debit(bank, 7), credit(platform('1010'), 7)],
      })
    })
    await fund(debit(platform('1010'), 900), credit(platform('4060'), 900))
    assert.deepEqual(await transaction(movedEarnings), { USD: 33, CNY: 140 })
  })

  it('that is moved out beyond what was earned is a break, in the currency in which it was', async () => {
    // Of 33 and 140 moved out in each currency 10,900 + 500 are earned in dollars, and no yuan.
    const beyond = async () => (await prove()).filter(({ check }) => check === 'earnings-moved-beyond-income')
    assert.deepEqual(
      (await beyond()).map(({ subject, found }) => [subject, found]),
      [['CNY', { moved: 140, income: 0 }]],
    )
    const income = platform('4070', '', 'CNY')
    await fund(debit(platform('1030', 'b', 'CNY'), 139), credit(income, 139))
    assert.equal((await beyond()).length, 1, 'a fen less')
    await fund(debit(platform('1030', 'b', 'CNY'), 1), credit(income, 1))
    assert.deepEqual(await beyond(), [], 'exactly what was earned')
    // A coupon is no income, and neither is what was taken back from it or what lies on a card.
    const accountId = newId('acc')
    await posts(accountId, 'CARD_REFUND', debit(bank, 5), credit(cardAccount(accountId, newId('crd')), 5))
    await fund(debit(platform('1010', '', 'CNY'), 1), credit(platform('1030', 'b', 'CNY'), 1))
    assert.deepEqual(await beyond(), [], 'other transfers to our own account are not earnings')
    await transaction((tx) =>
      post(tx, {
        kind: 'EARNINGS_MOVED',
        accountId: PLATFORM,
        biz: { type: 'earnings', id: 'one more' },
        lines: [debit(platform('1010', '', 'CNY'), 1), credit(platform('1030', 'b', 'CNY'), 1)],
      }),
    )
    await fund(debit(platform('1030', 'b', 'CNY'), 9), credit(platform('4015', '', 'CNY'), 9))
    await fund(debit(income, 9), credit(platform('1030', 'b', 'CNY'), 9))
    assert.deepEqual((await beyond())[0]?.found, { moved: 141, income: 140 })
  })
})
