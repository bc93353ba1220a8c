import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { owner } from '#test/database.ts'
import {
  accountHolder,
  blocks,
  booked,
  check,
  create,
  info,
  inSuspense,
  inWallet,
  jobsLeft,
  later,
  logged,
  lookAgain,
  order,
  refusedWith,
  reorganise,
  send,
  status,
  withChain,
} from '#test/fixtures/topUps.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, HOUR, MINUTE } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { orderByNo } from '../orders/queries.ts'
import { watch } from './watch.ts'

const told = async (actor: Actor) => (await jobsLeft('notices.tell', actor)).map(({ event }) => event)

describe('a top-up by USDT', () => {
  withChain()

  test('goes from quote to wallet: detected, confirmed, credited less the fee, with entries, log, notice and debts', async () => {
    const ana = await accountHolder()
    const { quote, today } = await info(ana, { rail: 'USDT_TRC20', amountStr: '110' })
    assert.deepEqual(today, { limit: 50_000, used: 0, left: 50_000 })
    assert.equal(quote?.payAmountStr, '110.000000')
    assert.deepEqual([quote?.fee, quote?.creditAmount], [220, 10_780])

    const made = await create(ana, quote!.quoteId)
    assert.match(made.address, /^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    assert.equal(made.qrContent, made.address)
    assert.equal(made.expireTime - made.createTime, HOUR)
    assert.equal((await status(ana, made.orderNo)).status, 'WAIT_PAY')

    const txHash = await send(made.address, '110.003700')
    await lookAgain()
    const detected = await status(ana, made.orderNo)
    assert.deepEqual(
      [detected.status, detected.confirmations, detected.required, detected.txHash],
      ['DETECTED', 0, 20, txHash],
    )
    assert.equal(detected.receivedStr, '110.003700')
    await blocks(19)
    await lookAgain()
    assert.deepEqual([(await status(ana, made.orderNo)).confirmations, await inWallet(ana)], [19, 0])
    await blocks(1)
    await lookAgain()

    const done = await status(ana, made.orderNo)
    assert.deepEqual([done.status, done.creditAmount, done.fee], ['SUCCESS', 10_780, 220])
    assert.equal(await inWallet(ana), 10_780)
    assert.deepEqual(await booked(ana), [
      'D1220 110.003700 USDT',
      'C1900 110.003700 USDT',
      'D1900 110.00 USD',
      'C4030 2.20 USD',
      'C2010 107.80 USD',
    ])
    const log = await logged(ana)
    assert.deepEqual(
      log.map(({ amount_cents, login_id }) => [amount_cents, login_id]),
      [
        [10_780, ana.loginId],
        [10_780, null],
      ],
    )
    assert.equal((await jobsLeft('cards.coverDebts', ana)).length, 1)
    assert.deepEqual(
      (await jobsLeft('notices.tell', ana)).map(({ event, params }) => [event, params]),
      [['topup_credited', { amount: { cents: 107_80, cn: '$107.80', en: '$107.80' }, orderNo: made.orderNo }]],
    )
  })

  test('is credited once, whatever number of watchers look at it at once and again', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '150')
    await send(made.address, '150', { confirmations: 30 })
    later(11_000)
    await Promise.all([
      ...Array.from({ length: 6 }, watch),
      ...Array.from({ length: 6 }, () => check(ana, made.orderNo)),
    ])
    for (let again = 0; again < 3; again++) await lookAgain()
    assert.equal(await inWallet(ana), 14_700)
    assert.equal((await booked(ana)).length, 5)
  })

  test('two transfers to one address are two credits', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    await send(made.address, '120', { confirmations: 30 })
    await send(made.address, '130', { confirmations: 30 })
    await lookAgain()
    const done = await status(ana, made.orderNo)
    assert.equal(done.receivedStr, '250.000000')
    assert.deepEqual([done.creditAmount, done.fee, await inWallet(ana)], [24_500, 500, 24_500])
  })

  for (const [sent, credited] of [
    ['300', 29_400],
    ['115.5', 11_319],
  ] as const) {
    test(`${sent} instead of 120 is credited as received, and the order says that the amount differs`, async () => {
      const ana = await accountHolder()
      const made = await order(ana, '120')
      await send(made.address, sent, { confirmations: 30 })
      await lookAgain()
      const { status: stands, creditAmount, failReason } = await status(ana, made.orderNo)
      assert.deepEqual([stands, creditAmount, await inWallet(ana)], ['MISMATCH', credited, credited])
      assert.match(failReason!, /match the order/)
    })
  }

  test('less than the minimum waits for the rest, and once the hour is over for people', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    const before = await inSuspense()
    await send(made.address, '109.999999', { confirmations: 30 })
    await lookAgain()
    const short = await status(ana, made.orderNo)
    assert.deepEqual(
      [short.status, short.receivedStr, short.remainingStr, await inWallet(ana)],
      ['WAIT_PAY', '109.999999', '10.000001', 0],
    )
    assert.equal((await inSuspense()) - before, 109_999_999)
    assert.deepEqual(await booked(ana), ['D1220 109.999999 USDT', 'C2030 109.999999 USDT'])
    assert.deepEqual(await told(ana), ['topup_partial'])

    later(HOUR)
    await watch()
    const over = await status(ana, made.orderNo)
    assert.deepEqual([over.status, over.creditAmount, over.remainingStr], ['MISMATCH', 0, undefined])
    assert.match(over.failReason!, /below the minimum/)
    assert.deepEqual(await told(ana), ['topup_partial', 'topup_mismatch'])
  })

  test('50 and 60 for an order of 110 are 110, whatever way they are divided', async () => {
    for (const parts of [
      ['50', '60'],
      ['36.666667', '36.666667', '36.666666'],
      ['1.009999', '108.990001'],
    ]) {
      const ana = await accountHolder()
      const made = await order(ana, '110')
      for (const part of parts) await send(made.address, part, { confirmations: 30 })
      await lookAgain()
      const { status: stands, creditAmount, fee, receivedStr } = await status(ana, made.orderNo)
      assert.deepEqual([stands, creditAmount, fee, receivedStr], ['SUCCESS', 107_80, 2_20, '110.000000'])
      assert.equal(await inWallet(ana), 107_80)
    }
  })

  test('a part that was sent in time and is seen late still completes its order', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await send(made.address, '50', { confirmations: 30 })
    await lookAgain()
    await send(made.address, '60')
    await lookAgain()
    assert.deepEqual(
      [(await status(ana, made.orderNo)).status, (await status(ana, made.orderNo)).receivedStr],
      ['DETECTED', '110.000000'],
    )
    later(2 * HOUR)
    await watch()
    assert.equal((await status(ana, made.orderNo)).status, 'DETECTED', 'its hour is over and the rest is on its way')
    await blocks(30)
    await lookAgain()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['SUCCESS', 107_80])
  })

  test('a part that waits long after its order has ended is named by the proof', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await send(made.address, '50', { confirmations: 30 })
    await lookAgain()
    const named = async () => (await prove()).filter(({ check }) => check === 'part-waits-too-long')
    assert.deepEqual(await named(), [])
    const { expiresAt } = (await orderByNo(made.orderNo))!
    const expires = (at: Date) =>
      sql`UPDATE recharge_order SET expires_at = ${at} WHERE order_no = ${made.orderNo}`.execute(db)
    await expires(new Date(expiresAt.getTime() - 30 * DAY))
    assert.deepEqual(
      (await named()).map(({ found }) => found['order']),
      [made.orderNo],
    )
    await expires(expiresAt)
  })

  test('what came too late for its hour does not complete the parts', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await send(made.address, '50', { confirmations: 30 })
    later(HOUR + MINUTE)
    await watch()
    await send(made.address, '60', { confirmations: 30 })
    later(2 * MINUTE)
    await watch()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['MISMATCH', 0])
  })

  test('that comes after its hour is credited if exact and within a day, else kept in suspense', async () => {
    const [ana, ben, cleo] = [await accountHolder(), await accountHolder(), await accountHolder()]
    const [exact, other, tooLate] = [await order(ana, '120'), await order(ben, '120'), await order(cleo, '120')]
    later(HOUR + MINUTE)
    await watch()
    assert.equal((await status(ana, exact.orderNo)).status, 'EXPIRED')
    await send(exact.address, '120', { confirmations: 30 })
    await send(other.address, '125', { confirmations: 30 })
    later(2 * MINUTE)
    await watch()
    assert.deepEqual([(await status(ana, exact.orderNo)).status, await inWallet(ana)], ['SUCCESS', 11_760])
    assert.deepEqual([(await status(ben, other.orderNo)).status, await inWallet(ben)], ['MISMATCH', 0])

    later(DAY + HOUR)
    await watch()
    await send(tooLate.address, '120', { confirmations: 30 })
    later(DAY)
    await watch()
    assert.deepEqual([(await status(cleo, tooLate.orderNo)).status, await inWallet(cleo)], ['MISMATCH', 0])
  })

  test('sent in time and seen late is in time', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    later(59 * MINUTE)
    await send(made.address, '140', { confirmations: 30 })
    later(3 * HOUR)
    await watch()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['MISMATCH', 13_720])
  })

  for (const token of ['FAKE', 'USDC', 'APPROVAL', 'REVERTED']) {
    test(`${token} is not money`, async () => {
      const ana = await accountHolder()
      const made = await order(ana, '120')
      await send(made.address, '120', { token, confirmations: 30 })
      await lookAgain()
      assert.deepEqual(
        [(await status(ana, made.orderNo)).status, await inWallet(ana), await booked(ana)],
        ['WAIT_PAY', 0, []],
      )
    })
  }

  test('is not moved by dust', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    for (const units of ['0', '0.000001', '0.999999']) await send(made.address, units, { confirmations: 30 })
    await lookAgain()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await booked(ana)], ['WAIT_PAY', []])
  })

  test('waits again when the chain is reorganised, and is credited once when the transfer comes back', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    const txHash = await send(made.address, '120')
    await blocks(10)
    await lookAgain()
    assert.equal((await status(ana, made.orderNo)).status, 'DETECTED')
    await reorganise(txHash)
    await lookAgain()
    const waiting = await status(ana, made.orderNo)
    assert.deepEqual([waiting.status, waiting.txHash, waiting.confirmations], ['WAIT_PAY', undefined, undefined])

    await reorganise(txHash, true)
    await lookAgain()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['DETECTED', 0])
    await blocks(20)
    await lookAgain()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['SUCCESS', 11_760])
  })

  test('"I have paid" looks at once, and not again for ten seconds', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '120')
    assert.equal((await check(ana, made.orderNo)).status, 'WAIT_PAY')
    await send(made.address, '120', { confirmations: 30 })
    assert.equal((await check(ana, made.orderNo)).status, 'WAIT_PAY')
    later(10_000)
    assert.equal((await check(ana, made.orderNo)).status, 'SUCCESS')
  })

  test('has an address of its own account: one that was given is refused to another, even when its index comes again', async () => {
    const [ana, ben] = [await accountHolder(), await accountHolder()]
    const made = await order(ana, '120')
    await sql`
      SELECT setval('deposit_address_index', (SELECT hd_index FROM deposit_address WHERE address = ${made.address}), false)`.execute(
      owner,
    )
    await assert.rejects(order(ben, '120'), /deposit_address_owner/)
    assert.notEqual((await order(ben, '120')).address, made.address)
  })

  test("is nobody else's: the order of another account is not found", async () => {
    const [ana, ben] = [await accountHolder(), await accountHolder()]
    const made = await order(ana, '120')
    await assert.rejects(status(ben, made.orderNo), refusedWith('not_found'))
    await assert.rejects(check(ben, made.orderNo), refusedWith('not_found'))
  })
})
