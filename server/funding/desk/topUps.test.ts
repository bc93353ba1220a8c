import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as contract from '#contract/funding/desk/topUps.ts'
import { orderYuan, pays, withPayments } from '#test/fixtures/payments.ts'
import { refusedAs } from '#test/refused.ts'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import { accountHolder, lookAgain, order, send, withChain } from '#test/fixtures/topUps.ts'
import type { Staff } from '#server/core/actor.ts'
import { DAY, HOUR, nowMs, dayBegan } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { OutsideUnknown } from '#server/outside/outside.ts'
import { module as fundingModule, topUpAnswers as answers } from '../module.ts'
import { pollOrder } from '../payments/pollOrder.ts'
import { setRate } from '../rails/rates.ts'

const { jobs: tasks } = fundingModule

const finance = () => newStaff(['FIN_MAKER'])
const listed = (staff: Staff, input: object = {}) => answers.listTopUps(staff, contract.listTopUps.input.parse(input))
const today = () => new Date(nowMs() + 8 * HOUR).toISOString().slice(0, 10)
const rateIs720 = () => transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
const runs = (staff: Staff, provider: 'WECHAT' | 'ALIPAY', day: string) =>
  transaction((tx) => answers.runRecon(staff, { provider, day }, tx))

describe('top-up orders at the desk', () => {
  withChain()

  test('of all accounts, page by page by their last, and by every filter', async (t) => {
    withPayments(t)
    await rateIs720()
    const [ana, ben, one] = [await accountHolder(), await accountHolder(), await finance()]
    const made = [
      await order(ana, '120'),
      await order(ana, '130'),
      await orderYuan(ana, 60_000),
      await order(ben, '140'),
    ]
    const hash = await send(made[0]!.address!, '120', { confirmations: 30 })
    await lookAgain()
    const { user_no: userNo } = await accountOf(db, ana.accountId)
    const found: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await listed(one, { userNo, pageSize: 2, ...(cursor && { cursor }) })
      found.push(...page.data.map(({ orderNo }) => orderNo))
      if (!page.cursor) break
      cursor = page.cursor
    }
    assert.deepEqual(
      found.toSorted(),
      made
        .slice(0, 3)
        .map(({ orderNo }) => orderNo)
        .toSorted(),
    )
    const numbers = async (input: object) => (await listed(one, input)).data.map(({ orderNo }) => orderNo)
    assert.deepEqual(await numbers({ txHash: hash.toUpperCase().toLowerCase() }), [made[0]!.orderNo])
    assert.deepEqual(await numbers({ orderNo: made[3]!.orderNo }), [made[3]!.orderNo])
    assert.deepEqual(await numbers({ userNo, rail: 'ONLINE_WECHAT' }), [made[2]!.orderNo])
    assert.deepEqual(await numbers({ userNo, status: 'SUCCESS' }), [made[0]!.orderNo])
    assert.deepEqual(await numbers({ userNo, endTime: nowMs() - DAY }), [])
    assert.deepEqual(await numbers({ userNo: '99999999' }), [])
    await assert.rejects(listed(one, { cursor: 'x' }), refusedAs('invalid', 'cursor'))
  })

  test('one order with its life: ordered, paid, credited, and what that did to the books', async (t) => {
    const world = withPayments(t)
    await rateIs720()
    const [ana, one] = [await accountHolder(), await finance()]
    const made = await orderYuan(ana, 200_000)
    const payment = pays(world, made.orderNo)
    await pollOrder('ONLINE_WECHAT', made.orderNo)
    const seen = await answers.topUpOrder(one, { orderNo: made.orderNo })
    assert.deepEqual(seen.life.map(({ kind }) => kind).toSorted(), ['CREDITED', 'ORDERED', 'PAYMENT'])
    assert.equal(seen.life.find(({ kind }) => kind === 'PAYMENT')!.ref, payment.ref)
    assert.deepEqual(
      seen.transfers.flatMap(({ entries }) => entries.map(({ side, code, amount }) => `${side}${code} ${amount}`)),
      ['D1210 200000', 'C4030 2000', 'C1900 198000', 'D1900 27500', 'C2010 27197', 'C4060 303'],
    )
    await assert.rejects(answers.topUpOrder(one, { orderNo: `tup_${'0'.repeat(26)}` }), refusedAs('not_found'))
  })

  test('asked about again: the provider by a job, the chain by its next look', async (t) => {
    const world = withPayments(t)
    await rateIs720()
    const [ana, one] = [await accountHolder(), await finance()]
    const [yuan, usdt] = [await orderYuan(ana, 60_000), await order(ana, '120')]
    pays(world, yuan.orderNo)
    for (const { orderNo } of [yuan, usdt]) await transaction((tx) => answers.askTopUp(one, { orderNo }, tx))
    assert.deepEqual(await auditOf(one), [`MONEY ${yuan.orderNo}`, `MONEY ${usdt.orderNo}`])
    await tasks['funding.askProvider']!({ provider: 'WECHAT', orderNo: yuan.orderNo })
    assert.equal((await answers.topUpOrder(one, { orderNo: yuan.orderNo })).status, 'SUCCESS')
    await assert.rejects(
      transaction((tx) => answers.askTopUp(one, { orderNo: `tup_${'0'.repeat(26)}` }, tx)),
      refusedAs('not_found'),
    )
  })
})

describe('the reconciliation at the desk', () => {
  withChain()

  test('run now it finds what was lost, and says how many payments, how much and how many breaks', async (t) => {
    const world = withPayments(t)
    const one = await finance()
    pays(world, `tup_${'A'.repeat(26)}`, { id: 'ALIPAY', amount: 90_000, paidAt: nowMs() - HOUR })
    const day = new Date(nowMs() - HOUR + 8 * HOUR).toISOString().slice(0, 10)
    const { runId } = await runs(one, 'ALIPAY', day)
    await assert.rejects(runs(await finance(), 'ALIPAY', day), refusedAs('conflict', 'day'))
    await tasks['funding.readDay']!({ provider: 'ALIPAY', fromMs: Date.parse(`${day}T00:00:00Z`) - 8 * HOUR })
    const run = (await answers.listRuns(one, { pageSize: 20 })).data.find((row) => row.runId === runId)!
    assert.deepEqual([run.state, run.by, run.payments, run.amount, run.breaks], ['DONE', one.name, 1, 90_000, 2])
    const open = (await answers.listBreaks(one, { scope: 'open', pageSize: 50 })).data
    const stray = open.find(({ kind }) => kind === 'UNKNOWN_ORDER')!
    assert.deepEqual([stray.ours, stray.facts], [false, [{ name: 'Provider', text: '¥900.00' }]])
    assert.match(stray.suspenseId ?? '', /^sus_/, 'from here it is one step to its money')

    const resolves = (staff: Staff) =>
      transaction((tx) => answers.resolveBreak(staff, { breakId: stray.breakId, reason: 'given to its account' }, tx))
    await resolves(one)
    await assert.rejects(resolves(one), refusedAs('conflict'))
    const after = await answers.showBreak(one, { breakId: stray.breakId })
    const listed = (await answers.listBreaks(one, { scope: 'all', pageSize: 50 })).data
    assert.deepEqual(
      listed.find(({ breakId }) => breakId === stray.breakId),
      after,
    )
    await assert.rejects(answers.showBreak(one, { breakId: `rbk_${'0'.repeat(26)}` }), refusedAs('not_found'))
    assert.deepEqual([after.state, after.mendedBy, after.mendedWhy], ['MENDED', one.name, 'given to its account'])
    assert.deepEqual(await auditOf(one), [`BOOKS ALIPAY ${day}`, `BOOKS ${stray.orderNo}`])
    await assert.rejects(
      transaction((tx) => answers.resolveBreak(one, { breakId: `rbk_${'0'.repeat(26)}`, reason: 'none' }, tx)),
      refusedAs('not_found'),
    )
  })

  test('a provider that does not answer is a run that failed; days to come and long gone are refused', async (t) => {
    const world = withPayments(t)
    const one = await finance()
    await runs(one, 'WECHAT', today())
    world.silent = true
    await assert.rejects(
      tasks['funding.readDay']!({ provider: 'WECHAT', fromMs: dayBegan().getTime() }),
      OutsideUnknown,
    )
    assert.equal((await answers.listRuns(one, { pageSize: 1 })).data[0]!.state, 'FAILED')
    for (const day of ['2020-01-01', '2026-13-41', '2099-01-01'])
      await assert.rejects(runs(one, 'WECHAT', day), refusedAs('invalid', 'day'))
  })
})
