import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountHolder, later, lookAgain, order, send, withChain } from '#test/fixtures/topUps.ts'
import { newAccount } from '#test/world.ts'
import { owner } from '#test/database.ts'
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { DAY } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { matchRestriction } from '#server/identity/identity.ts'
import {
  breaksIn,
  cardAccount,
  coverNow,
  credit,
  debit,
  openAccounts,
  PLATFORM,
  platform,
  platformBalances,
  post,
  type Line,
} from '#server/ledger/ledger.ts'
import { newId } from '#server/core/ids.ts'
import { setRate } from '../rails/rates.ts'
import { moveEarnings, ownMoney } from './earnings.ts'
import { sweepUsdt } from './treasury.ts'

const missing = async () => {
  const { owedCents, coveredCents } = await coverNow(db)
  return owedCents - coveredCents
}
const own = async (currency = 'USD') =>
  (await platformBalances(db)).find((one) => one.code === '1010' && one.currency === currency)?.balance ?? 0
const rateIs = (midMicros: number) => transaction((tx) => setRate(tx, { midMicros }, 'test'))

class Undone extends Error {}

describe('what was earned', () => {
  withChain()

  test('leaves customers’ money once a day, so that a cent that is missing of it is seen, by exactly that cent', async () => {
    await rateIs(7_200_000)
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await send(made.address, '110', { confirmations: 30 })
    await lookAgain()
    await moveEarnings()
    assert.deepEqual([await missing(), await own()], [-220, 0], 'the USDT are not in hand yet, so nothing can be moved')

    await transaction((tx) => sweepUsdt(tx, { ref: newId('tst'), units: 110_000_000, networkFee: 0 }))
    later(DAY)
    await rateIs(7_200_000)
    await Promise.all([moveEarnings(), moveEarnings()])
    await moveEarnings()
    assert.deepEqual([await missing(), await own()], [0, 220], 'once, and no more than was earned')
    later(DAY)
    await rateIs(7_200_000)
    await moveEarnings()
    assert.equal(await own(), 220, 'what was moved is not moved again')

    await transaction(async (tx) => {
      await post(tx, {
        kind: 'TREASURY_SOLD',
        accountId: PLATFORM,
        biz: { type: 'test', id: newId('tst') },
        lines: [debit(platform('5010'), 1), credit(platform('1020', 'test-bank'), 1)],
      })
      const [found] = (await breaksIn(tx)).filter(({ check }) => check === 'client-money-uncovered')
      assert.equal(found?.found['missingCents'], 1)
      assert.equal(found?.found['yuanPerDollar'], 7.2)
      throw new Undone()
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  })

  test('stays with customers’ money as far as a card is below zero, as for any other debt', async () => {
    later(2 * DAY)
    await rateIs(7_200_000)
    await moveEarnings()
    const before = await own()
    const { accountId } = await newAccount()
    const card = cardAccount(accountId, newId('crd'))
    const moves = (kind: TransferKind, owner: string, ...lines: Line[]) =>
      transaction((tx) => post(tx, { kind, accountId: owner, biz: { type: 'test', id: newId('tst') }, lines }))
    await transaction((tx) => openAccounts(tx, [card]))
    await moves('CARD_LOAD', PLATFORM, debit(platform('1020', 'test-bank'), 500), credit(platform('4020'), 500))
    await moves('FORCED_POST', accountId, debit(card, 200), credit(platform('2110', 'simulated'), 200))
    await transaction((tx) => matchRestriction(tx, accountId))
    later(DAY)
    await rateIs(7_200_000)
    await moveEarnings()
    assert.equal((await own()) - before, 300)
    await moves('CLEARING_REVERSED', accountId, debit(platform('2110', 'simulated'), 200), credit(card, 200))
    await transaction((tx) => matchRestriction(tx, accountId))
    later(DAY)
    await rateIs(7_200_000)
    await moveEarnings()
    assert.equal((await own()) - before, 500)
  })

  test('is never moved beyond the income: the proof names the currency', async () => {
    await transaction(async (tx) => {
      const named = async () =>
        (await breaksIn(tx))
          .filter(({ check }) => check === 'earnings-moved-beyond-income')
          .map(({ subject }) => subject)
      assert.deepEqual(await named(), [])
      await post(tx, {
        kind: 'EARNINGS_MOVED',
        accountId: PLATFORM,
        biz: { type: 'test', id: newId('tst') },
        lines: [debit(platform('1010'), 10_000_00), credit(platform('1020', 'test-bank'), 10_000_00)],
      })
      assert.deepEqual(await named(), ['USD'])
      throw new Undone()
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  })

  test('is added up at the rate of the day, whose move is seen', async () => {
    later(5 * DAY) // after the rates of the other test
    await rateIs(7_200_000)
    await transaction(async (tx) => {
      await post(tx, {
        kind: 'SUSPENSE_RECEIVED',
        accountId: PLATFORM,
        biz: { type: 'test', id: newId('tst') },
        lines: [debit(platform('1030', 'b', 'CNY'), 720_000), credit(platform('1900', '', 'CNY'), 720_000)],
      })
      const before = (await coverNow(tx)).coveredCents
      later(1000)
      await setRate(tx, { midMicros: 8_000_000 }, 'test')
      const after = await coverNow(tx)
      assert.equal(after.coveredCents - before, -10_000, '7,200 yuan were 1,000 dollars and are 900')
      assert.equal(after.rate?.midMicros, 8_000_000)
      assert.equal(after.currencies.find(({ currency }) => currency === 'CNY')?.covered, 720_000)
      throw new Undone()
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  })

  test('stays with customers’ money while a fee may go back: decline fees until their month is settled, dispute fees until the decision', async () => {
    later(10 * DAY) // after the days of the other tests
    const { accountId } = await newAccount()
    const nextDay = async () => {
      later(DAY)
      await rateIs(7_200_000)
      await moveEarnings()
      return own()
    }
    const before = await nextDay()
    await transaction((tx) =>
      post(tx, {
        ...{ kind: 'CARD_LOAD', accountId: PLATFORM, biz: { type: 'test', id: newId('tst') } },
        lines: [debit(platform('1020', 'test-bank'), 1550), credit(platform('4020'), 1550)],
      }),
    )
    await sql`INSERT INTO decline_fee (cell, account_id, auth_id, card_id, month, amount_cents, state, paid_from, transfer_id, taken_at)
              VALUES (cell_of(${accountId}), ${accountId}, 'a1', 'c1', '2026-07', 50, 'PAID', 'WALLET', 't1', now())`.execute(
      owner,
    )
    await sql`INSERT INTO decline_month (cell, account_id, month, settle_at) VALUES (cell_of(${accountId}), ${accountId}, '2026-07', now())`.execute(
      owner,
    )
    await sql`INSERT INTO dispute (cell, account_id, dispute_id, trade_id, card_id, issuer_id, reason, note, amount_cents, state, fee_cents, opened_by,
                                   created_at, submitted_at, file_by, updated_at)
              VALUES (cell_of(${accountId}), ${accountId}, 'd1', 't1', 'c1', 'simulated', 'FRAUD', '', 9900, 'SUBMITTED', 1500, 'l1', now(), now(), now(), now())`.execute(
      owner,
    )
    assert.equal((await nextDay()) - before, 0)
    await sql`UPDATE decline_month SET settle_at = NULL, settled_at = now(), attempts = 1, declined = 1 WHERE account_id = ${accountId}`.execute(
      owner,
    )
    assert.equal((await nextDay()) - before, 50)
    await sql`UPDATE dispute SET state = 'LOST', closed_at = now() WHERE account_id = ${accountId}`.execute(owner)
    assert.equal((await nextDay()) - before, 1550)
    for (const table of ['decline_fee', 'decline_month', 'dispute'])
      await sql`DELETE FROM ${sql.raw(table)} WHERE account_id = ${accountId}`.execute(owner)
  })

  test('goes back to customers’ money when a later loss leaves it short, as far as it was moved', async () => {
    later(30 * DAY) // after the days of the other tests
    const posts = (kind: TransferKind, ...lines: Line[]) =>
      transaction((tx) => post(tx, { kind, accountId: PLATFORM, biz: { type: 'test', id: newId('tst') }, lines }))
    const nextDay = async () => {
      later(DAY)
      await rateIs(7_200_000)
      await moveEarnings()
      return [await missing(), await own()] as const
    }
    await posts('CARD_LOAD', debit(platform('1020', 'test-bank'), 800), credit(platform('4020'), 800))
    const [covered, moved] = await nextDay()
    assert.ok(moved >= 800)
    const loses = (cents: number) =>
      posts('TREASURY_SOLD', debit(platform('5060'), cents), credit(platform('1020', 'test-bank'), cents))

    await loses(150)
    assert.equal(await missing(), covered + 150)
    assert.deepEqual(await nextDay(), [covered, moved - 150], 'the loss is the company’s, not the customers’')
    assert.deepEqual(await nextDay(), [covered, moved - 150], 'and comes back once')

    await loses(moved)
    assert.deepEqual(await nextDay(), [covered + 150, 0], 'no more than was moved: the rest stays a break')
    await posts('CARD_LOAD', debit(platform('1020', 'test-bank'), 400), credit(platform('4020'), 400))
    assert.deepEqual(await nextDay(), [covered, 250], 'new income covers it before it is moved')
    const names = await transaction((tx) => breaksIn(tx))
    assert.deepEqual(
      names.filter(({ check }) => check === 'earnings-moved-beyond-income'),
      [],
    )
  })
})

test('own money is income less cost and customers’ debts, in its currency, and never capital or what was moved', () => {
  const book = (more: Record<string, number> = {}, currency = 'USD') =>
    Object.entries({ '4020': 1_000, '4015': 100, '5030': 50, ...more }).map(([code, balance]) => ({
      ...{ code, owner: '', currency, balance },
    }))
  const of = (more = {}, { receivable = 0, undecided = 0, moved = 0 } = {}) =>
    ownMoney(book(more), 'USD', { receivable, undecided, moved })
  assert.equal(of(), 850)
  assert.equal(of({ '1010': 850 }, { moved: 850 }), 0)
  assert.equal(of({}, { receivable: 300 }), 550)
  assert.equal(of({}, { undecided: 300 }), 550)
  assert.equal(of({ '1010': 550 }, { undecided: 300, moved: 550 }), 0)
  assert.equal(
    of({ '1010': -5_000 }, { undecided: 300 }),
    600,
    'capital is not moved in place of a fee that may go back',
  )
  assert.equal(of({ '1010': -120, '5010': 120 }), 850, 'a cost that we paid ourselves')
  assert.equal(of({ '1010': -5_000 }), 900, 'capital that we brought in stays')
  assert.equal(of({ '5070': 2_000 }), 0)
  assert.equal(ownMoney(book({}, 'CNY'), 'USD', { receivable: 0, undecided: 0, moved: 0 }), 0)
})
