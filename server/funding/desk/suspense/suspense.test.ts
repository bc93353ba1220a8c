import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { closesAccount } from '#test/fixtures/closing.ts'
import { orderYuan, pays, withPayments } from '#test/fixtures/payments.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { assigns, bookedFor, itemOf, returnsIt, straysIn } from '#test/fixtures/suspense.ts'
import {
  accountHolder,
  inWallet,
  jobsLeft,
  later,
  logged,
  lookAgain,
  order,
  send,
  status,
  withChain,
} from '#test/fixtures/topUps.ts'
import { newAccount } from '#test/world.ts'
import type { Actor } from '#server/core/actor.ts'
import { HOUR, nowMs } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { balanceOf, tenant } from '#server/ledger/ledger.ts'
import { watch } from '#server/funding/usdt/watch.ts'
import { pollOrder } from '#server/funding/payments/pollOrder.ts'
import { setRate } from '#server/funding/rails/rates.ts'
import { suspenseAnswers as answers } from '#server/funding/module.ts'

const userNo = async ({ accountId }: Actor): Promise<string> => (await accountOf(db, accountId)).user_no
const maker = () => newStaff(['FIN_MAKER'])
const checker = () => newStaff(['FIN_CHECKER'])
const rateIs = (midMicros: number) => transaction((tx) => setRate(tx, { midMicros }, 'test'))

describe('suspense of the rails', () => {
  withChain()

  test('a payment for no order of ours waits with its count and age, and two people give it to its account', async (t) => {
    const [world, ana, one, two] = [withPayments(t), await accountHolder(), await maker(), await checker()]
    await rateIs(7_200_000)
    const stray = await straysIn(world, 200_000)
    const list = await answers.listSuspense(one, { scope: 'open', pageSize: 50 })
    assert.deepEqual(
      list.data
        .filter(({ suspenseId }) => suspenseId === stray.id)
        .map(({ amountStr, unit, reasonText, state }) => [amountStr, unit, reasonText, state]),
      [['2,000.00', 'CNY', 'No matching order', 'OPEN']],
    )
    assert.ok(list.waiting.some(({ rail, count }) => rail === 'ONLINE_WECHAT' && count > 0))
    const price = await answers.priceSuspense(one, { suspenseId: stray.id, userNo: await userNo(ana) })
    assert.deepEqual([price.fee, price.feeUnit, price.rate, price.credit], [2_000, 'CNY', '7.28', 27_197])

    const { approvalId } = await assigns(one, stray.id, { userNo: await userNo(ana) })
    assert.equal(await inWallet(ana), 0, 'one person moves nothing')
    assert.equal((await answers.showSuspense(one, { suspenseId: stray.id })).approvalId, approvalId)
    await assert.rejects(approves({ ...one, may: two.may }, approvalId), refusedAs('own_approval'))
    await approves(two, approvalId)
    assert.equal(await inWallet(ana), 27_197)
    const { state, outId } = await itemOf(stray.payment.ref)
    assert.equal(state, 'CREDITED')
    assert.deepEqual(await bookedFor(outId), [
      'D2030 200000 CNY',
      'C4030 2000 CNY',
      'C1900 198000 CNY',
      'D1900 27500 USD',
      'C2010 27197 USD',
      'C4060 303 USD',
    ])
    assert.equal((await logged(ana)).at(-1)!.content_en, 'Payment of 2,000.00 CNY matched, $271.97 credited')
    assert.deepEqual(
      (await jobsLeft('notices.tell', ana)).map(({ event }) => event),
      ['topup_credited'],
    )
    assert.deepEqual(await auditOf(one), [`VIEW ${await userNo(ana)}`, `PROPOSE ${stray.payment.ref}`])
    assert.deepEqual(await auditOf(two), [`APPROVE ${stray.payment.ref}`])
  })

  test('a payment for an account that closed while two people decided is payable to its holder', async (t) => {
    const [world, ana, one, two] = [withPayments(t), await newAccount(), await maker(), await checker()]
    await rateIs(7_200_000)
    const before = await straysIn(world, 200_000)
    const { approvalId } = await assigns(one, before.id, { userNo: await userNo(ana) })
    await closesAccount(ana)
    await approves(two, approvalId)
    const after = await straysIn(world, 200_000)
    await approves(two, (await assigns(one, after.id, { userNo: await userNo(ana) })).approvalId)
    assert.deepEqual(
      [await inWallet(ana), (await balanceOf(db, tenant('2410', ana.accountId))).posted],
      [0, 2 * 27_197],
    )
  })

  test('rejected it is nobody’s again; while two decide over it nobody else may', async (t) => {
    const [world, ana, one, two] = [withPayments(t), await accountHolder(), await maker(), await checker()]
    await rateIs(7_200_000)
    const stray = await straysIn(world, 80_000)
    const { approvalId } = await assigns(one, stray.id, { userNo: await userNo(ana) })
    await assert.rejects(returnsIt(await maker(), stray.id), refusedAs('conflict'))
    await rejects(two, approvalId)
    assert.equal((await itemOf(stray.payment.ref)).state, 'OPEN')
    assert.equal(await inWallet(ana), 0)
  })

  test('a wrong amount is given to its order at the order’s own rate, and the order says so', async (t) => {
    const [world, ana, one, two] = [withPayments(t), await accountHolder(), await maker(), await checker()]
    await rateIs(7_200_000)
    const made = await orderYuan(ana, 200_000)
    const payment = pays(world, made.orderNo, { amount: 100_000 })
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.equal((await status(ana, made.orderNo)).status, 'MISMATCH')
    await rateIs(7_300_000)
    const { id } = await itemOf(`:${payment.ref}`)
    const seen = await answers.showSuspense(one, { suspenseId: id })
    assert.deepEqual(seen.orders.map(({ orderNo, same }) => [orderNo, same])[0], [made.orderNo, false])
    const { approvalId } = await assigns(one, id, { orderNo: made.orderNo })
    await approves(two, approvalId)
    assert.equal(await inWallet(ana), 13_598) // 990.00 at 7.28
    const after = await status(ana, made.orderNo)
    assert.deepEqual([after.status, after.creditAmount], ['SUCCESS', 13_598])

    // The payer's bank reverses it: a mirror entry, and nothing is left in suspense.
    payment.reversedAt = nowMs()
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    assert.equal(await inWallet(ana), 0)
    assert.equal((await status(ana, made.orderNo)).status, 'REVERSED')
    assert.equal((await itemOf(`:${payment.ref}`)).state, 'REVERSED')
  })

  test('sent back by two people, the provider’s later word of it changes nothing', async (t) => {
    const [world, one, two] = [withPayments(t), await maker(), await checker()]
    const stray = await straysIn(world, 50_000, 'ONLINE_ALIPAY')
    const { approvalId } = await returnsIt(one, stray.id)
    await approves(two, approvalId)
    const { state, outId } = await itemOf(stray.payment.ref)
    assert.equal(state, 'RETURNED')
    assert.deepEqual(await bookedFor(outId), ['D2030 50000 CNY', 'C1210 50000 CNY'])
    stray.payment.reversedAt = nowMs()
    await pollOrder('ONLINE_ALIPAY', stray.payment.orderNo, [stray.payment])
    assert.equal((await itemOf(stray.payment.ref)).outId, outId)
  })

  test('taken back by the payer’s bank while two decide: neither can give it away any more', async (t) => {
    const [world, ana, one, two] = [withPayments(t), await accountHolder(), await maker(), await checker()]
    await rateIs(7_200_000)
    const stray = await straysIn(world, 60_000)
    const { approvalId } = await assigns(one, stray.id, { userNo: await userNo(ana) })
    stray.payment.reversedAt = nowMs()
    await pollOrder('ONLINE_WECHAT', stray.payment.orderNo, [stray.payment])
    assert.equal((await itemOf(stray.payment.ref)).state, 'RETURNED')
    await assert.rejects(approves(two, approvalId), refusedAs('conflict'))
    assert.equal(await inWallet(ana), 0)
  })

  test('USDT below the minimum is credited at the rail’s fee, or goes back to the chain', async () => {
    const [ana, one, two] = [await accountHolder(), await maker(), await checker()]
    const [first, second] = [await order(ana, '120'), await order(ana, '150')]
    const hash = await send(first.address, '50', { confirmations: 30 })
    const other = await send(second.address, '40', { confirmations: 30 })
    await lookAgain()
    await assert.rejects(
      assigns(one, (await itemOf(`${hash}:0`)).id, { orderNo: first.orderNo }),
      refusedAs('conflict'),
    )
    later(HOUR)
    await watch()
    const [kept, back] = [await itemOf(`${hash}:0`), await itemOf(`${other}:0`)]
    assert.equal(kept.reason, 'under_minimum')
    const { approvalId } = await assigns(one, kept.id, { orderNo: first.orderNo })
    await approves(two, approvalId)
    assert.equal(await inWallet(ana), 49_00)
    assert.deepEqual(await bookedFor((await itemOf(`${hash}:0`)).outId), [
      'D2030 50000000 USDT',
      'C1900 50000000 USDT',
      'D1900 5000 USD',
      'C4030 100 USD',
      'C2010 4900 USD',
    ])
    assert.equal((await status(ana, first.orderNo)).status, 'SUCCESS')
    await approves(two, (await returnsIt(one, back.id)).approvalId)
    assert.deepEqual(await bookedFor((await itemOf(`${other}:0`)).outId), [
      'D2030 40000000 USDT',
      'C1220 40000000 USDT',
    ])
  })

  test('to nobody, to another rail’s order, to one that is credited, or without the key, it is refused', async (t) => {
    const [world, ana, one] = [withPayments(t), await accountHolder(), await maker()]
    await rateIs(7_200_000)
    const stray = await straysIn(world, 70_000)
    await assert.rejects(assigns(one, stray.id, {}), refusedAs('invalid', 'userNo'))
    await assert.rejects(assigns(one, stray.id, { userNo: '99999999' }), refusedAs('not_found', 'userNo'))
    const alipay = await orderYuan(ana, 70_000, 'ONLINE_ALIPAY')
    await assert.rejects(assigns(one, stray.id, { orderNo: alipay.orderNo }), refusedAs('conflict', 'orderNo'))
    await assert.rejects(assigns(one, `sus_${'0'.repeat(26)}`, { userNo: '1' }), refusedAs('not_found'))
    await assert.rejects(
      assigns(await newStaff(['SUPPORT']), stray.id, { userNo: await userNo(ana) }),
      refusedAs('not_permitted'),
    )
    await assert.rejects(answers.showSuspense(one, { suspenseId: `sus_${'0'.repeat(26)}` }), refusedAs('not_found'))
    assert.equal((await itemOf(stray.payment.ref)).state, 'OPEN')
  })
})
