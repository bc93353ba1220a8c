import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderYuan, pays, withPayments } from '#test/fixtures/payments.ts'
import { accountHolder, booked, inWallet, jobsLeft, logged, status, withChain } from '#test/fixtures/topUps.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import {
  balanceOf,
  credit,
  debit,
  hold,
  platform,
  platformBalances,
  post,
  release,
  tenant,
  wallet,
} from '#server/ledger/ledger.ts'
import { setRate } from '../rails/rates.ts'
import { pollOrder } from './pollOrder.ts'
import { sellCurrency, settleAcquirer, sweepUsdt } from '../treasury/treasury.ts'
import { driftOf, revalue } from '../treasury/earnings.ts'

const platformBooked = async (kind: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ line: string }>`
      SELECT side || code || ' ' || amount || ' ' || entry.currency AS line
        FROM ledger_entry AS entry
        JOIN ledger_transfer USING (cell, transfer_id)
        JOIN ledger_account USING (cell, la_id)
       WHERE kind = ${kind}
       ORDER BY n`,
    )
  ).map(({ line }) => line)

describe('after a top-up', () => {
  withChain()

  test('taken back while money of the wallet is held: only what is available is taken, and the held part is owed', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderYuan(ana, 200_000)
    const payment = pays(world, made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    const about = { type: 'test', id: made.orderNo }
    const { holdId } = await transaction((tx) => hold(tx, { on: wallet(ana.accountId), amount: 20_000, biz: about }))
    payment.reversedAt = nowMs()
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.ok((await booked(ana)).includes('D2010 71.97 USD'))
    const { posted, held } = await balanceOf(db, wallet(ana.accountId))
    assert.deepEqual([posted, held], [20_000, 20_000])
    assert.equal((await balanceOf(db, tenant('1310', ana.accountId))).posted, 20_000)
    // Without this, customers’ money would be short of what the payer took back.
    await transaction(async (tx) => {
      await release(tx, { accountId: ana.accountId, holdId })
      await post(tx, {
        kind: 'ADJUST_OUT',
        accountId: ana.accountId,
        biz: about,
        lines: [debit(wallet(ana.accountId), 20_000), credit(platform('5070'), 20_000)],
      })
    })
  })

  test('taken back by the bank: the mirror of it, and what is spent already is owed', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderYuan(ana, 200_000)
    const payment = pays(world, made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    const credited = 27_197 // 1,980.00 at 7.28
    assert.equal(await inWallet(ana), credited)
    await transaction((tx) =>
      post(tx, {
        kind: 'ADJUST_OUT',
        accountId: ana.accountId,
        biz: { type: 'test', id: made.orderNo },
        lines: [debit(wallet(ana.accountId), 20_000), credit(platform('5070'), 20_000)],
      }),
    )
    payment.reversedAt = nowMs()
    await Promise.all([pollOrder('ONLINE_WECHAT', made.orderNo), pollOrder('ONLINE_WECHAT', made.orderNo)])
    assert.equal((await status(ana, made.orderNo)).status, 'REVERSED')
    assert.deepEqual((await booked(ana)).slice(-7), [
      'C1210 2000.00 CNY',
      'D4030 20.00 CNY',
      'D1900 1980.00 CNY',
      'C1900 275.00 USD',
      'D2010 71.97 USD',
      'D1310 200.00 USD',
      'D4060 3.03 USD',
    ])
    assert.equal(await inWallet(ana), 0)
    assert.equal((await balanceOf(db, tenant('1310', ana.accountId))).posted, 20_000)
    assert.equal((await accountOf(db, ana.accountId)).restricted, true)
    const news = (await jobsLeft('notices.tell', ana)).map(({ event }) => event)
    assert.deepEqual(news, ['topup_credited', 'topup_reversed', 'negative_balance'])
    assert.equal((await logged(ana)).at(-1)?.content_en, 'Top-up of $271.97 reversed, $200.00 is owed')
  })

  test('taken back with all the money still there: nothing is owed, nobody is restricted', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderYuan(ana, 60_000, 'ONLINE_ALIPAY')
    pays(world, made.orderNo, { reversedAt: nowMs() })
    await pollOrder('ONLINE_ALIPAY', made.orderNo)
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['REVERSED', 0])
    assert.equal((await booked(ana)).length, 12, 'paid and taken back before we heard of either: both are booked')
    assert.equal((await accountOf(db, ana.accountId)).restricted, false)
  })

  test('of a wrong amount, taken back: it leaves suspense', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderYuan(ana, 60_000)
    const payment = pays(world, made.orderNo, { amount: 50_000 })
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    payment.reversedAt = nowMs()
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.deepEqual(await booked(ana), [
      'D1210 500.00 CNY',
      'C2030 500.00 CNY',
      'D2030 500.00 CNY',
      'C1210 500.00 CNY',
    ])
  })

  test('the acquirer pays out, yuan are sold, USDT are swept: the numbers of the worked example', async (t) => {
    // Money that is settled, sold and swept was paid in first: otherwise the costs would have no counterpart.
    const [world, ana] = [withPayments(t), await accountHolder()]
    for (const amount of [60_000, 60_000, 60_000]) {
      const { orderNo } = await orderYuan(ana, amount)
      pays(world, orderNo)
      await pollOrder('ONLINE_WECHAT', orderNo)
    }
    await transaction(async (tx) => {
      const settlement = { provider: 'WECHAT' as const, ref: 's-1', gross: 500_000, fee: 3_000 }
      const first = await settleAcquirer(tx, settlement)
      const again = await settleAcquirer(tx, settlement)
      assert.deepEqual([first.replayed, again.replayed], [false, true])
      await sellCurrency(tx, { ref: 'sale-1', currency: 'CNY', units: 495_000, carriedAt: 68_750, got: 68_690 })
      await sweepUsdt(tx, { ref: 'sweep-1', units: 110_003_700, networkFee: 120 })
    })
    assert.deepEqual(await platformBooked('ACQUIRER_SETTLED'), [
      'D1030 497000 CNY',
      'D5010 3000 CNY',
      'C1210 500000 CNY',
    ])
    assert.deepEqual(await platformBooked('TREASURY_SOLD'), [
      'D1020 68690 USD',
      'D5060 60 USD',
      'C1900 68750 USD',
      'D1900 495000 CNY',
      'C1030 495000 CNY',
    ])
    assert.deepEqual(await platformBooked('USDT_SWEPT'), [
      'D1040 110003700 USDT',
      'C1220 110003700 USDT',
      'D5010 120 USD',
      'C1010 120 USD',
    ])
  })

  test('once a day the position is worth what banks ask for it', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const { orderNo } = await orderYuan(ana, 200_000)
    pays(world, orderNo)
    await pollOrder('ONLINE_WECHAT', orderNo)
    const midMicros = 7_500_000
    const drift = driftOf(await platformBalances(db), midMicros)
    assert.notEqual(drift, 0)
    await transaction((tx) => setRate(tx, { midMicros }, 'staff:finance'))
    await revalue()
    await revalue()
    const [gain, loss] = [
      ['D1900', 'C5060'],
      ['D5060', 'C1900'],
    ]
    assert.deepEqual(
      await platformBooked('FX_REVALUED'),
      (drift > 0 ? gain! : loss!).map((side) => `${side} ${Math.abs(drift)} USD`),
    )
    assert.equal(driftOf(await platformBalances(db), midMicros), 0)
  })

  test('a position of 4,950 yuan and 110 USDT that is carried at 797.50', () => {
    const at = (currency: string, balance: number) => ({ code: '1900', owner: '', currency, balance })
    const balances = [at('CNY', -495_000), at('USDT', -110_003_700), at('USD', 797_50)]
    assert.deepEqual(
      [7_200_000, 7_260_000, 7_100_000].map((mid) => driftOf(balances, mid)),
      [0, -5_68, 9_68],
    )
  })
})
