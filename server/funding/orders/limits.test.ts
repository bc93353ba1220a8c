import assert from 'node:assert/strict'
import { describe, test, beforeEach } from 'node:test'
import {
  accountHolder,
  info,
  order,
  withChain,
  booked,
  create,
  inWallet,
  jobsLeft,
  later,
  lookAgain,
  send,
  status,
} from '#test/fixtures/topUps.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, run, sql, transaction } from '#server/core/db.ts'
import { settleDebts } from '#server/identity/identity.ts'
import { credit, debit, platform, post, tenant } from '#server/ledger/ledger.ts'
import type { Order } from './queries.ts'
import { fitsLimit, limitLine, todayOf } from './limits.ts'
import { orderYuan, pays, withPayments } from '#test/fixtures/payments.ts'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import { assigns, itemOf } from '#test/fixtures/suspense.ts'
import { DAY, HOUR, MINUTE, nowMs, dayBegan } from '#server/core/clock.ts'
import { watch } from '../usdt/watch.ts'
import { pollOrder } from '../payments/pollOrder.ts'
import { setRate } from '../rails/rates.ts'
import { approvalAnswers } from '#server/staff/module.ts'
import { suspenseAnswers as answers } from '../module.ts'

const owes = ({ accountId }: Actor, cents: number) =>
  transaction(async (tx) => {
    await post(tx, {
      kind: 'TOPUP_REVERSED',
      accountId,
      biz: { type: 'test', id: `${accountId} ${cents}` },
      lines: [debit(tenant('1310', accountId), cents), credit(platform('1020', 'test-bank'), cents)],
    })
    await post(tx, {
      kind: 'PROGRAM_FUNDED',
      accountId: 'platform',
      biz: { type: 'test', id: `${accountId} ${cents}` },
      lines: [debit(platform('1020', 'test-bank'), cents), credit(platform('1010'), cents)],
    })
    await settleDebts(tx, accountId)
  })
const leftOf = async ({ accountId }: Actor) => (await todayOf(db, accountId)).left
const credited = ({ accountId }: Actor) =>
  run(db, sql`UPDATE recharge_order SET status = 'SUCCESS' WHERE account_id = ${accountId}`)

describe('the limit of a day', () => {
  withChain()

  test('never refuses the top-up that pays a debt, with its fee', async () => {
    const ana = await accountHolder()
    await order(ana, '500')
    await credited(ana)
    assert.equal(await leftOf(ana), 0)
    await owes(ana, 21_100)
    assert.equal(await leftOf(ana), 22_155)
    const { quote } = await info(ana, { rail: 'USDT_TRC20', amountStr: '216' })
    assert.ok(quote!.creditAmount >= 21_100)
  })

  test('lets the smallest order through that can be made, and one of them only', async () => {
    const ana = await accountHolder()
    await order(ana, '500')
    await credited(ana)
    await owes(ana, 150)
    assert.equal(await leftOf(ana), 11_000)
    await order(ana, '110')
    assert.equal(await leftOf(ana), 0, 'an open order is on its way to pay the debt')
  })

  test('is not asked about what was ordered, up to a cent more and to the last moment, once', async () => {
    const { accountId } = await accountHolder()
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)]
    const ordered = { accountId, orderNo: 'none', createdAt, creditedAt: null, expiresAt, valueCents: 600_00 } as Order
    const fits = (value: number, paidAt = expiresAt, order = ordered) =>
      transaction((tx) => fitsLimit(tx, order, value, paidAt))
    assert.deepEqual([await fits(600_00), await fits(600_01), await fits(600_02)], [true, true, false])
    assert.equal(await fits(600_00, new Date(expiresAt.getTime() + 1)), false, 'paid late it needs room')
    assert.equal(await fits(600_00, expiresAt, { ...ordered, creditedAt: createdAt }), false, 'credited before')
    assert.equal(await fits(500_00, expiresAt, { ...ordered, creditedAt: createdAt }), true, 'all of the room')
    assert.equal(await fits(500_01, expiresAt, { ...ordered, creditedAt: createdAt }), false)
  })

  test('is what it was for whoever owes nothing', async () => {
    const ana = await accountHolder()
    await order(ana, '300')
    assert.equal(await leftOf(ana), 20_000)
  })
})

test('a second approver reads by how much a limit is passed, also by a cent, and nothing where it is not', () => {
  const line = (over: number) => limitLine({ limit: 500_00, used: 110_00, over }).after
  assert.deepEqual([0, 1, 200_00].map(line), [
    '$110.00 / $500.00',
    '$110.00 / $500.00 ⚠ +$0.01',
    '$110.00 / $500.00 ⚠ +$200.00',
  ])
})

const verify = ({ accountId }: Actor) =>
  run(db, sql`UPDATE account SET identity = 'PASSED', identity_type = 'PERSON' WHERE account_id = ${accountId}`)
const told = async (actor: Actor) => (await jobsLeft('notices.tell', actor)).map(({ event, about }) => [event, about])
const reasonsOf = async ({ accountId }: Actor): Promise<string[]> => {
  const { rows } = await sql<{ reason: string }>`
    SELECT reason FROM suspense WHERE account_id = ${accountId} ORDER BY suspense_id`.execute(db)
  return rows.map(({ reason }) => reason)
}

describe('the identity limit of a day', () => {
  withChain()
  // Just past midnight in Shanghai, so that no test crosses into the next day.
  beforeEach(() => later(dayBegan().getTime() + DAY + HOUR - nowMs()))

  test('is not walked round by sending more than was ordered: 50,000 for an order of 110 are kept whole, with their reason and cure', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await send(made.address, '50000', { confirmations: 30 })
    await lookAgain()
    const seen = await status(ana, made.orderNo)
    assert.deepEqual([seen.status, seen.creditAmount, await inWallet(ana)], ['MISMATCH', 0, 0])
    assert.match(seen.failReason!, /exceeds your identity limit.*Verify your identity/)
    assert.deepEqual(await reasonsOf(ana), ['over_identity_limit'])
    assert.deepEqual(await booked(ana), ['D1220 50000.000000 USDT', 'C2030 50000.000000 USDT'])
    assert.deepEqual(await told(ana), [['topup_over_limit', { type: 'identity', id: made.orderNo }]])

    await send(made.address, '110', { confirmations: 30 })
    await lookAgain()
    assert.deepEqual(
      [(await status(ana, made.orderNo)).status, await inWallet(ana)],
      ['SUCCESS', 107_80],
      'what was ordered was allowed, and is credited',
    )
  })

  test('counts every transfer of the day: what fits is credited, the next one waits', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    for (const [units, wallet] of [
      ['400', 392_00],
      ['100.01', 392_00],
      ['100', 490_00],
      ['1', 490_00],
    ] as const) {
      await send(made.address, units, { confirmations: 30 })
      await lookAgain()
      assert.equal(await inWallet(ana), wallet, units)
    }
    assert.deepEqual(await reasonsOf(ana), ['over_identity_limit', 'over_identity_limit'])
    assert.deepEqual(await todayOf(db, ana.accountId), { limit: 500_00, used: 500_00, left: 0, open: 0 })
  })

  test('is that of the account when the money comes: verified in between, it is credited', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await verify(ana)
    await send(made.address, '5000', { confirmations: 30 })
    await lookAgain()
    assert.equal(await inWallet(ana), 4_900_00)
  })

  test('credits what was ordered within it, also when the limit has fallen since', async () => {
    const ana = await accountHolder()
    await verify(ana)
    const made = await order(ana, '3000')
    await run(db, sql`UPDATE account SET identity = 'NONE', identity_type = NULL WHERE account_id = ${ana.accountId}`)
    await send(made.address, '3000', { confirmations: 30 })
    await lookAgain()
    assert.deepEqual([(await status(ana, made.orderNo)).status, await inWallet(ana)], ['SUCCESS', 2_940_00])
  })

  test('is not passed by many orders that expired and are paid late, nor by several at once', async () => {
    const ana = await accountHolder()
    const made = []
    for (let n = 0; n < 3; n++) {
      made.push(await order(ana, '400'))
      later(HOUR + MINUTE)
      await watch()
    }
    for (const { address } of made) await send(address, '400', { confirmations: 30 })
    later(2 * MINUTE)
    await Promise.all([watch(), watch(), watch()])
    assert.equal(await inWallet(ana), 392_00)
    assert.deepEqual(await reasonsOf(ana), ['over_identity_limit', 'over_identity_limit'])
  })

  test('holds for yuan that are paid after their order expired', async (t) => {
    const [world, ana] = [withPayments(t), await accountHolder()]
    await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
    const made = []
    for (let n = 0; n < 2; n++) {
      made.push(await orderYuan(ana, 300_000))
      later(16 * MINUTE)
      await watch()
    }
    for (const { orderNo } of made) {
      pays(world, orderNo, { paidAt: nowMs() })
      await pollOrder('ONLINE_WECHAT', orderNo)
    }
    assert.deepEqual(
      [(await status(ana, made[0]!.orderNo)).status, (await status(ana, made[1]!.orderNo)).status],
      ['SUCCESS', 'MISMATCH'],
    )
    assert.match((await status(ana, made[1]!.orderNo)).failReason!, /Verify your identity/)
    assert.deepEqual(await reasonsOf(ana), ['over_identity_limit'])
    assert.ok((await told(ana)).some(([event]) => event === 'topup_over_limit'))
  })

  test('is not passed by an order that was paid in time and seen after its room was given to another', async (t) => {
    const ana = await accountHolder()
    const first = await order(ana, '500')
    later(HOUR - MINUTE)
    await send(first.address, '500', { confirmations: 30 })
    later(2 * MINUTE) // the chain is not scanned in between
    const second = await order(ana, '500')
    await send(second.address, '500', { confirmations: 30 })
    await lookAgain()
    later(MINUTE)
    await watch()
    assert.equal(await inWallet(ana), 490_00)
    assert.deepEqual(await reasonsOf(ana), ['over_identity_limit'])

    const [world, ben] = [withPayments(t), await accountHolder()]
    await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
    const made = []
    for (let n = 0; n < 2; n++) {
      const { orderNo } = await orderYuan(ben, 300_000)
      made.push(orderNo)
      if (n > 0) continue
      Object.assign(world.orders.get(orderNo)!, { state: 'FAILED', reason: 'DECLINED' })
      await pollOrder('ONLINE_WECHAT', orderNo)
      assert.equal((await status(ben, orderNo)).status, 'FAILED')
    }
    for (const orderNo of made) {
      pays(world, orderNo, { paidAt: nowMs() })
      await pollOrder('ONLINE_WECHAT', orderNo)
    }
    assert.deepEqual(await reasonsOf(ben), ['over_identity_limit'])
    assert.deepEqual(
      [(await status(ben, made[0]!)).status, (await status(ben, made[1]!)).status],
      ['MISMATCH', 'SUCCESS'],
      'the room is that of the order that was given it',
    )
  })

  test('is shown to staff before they assign what was held; once verified the desk says that it fits', async () => {
    const [ana, one, two] = [await accountHolder(), await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
    const made = await order(ana, '110')
    const hash = await send(made.address, '700', { confirmations: 30 })
    await lookAgain()
    const { id: suspenseId } = await itemOf(`${hash}:0`)
    const seen = () => answers.showSuspense(one, { suspenseId })
    assert.deepEqual([(await seen()).reasonText, (await seen()).fitsNow], ['Above the identity limit', false])
    later(HOUR + MINUTE)
    await watch()
    const { userNo } = (await seen()).holder!
    const price = await answers.priceSuspense(one, { suspenseId, userNo })
    assert.deepEqual(price.limit, { limit: 500_00, used: 0, over: 200_00 })
    await verify(ana)
    assert.equal((await seen()).fitsNow, true)

    const { approvalId } = await assigns(one, suspenseId, { userNo }, 'verified today')
    const { diff } = await approvalAnswers.showApproval(two, { approvalId })
    assert.equal(diff.find(({ label }) => label.startsWith('Identity limit'))?.after, '$0.00 / $5,000.00')
    await approves(two, approvalId)
    assert.equal(await inWallet(ana), 686_00)
    assert.equal((await todayOf(db, ana.accountId)).used, 700_00, 'what staff credit counts for its day')
  })

  test('is free again the next day, and money that waits unmatched takes none of it', async () => {
    const ana = await accountHolder()
    const made = await order(ana, '110')
    await send(made.address, '700', { confirmations: 30 })
    await lookAgain()
    assert.equal((await todayOf(db, ana.accountId)).used, 110_00, 'the order may still be paid')
    later(HOUR + MINUTE)
    await watch()
    assert.equal((await todayOf(db, ana.accountId)).used, 0)
    later(DAY)
    const { quote } = await info(ana, { rail: 'USDT_TRC20', amountStr: '500' })
    await create(ana, quote!.quoteId)
  })
})
