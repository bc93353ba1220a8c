import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as contract from '#contract/funding/funding.ts'
import { accountHolder, create, info, later, order, refusedWith, status, withChain } from '#test/fixtures/topUps.ts'
import { DAY, HOUR, MINUTE, dayBegan } from '../core/clock.ts'
import { db, run, sql } from '../core/db.ts'
import { watch } from './usdt/watch.ts'

const USDT = { rail: 'USDT_TRC20' } as const

describe('an order for a top-up', () => {
  withChain()

  test('is not quoted under 110 USDT, and is from there', async () => {
    const ana = await accountHolder()
    await assert.rejects(info(ana, { ...USDT, amountStr: '109.999999' }), refusedWith('amount_below_min'))
    assert.equal((await info(ana, { ...USDT, amountStr: '110.000000' })).quote?.creditAmount, 10_780)
  })

  test('takes an amount in one form only', () => {
    for (const amountStr of [
      '1e3',
      '-120',
      '+120',
      '１２０',
      '120,000',
      '0x78',
      '120.1234567',
      ' 120',
      '',
      '.5',
      '120.',
      'NaN',
      '9999999999',
      '1 20',
    ])
      assert.equal(contract.rechargeInfo.input.safeParse({ ...USDT, amountStr }).success, false, amountStr)
    for (const amountStr of ['120', '120.5', '0110.000001'])
      assert.equal(contract.rechargeInfo.input.safeParse({ ...USDT, amountStr }).success, true, amountStr)
  })

  test('tells the terms of every rail, in the pay currency', async () => {
    const ana = await accountHolder()
    const terms = async (rail: contract.Rail) => {
      const { enabled, minAmount, displayMax, maxSelfService, feeBps, rate } = await info(ana, { rail })
      return [enabled, minAmount, displayMax, maxSelfService, feeBps, rate]
    }
    // 500 dollars a day are 3600 yuan at the mid-market rate.
    assert.deepEqual(await terms('ONLINE_WECHAT'), [true, 50_000, 1_000_000, 360_000, 100, '7.28'])
    assert.deepEqual(await terms('UNIONPAY'), [true, 50_000, 300_000, 360_000, 80, '7.28'])
    assert.deepEqual(await terms('USD_WIRE'), [true, 10_000, null, 50_000, 0, '1'])
  })

  test('is made once from a quote, however often it is asked for', async () => {
    const ana = await accountHolder()
    const { quote } = await info(ana, { ...USDT, amountStr: '120' })
    const made = await Promise.all(Array.from({ length: 5 }, () => create(ana, quote!.quoteId, 'same-request')))
    assert.equal(new Set(made.map(({ orderNo }) => orderNo)).size, 1)
    await assert.rejects(create(ana, quote!.quoteId, 'other-request'), refusedWith('quote_expired'))
  })

  test('is not made from an old quote or from that of another account', async () => {
    const [ana, ben] = [await accountHolder(), await accountHolder()]
    const { quote } = await info(ana, { ...USDT, amountStr: '120' })
    await assert.rejects(create(ben, quote!.quoteId), refusedWith('quote_expired'))
    later(5 * MINUTE + 1)
    await assert.rejects(create(ana, quote!.quoteId), refusedWith('quote_expired'))
  })

  test('may not take the account over its day, not even with four at once', async () => {
    const ana = await accountHolder()
    const over = await info(ana, { ...USDT, amountStr: '500.01' })
    assert.deepEqual([over.quote, over.overLimit?.contact], [undefined, true])
    assert.ok((await info(ana, { ...USDT, amountStr: '500.009999' })).quote, 'less than a cent over is not over')

    const quotes = []
    for (let n = 0; n < 4; n++) quotes.push((await info(ana, { ...USDT, amountStr: '150' })).quote!.quoteId)
    const made = await Promise.allSettled(quotes.map((quoteId) => create(ana, quoteId)))
    assert.equal(made.filter((one) => one.status === 'fulfilled').length, 3)
    const refused = made.find((one) => one.status === 'rejected')
    assert.ok(refusedWith('amount_above_max')(refused?.reason))
    assert.deepEqual((await info(ana, USDT)).today, { limit: 50_000, used: 45_000, left: 5_000 })

    later(HOUR + MINUTE)
    await watch()
    assert.equal((await info(ana, USDT)).today.left, 50_000, 'what expired unpaid does not count')
  })

  test('may be larger for those who are known', async () => {
    const ana = await accountHolder()
    await run(
      db,
      sql`UPDATE account SET identity = 'PASSED', identity_type = 'PERSON' WHERE account_id = ${ana.accountId}`,
    )
    assert.equal((await info(ana, USDT)).today.limit, 500_000)
    await run(db, sql`UPDATE account SET identity_type = 'BUSINESS' WHERE account_id = ${ana.accountId}`)
    assert.equal((await order(ana, '49999')).payAmount, 4_999_900)
  })

  test('has an address of its own, which rests a day and then goes to the same account only', async () => {
    const [ana, ben] = [await accountHolder(), await accountHolder()]
    const [first, second] = [await order(ana, '120'), await order(ana, '120')]
    assert.notEqual(first.address, second.address)
    later(HOUR + MINUTE)
    await watch()
    assert.equal((await status(ana, first.orderNo)).address, first.address)
    const resting = await order(ana, '120')
    assert.ok(![first.address, second.address].includes(resting.address))

    later(DAY + MINUTE)
    await watch()
    const ours = [first.address, second.address, resting.address]
    assert.ok(!ours.includes((await order(ben, '120')).address))
    assert.ok(ours.includes((await order(ana, '120')).address))
  })

  test('counts for the day of Shanghai', () => {
    assert.equal(dayBegan(Date.parse('2026-03-01T15:59:59Z')).toISOString(), '2026-02-28T16:00:00.000Z')
    assert.equal(dayBegan(Date.parse('2026-03-01T16:00:00Z')).toISOString(), '2026-03-01T16:00:00.000Z')
  })
})
