import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aCard, breaks, orderByCard, orderYuan, pays, quoteOf, withPayments } from '#test/fixtures/payments.ts'
import {
  accountHolder,
  booked,
  check,
  info,
  inWallet,
  jobsLeft,
  later,
  logged,
  refusedWith,
  status,
  withChain,
} from '#test/fixtures/topUps.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, HOUR, MINUTE, nowMs, dayBegan } from '#server/core/clock.ts'
import { db, many, one, run, sql, transaction } from '#server/core/db.ts'
import { setRail } from '../rails/terms.ts'
import { setRate } from '../rails/rates.ts'
import { answers } from '../module.ts'
import { receive } from './intake.ts'
import { pollOrder } from './pollOrder.ts'
import { askAboutOrders, readDay, readDueDays } from './reconcile.ts'

const business = async (): Promise<Actor> => {
  const actor = await accountHolder()
  await run(
    db,
    sql`UPDATE account SET identity = 'PASSED', identity_type = 'BUSINESS' WHERE account_id = ${actor.accountId}`,
  )
  return actor
}
const tu1 = [
  'D1210 5000.00 CNY',
  'C4030 50.00 CNY',
  'C1900 4950.00 CNY',
  'D1900 687.50 USD',
  'C2010 679.94 USD',
  'C4060 7.56 USD',
]
const statusOf = async (actor: Actor, orderNo: string) => {
  const { status: is, creditAmount, failReason } = await status(actor, orderNo)
  return [is, creditAmount, failReason]
}

describe('a top-up in yuan', () => {
  withChain()

  test('of 5,000 by WeChat: the numbers of the worked example, in the books and in the log', async (t) => {
    const [world, ana] = [withPayments(t), await business()]
    const quote = await quoteOf(ana, 'ONLINE_WECHAT', 500_000)
    assert.deepEqual([quote.fee, quote.creditAmount, quote.rate], [5_000, 67_994, '7.28'])
    assert.equal(quote.expireTime - nowMs() > 14 * MINUTE, true)
    const made = await orderYuan(ana, 500_000)
    assert.equal((await status(ana, made.orderNo)).qrContent, `test://${made.orderNo}`)
    pays(world, made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.deepEqual(await statusOf(ana, made.orderNo), ['SUCCESS', 67_994, undefined])
    assert.deepEqual(await booked(ana), tu1)
    assert.equal(await inWallet(ana), 67_994)
    assert.equal((await jobsLeft('cards.coverDebts', ana)).length, 1)
    const entries = await logged(ana)
    assert.deepEqual(
      entries.map(({ content_en, amount_cents }) => [content_en, amount_cents]),
      [
        ['Top-up order for ¥5,000.00', 67_994],
        ['¥5,000.00 received, $679.94 credited', 67_994],
      ],
    )
  })

  test('of 2,000 by UnionPay: confirmed with the code of the bank', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderByCard(ana, 200_000)
    assert.deepEqual([made.status, made.card], ['WAIT_CODE', { mask: '**** 3446', bank: 'ICBC' }])
    await assert.rejects(
      answers.checkRecharge(ana, { orderNo: made.orderNo, smsCode: '000000' }),
      refusedWith('code_wrong'),
    )
    const waiting = await status(ana, made.orderNo)
    assert.deepEqual([waiting.status, waiting.codeTriesLeft], ['WAIT_CODE', 4])
    const paying = await answers.checkRecharge(ana, { orderNo: made.orderNo, smsCode: world.code })
    assert.equal(paying.status, 'PAYING')
    pays(world, made.orderNo)
    later(10_000)
    assert.equal((await check(ana, made.orderNo)).status, 'SUCCESS')
    assert.deepEqual(await booked(ana), [
      'D1210 2000.00 CNY',
      'C4030 16.00 CNY',
      'C1900 1984.00 CNY',
      'D1900 275.56 USD',
      'C2010 272.52 USD',
      'C4060 3.04 USD',
    ])
  })

  test('by card: five wrong codes end it, and fifty guesses at once are five', async (t) => {
    const [, ana] = [withPayments(t), await accountHolder()]
    const made = await orderByCard(ana, 50_000)
    for (let n = 1; n <= 5; n++)
      await assert.rejects(
        answers.checkRecharge(ana, { orderNo: made.orderNo, smsCode: '000000' }),
        refusedWith(n < 5 ? 'code_wrong' : 'code_locked'),
      )
    assert.equal((await status(ana, made.orderNo)).status, 'FAILED')
    const other = await orderByCard(ana, 50_000)
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        answers.checkRecharge(ana, { orderNo: other.orderNo, smsCode: String(n).padStart(6, '0') }),
      ),
    )
    const { tries } = await one(
      db,
      sql<{ tries: number }>`SELECT code_tries AS tries FROM recharge_order WHERE order_no = ${other.orderNo}`,
    )
    assert.ok(tries <= 5, String(tries))
  })

  test('by card: the number is nowhere in the database, and three orders an hour are enough', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const first = await orderByCard(ana, 50_000)
    const { quoteId } = await quoteOf(ana, 'UNIONPAY', 50_000)
    const input = { quoteId, amount: 50_000, requestNo: 'the-same-request', ...aCard }
    const both = await Promise.all([answers.askBankCode(ana, input), answers.askBankCode(ana, input)])
    assert.equal(both[0]!.orderNo, both[1]!.orderNo)
    assert.notEqual(both[0]!.orderNo, first.orderNo)
    await orderByCard(ana, 50_000)
    await assert.rejects(orderByCard(ana, 50_000), refusedWith('too_fast'))
    assert.ok(world.tokenised.length >= 3)
    const tables = await many(
      db,
      sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::integer AS n FROM ${sql.table(name)} AS r WHERE r::text LIKE ${`%${aCard.bankCardNo}%`}
                                                                      OR r::text LIKE ${`%${aCard.idNo}%`}`
        .execute(db)
        .catch(() => ({ rows: [{ n: 0 }] }))
      assert.equal(rows[0]!.n, 0, name)
    }
  })

  test('by card: what the bank refuses is no order, and neither is another amount than was quoted', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    await assert.rejects(orderByCard(ana, 50_000, { holderName: 'REFUSE' }), refusedWith('bank_refused'))
    await assert.rejects(orderByCard(ana, 50_000, { amount: 50_001 }), refusedWith('quote_changed'))
    world.silent = true
    await assert.rejects(orderByCard(ana, 50_000), refusedWith('provider_unavailable'))
    assert.deepEqual(await logged(ana), [])
  })

  test('is not quoted under 500 yuan or above what the rail and the day allow', async (t) => {
    withPayments(t)
    const [ana, firm] = [await accountHolder(), await business()]
    const asks = (actor: Actor, amount: number) => answers.rechargeInfo(actor, { rail: 'UNIONPAY', amount })
    await assert.rejects(asks(ana, 49_999), refusedWith('amount_below_min'))
    assert.ok((await asks(ana, 50_000)).quote)
    assert.ok((await asks(firm, 1_000_000)).quote, 'more than the English text names, and still allowed')
    assert.equal((await asks(firm, 1_000_001)).overLimit?.contact, true)
    assert.equal((await asks(ana, 360_100)).overLimit?.contact, true)
  })

  test('paid late is credited for a day, at the worse of two rates; later it waits for a person', async (t) => {
    const world = withPayments(t)
    const [ana, ben, cleo] = [await business(), await business(), await business()]
    const [dearer, cheaper, gone] = [
      await orderYuan(ana, 500_000),
      await orderYuan(ben, 500_000),
      await orderYuan(cleo, 500_000),
    ]
    later(16 * MINUTE)
    await transaction((tx) => setRate(tx, { midMicros: 7_100_000 }, 'stf_1'))
    pays(world, dearer.orderNo, { paidAt: nowMs() })
    await pollOrder('ONLINE_WECHAT', dearer.orderNo)
    assert.deepEqual(await statusOf(ana, dearer.orderNo), ['SUCCESS', 67_994, undefined], 'the quote was worse')
    await transaction((tx) => setRate(tx, { midMicros: 7_300_000 }, 'stf_1'))
    pays(world, cheaper.orderNo, { paidAt: nowMs() })
    await pollOrder('ONLINE_WECHAT', cheaper.orderNo)
    // 7.30 and 1.1 % are 7.38: 4,950.00 are 670.73.
    assert.deepEqual(await statusOf(ben, cheaper.orderNo), ['SUCCESS', 67_073, undefined])
    later(DAY + HOUR)
    pays(world, gone.orderNo, { paidAt: nowMs() })
    await pollOrder('ONLINE_WECHAT', gone.orderNo)
    assert.equal((await status(cleo, gone.orderNo)).status, 'MISMATCH')
    assert.deepEqual(await booked(cleo), ['D1210 5000.00 CNY', 'C2030 5000.00 CNY'])
    await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'stf_1'))
  })

  test('of another amount, and a second payment, are kept safe and credited to nobody', async (t) => {
    const [world, ana, ben] = [withPayments(t), await accountHolder(), await accountHolder()]
    const [odd, twice] = [await orderYuan(ana, 60_000), await orderYuan(ben, 60_000, 'ONLINE_ALIPAY')]
    pays(world, odd.orderNo, { amount: 59_999 })
    await pollOrder('ONLINE_WECHAT', odd.orderNo)
    assert.deepEqual((await statusOf(ana, odd.orderNo)).slice(0, 2), ['MISMATCH', 0])
    assert.deepEqual(await booked(ana), ['D1210 599.99 CNY', 'C2030 599.99 CNY'])
    assert.equal((await jobsLeft('notices.tell', ana))[0]?.['event'], 'topup_mismatch')
    pays(world, odd.orderNo)
    await pollOrder('ONLINE_WECHAT', odd.orderNo)
    assert.equal((await status(ana, odd.orderNo)).status, 'SUCCESS', 'the right amount may still come')

    pays(world, twice.orderNo)
    pays(world, twice.orderNo)
    await Promise.all([pollOrder('ONLINE_ALIPAY', twice.orderNo), pollOrder('ONLINE_ALIPAY', twice.orderNo)])
    assert.deepEqual((await statusOf(ben, twice.orderNo)).slice(0, 2), ['SUCCESS', 8_159])
    assert.equal((await booked(ben)).filter((line) => line.startsWith('C2030')).length, 1)
    assert.equal(await inWallet(ben), 8_159)
  })

  test('that fails at the provider fails here; one that nobody paid expires and counts no more', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const [bad, idle] = [await orderYuan(ana, 60_000), await orderYuan(ana, 60_000)]
    Object.assign(world.orders.get(bad.orderNo)!, { state: 'FAILED', reason: 'DECLINED' })
    await pollOrder('ONLINE_WECHAT', bad.orderNo)
    assert.deepEqual((await statusOf(ana, bad.orderNo))[0], 'FAILED')
    later(16 * MINUTE)
    await askAboutOrders()
    assert.equal((await status(ana, idle.orderNo)).status, 'EXPIRED')
    assert.equal((await info(ana, { rail: 'ONLINE_WECHAT' })).today.used, 0)
  })

  test('a word that the provider does not stand by moves no money and is kept as a contradiction', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderYuan(ana, 60_000)
    const event = {
      id: 'evt-c',
      type: 'payment.paid' as const,
      orderNo: made.orderNo,
      amount: 60_000,
      occurredAt: nowMs(),
    }
    await receive('WECHAT', [event, event])
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['WAIT_PAY', 0])
    assert.ok((await breaks()).includes(`CONTRADICTION ${made.orderNo} OPEN`))
    pays(world, made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.ok((await breaks()).includes(`CONTRADICTION ${made.orderNo} MENDED`))
    assert.equal(await inWallet(ana), 8_159)
  })

  test('whose notification is lost is found by asking, and in the list of the day', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    const made = await orderYuan(ana, 60_000)
    const payment = pays(world, made.orderNo, { paidAt: nowMs() })
    const stray = pays(world, 'nobody-s', { id: 'WECHAT', amount: 70_000, paidAt: nowMs() })
    later(3 * MINUTE)
    await askAboutOrders()
    assert.equal(await inWallet(ana), 8_159)
    await readDay('WECHAT', dayBegan(payment.paidAt).getTime())
    const found = await breaks()
    assert.ok(found.includes(`LOST_NOTICE ${made.orderNo} MENDED`))
    assert.ok(found.includes(`UNKNOWN_ORDER ${stray.orderNo} OPEN`))
    world.listed.set('WECHAT', [])
    await readDay('WECHAT', dayBegan(payment.paidAt).getTime())
    assert.ok((await breaks()).includes(`NOT_AT_PROVIDER ${made.orderNo} OPEN`))
  })

  test('is found in the list of its day also after days in which the provider did not answer', async (t) => {
    const world = withPayments(t)
    const stray = pays(world, 'unmatched-for-days', { id: 'WECHAT', amount: 70_000, paidAt: nowMs() })
    later(5 * DAY)
    await readDueDays()
    assert.ok((await breaks()).includes(`UNKNOWN_ORDER ${stray.orderNo} OPEN`))
  })

  test('in another currency is not booked as yuan: it waits at the desk with an alarm, also on the list of the day', async (t) => {
    const [world, ana] = [withPayments(t), await business()]
    const made = await orderYuan(ana, 500_000)
    const foreign = pays(world, made.orderNo, { currency: 'JPY', paidAt: nowMs() })
    const stray = pays(world, 'nobody-j', { id: 'WECHAT', amount: 70_000, currency: 'USD', paidAt: nowMs() })
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    await readDay('WECHAT', dayBegan(foreign.paidAt).getTime())
    assert.deepEqual([await inWallet(ana), await booked(ana)], [0, []])
    assert.deepEqual((await statusOf(ana, made.orderNo))[0], 'WAIT_PAY')
    const found = await breaks()
    for (const orderNo of [made.orderNo, stray.orderNo]) {
      assert.equal(found.filter((line) => line === `CURRENCY_DIFFERS ${orderNo} OPEN`).length, 1)
      assert.ok(!found.some((line) => line.endsWith(`${orderNo} OPEN`) && !line.startsWith('CURRENCY_DIFFERS')))
    }
    const alarms = await many(
      db,
      sql<{
        times: number
      }>`SELECT times FROM alarm WHERE kind = 'PAYMENT_CURRENCY' AND subject IN (${foreign.ref}, ${stray.ref})`,
    )
    assert.deepEqual(alarms, [{ times: 1 }, { times: 1 }])
    // A second payment in yuan is credited as ever.
    pays(world, made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.deepEqual([await inWallet(ana), await booked(ana)], [67_994, tu1])
  })

  test("is nobody else's, and closed when staff close the rail or the rate grows old", async (t) => {
    const [, ana, ben] = [withPayments(t), await accountHolder(), await accountHolder()]
    const made = await orderYuan(ana, 60_000)
    await assert.rejects(status(ben, made.orderNo), refusedWith('not_found'))
    const { quoteId } = await quoteOf(ana, 'ONLINE_WECHAT', 60_000)
    await transaction((tx) => setRail(tx, 'ONLINE_WECHAT', { enabled: false }, 'stf_1'))
    assert.equal((await info(ana, { rail: 'ONLINE_WECHAT' })).enabled, false)
    await assert.rejects(
      transaction((tx) => answers.createRecharge(ana, { quoteId, rail: 'ONLINE_WECHAT' }, tx)),
      refusedWith('conflict'),
    )
    const { after } = await transaction((tx) =>
      setRail(tx, 'ONLINE_WECHAT', { enabled: true, texts: { en: { displayMax: 1_200_000 } } }, 'stf_1'),
    )
    assert.equal(after.texts.find(({ lang }) => lang === 'en')?.displayMax, 1_200_000)
    assert.match((await info(ana, { rail: 'ONLINE_WECHAT' })).notes[1]!, /12,000/)
  })
})
