import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import type { Input } from '#contract/core/call.ts'
import { Refusal, type RefusalName } from '#contract/core/refusals.ts'
import type * as contract from '#contract/plans/plans.ts'
import { entriesOfOrder, operationsOf, requestNo, walletOf } from '#test/fixtures/cards.ts'
import { newAccount, withWorld, type Person } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { once } from '#server/core/once.ts'
import { giveCoupons, makeTemplate } from '#server/coupons/coupons.ts'
import { answers as coupons } from '#server/coupons/module.ts'
import { balanceOf, prove, tenant } from '#server/ledger/ledger.ts'
import { recogniseAll } from '../lots/recognise.ts'
import { answers } from '../module.ts'
import { entitlementsOf } from '../plans.ts'
import { expirePlans } from './subscribe.ts'

withWorld()
const begin = Date.UTC(2026, 2, 1)
const dayIs = (days: number): void => setClock(() => begin + days * DAY)
beforeEach(() => dayIs(0))
after(() => setClock())

const buys = (who: Person, input: Input<typeof contract.buyPlan>) =>
  once(who, '/api/group/open', { requestNo: requestNo(), ...input }, (tx) =>
    answers.buyPlan(who, { months: 1, ...input }, tx),
  ) as Promise<Awaited<ReturnType<typeof answers.buyPlan>>>
const prices = (who: Person, input: Input<typeof contract.pricePlan>) => answers.pricePlan(who, { months: 1, ...input })
const refusedAs = (name: RefusalName) => (error: unknown) => error instanceof Refusal && error.refusal === name
const planOf = async ({ accountId }: Person) => (await entitlementsOf(db, accountId)).code
const deferredOf = async ({ accountId }: Person) => (await balanceOf(db, tenant('2210', accountId))).posted
const incomeOf = async (who: Person) => {
  const { rows } = await sql<{ income: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS income
      FROM ledger_entry JOIN ledger_account USING (cell, la_id)
     WHERE code = '4040' AND ledger_entry.account_id = ${who.accountId}`.execute(db)
  return rows[0]!.income
}
const booksHold = async () => assert.deepEqual(await prove(), [])

async function holder(who: Person, input: Omit<Parameters<typeof makeTemplate>[1], 'name' | 'validDays' | 'budget'>) {
  return transaction(async (tx) => {
    const { templateId } = await makeTemplate(tx, {
      name: { cn: '券', en: 'Coupon' },
      validDays: 30,
      budget: 5,
      ...input,
    })
    return (await giveCoupons(tx, templateId, [who.accountId]))[0]!.couponId
  })
}

describe('a plan', () => {
  it('is bought for several months at once with 5 % off three', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    const price = await prices(ana, { groupId: 'pln_standard', months: 3 })
    assert.deepEqual(
      [price.action, price.listPrice, price.payable, price.lines.map(({ key, amount }) => [key, amount])],
      [
        'BUY',
        8700,
        8265,
        [
          ['list', 8700],
          ['bundle', -435],
        ],
      ],
    )
    const { orderNo, paid, expireTime } = await buys(ana, {
      groupId: 'pln_standard',
      months: 3,
      quoteId: price.quoteId,
    })
    assert.deepEqual([paid, expireTime], [8265, begin + 90 * DAY])
    assert.deepEqual(await entriesOfOrder(orderNo), ['D 2010 8265', 'C 2210 8265'])
    assert.deepEqual([(await walletOf(ana)).posted, await planOf(ana)], [20_000 - 8265, 'STANDARD'])
    assert.deepEqual(await operationsOf(ana), ['PLAN OK 8265'])
    await booksHold()
  })

  it('bought again lasts longer', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    await buys(ana, { groupId: 'pln_standard' })
    dayIs(10)
    const { action, startTime, expireTime } = await buys(ana, { groupId: 'pln_standard' })
    assert.deepEqual([action, startTime, expireTime], ['STACK', begin + 30 * DAY, begin + 60 * DAY])
    dayIs(59)
    assert.equal(await planOf(ana), 'STANDARD')
    await booksHold()
  })

  it('is upgraded after 12 of 60 days for 112.00: 48 days of the new price less 46.40 unused', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    await buys(ana, { groupId: 'pln_standard', months: 2 })
    dayIs(12)
    const price = await prices(ana, { groupId: 'pln_pro' })
    assert.deepEqual(
      [price.action, price.remainDays, price.listPrice, price.credit, price.payable],
      ['UPGRADE', 48, 15_840, 4640, 11_200],
    )
    const { orderNo, expireTime } = await buys(ana, { groupId: 'pln_pro', quoteId: price.quoteId })
    assert.equal(expireTime, begin + 60 * DAY, 'until the same day')
    assert.deepEqual(await entriesOfOrder(orderNo), ['D 2010 11200', 'D 2210 4640', 'C 2210 15840'])
    assert.deepEqual([await incomeOf(ana), await deferredOf(ana), await planOf(ana)], [1160, 15_840, 'PRO'])
    await booksHold()
    dayIs(61)
    await recogniseAll()
    assert.deepEqual([await incomeOf(ana), await deferredOf(ana)], [1160 + 15_840, 0])
    await booksHold()
  })

  it('is upgraded to the cent: the charge is rounded up, the credit down, and a coupon gives no credit', async () => {
    const [ana, bea] = [await newAccount({ balanceCents: 20_000 }), await newAccount({ balanceCents: 20_000 })]
    const couponId = await holder(bea, { type: 'PLAN_OFF', value: 1000 })
    await buys(ana, { groupId: 'pln_standard' })
    await buys(bea, { groupId: 'pln_standard', couponId })
    dayIs(13)
    await sql`UPDATE plan SET price_month_cents = 9901 WHERE code = 'PRO'`.execute(db)
    // 17 days of 99.01 are 56.1057. Of the 29.00 paid, 17 of 30 days are 16.4333; of the 19.00 paid with a coupon, 10.7667.
    const priceOf = async (who: Person) => {
      const { listPrice, credit, payable } = await prices(who, { groupId: 'pln_pro' })
      return [listPrice, credit, payable]
    }
    assert.deepEqual(await priceOf(ana), [5611, 1643, 3968])
    assert.deepEqual(await priceOf(bea), [5611, 1076, 4535])
    assert.equal((await buys(bea, { groupId: 'pln_pro' })).paid, 4535)
    assert.equal((await walletOf(bea)).posted, 20_000 - 1900 - 4535)
    await sql`UPDATE plan SET price_month_cents = 9900 WHERE code = 'PRO'`.execute(db)
    await booksHold()
  })

  it('with more unused than the new one costs gets days for it, never money', async () => {
    const ana = await newAccount({ balanceCents: 200_000 })
    await sql`UPDATE plan SET price_month_cents = 1000 WHERE code = 'PRO'`.execute(db)
    await buys(ana, { groupId: 'pln_standard', months: 1 })
    const { paid, expireTime } = await buys(ana, { groupId: 'pln_pro' })
    // 29.00 unused, 10.00 for the 30 days left: the surplus of 19.00 buys 57 more days.
    assert.deepEqual([paid, expireTime], [0, begin + 87 * DAY])
    assert.equal(await deferredOf(ana), 2900)
    await sql`UPDATE plan SET price_month_cents = 9900 WHERE code = 'PRO'`.execute(db)
    await booksHold()
  })

  it('that costs nothing is taken until the day the old one ended: what is unused buys no days of it, and stays income to come', async () => {
    const ana = await newAccount({ balanceCents: 2900 })
    await buys(ana, { groupId: 'pln_standard' })
    await sql`UPDATE plan SET price_month_cents = 0 WHERE code = 'PRO'`.execute(db)
    const { payable, listPrice, newExpireTime } = await prices(ana, { groupId: 'pln_pro' })
    assert.deepEqual([payable, listPrice, newExpireTime], [0, 0, begin + 30 * DAY])
    const { paid, expireTime } = await buys(ana, { groupId: 'pln_pro' })
    assert.deepEqual([paid, expireTime, await planOf(ana)], [0, begin + 30 * DAY, 'PRO'])
    assert.deepEqual([await deferredOf(ana), (await walletOf(ana)).posted], [2900, 0])
    const bo = await newAccount()
    assert.equal((await buys(bo, { groupId: 'pln_pro', months: 3 })).expireTime, begin + 90 * DAY)
    assert.deepEqual([await deferredOf(bo), await planOf(bo)], [0, 'PRO'])
    await sql`UPDATE plan SET price_month_cents = 9900 WHERE code = 'PRO'`.execute(db)
    await booksHold()
  })

  it('is not taken down before it ends, and the highest ones are arranged by people', async () => {
    const ana = await newAccount({ balanceCents: 20_000, plan: 'PRO' })
    await assert.rejects(buys(ana, { groupId: 'pln_standard' }), refusedAs('plan_downgrade'))
    await assert.rejects(buys(ana, { groupId: 'pln_basic' }), refusedAs('plan_downgrade'))
    await assert.rejects(buys(ana, { groupId: 'pln_enterprise' }), refusedAs('plan_by_service'))
    await assert.rejects(prices(ana, { groupId: 'pln_none' }), refusedAs('not_found'))
    assert.deepEqual(
      (await answers.listPlans(ana, {})).map(({ code, action, current }) => [code, action, current]),
      [
        ['BASIC', 'NONE', false],
        ['STANDARD', 'NONE', false],
        ['PRO', 'STACK', true],
        ['ENTERPRISE', 'CONTACT', false],
        ['PARTNER', 'CONTACT', false],
      ],
    )
  })

  it('costs nothing when the wallet has too little, and what was shown or nothing', async () => {
    const ana = await newAccount({ balanceCents: 2000 })
    await assert.rejects(buys(ana, { groupId: 'pln_standard' }), refusedAs('insufficient_wallet'))
    assert.deepEqual([await planOf(ana), (await walletOf(ana)).posted], ['BASIC', 2000])
    const lou = await newAccount({ balanceCents: 20_000 })
    const { quoteId } = await prices(lou, { groupId: 'pln_standard' })
    await assert.rejects(buys(lou, { groupId: 'pln_pro', quoteId }), refusedAs('quote_changed'))
    await buys(lou, { groupId: 'pln_standard' })
    await assert.rejects(buys(lou, { groupId: 'pln_standard', quoteId }), refusedAs('quote_changed'), 'it stacks now')
  })

  it('bought twice at once stacks, and with one request number is bought once', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    const input = { groupId: 'pln_standard', requestNo: requestNo() }
    const [first, again] = await Promise.all([buys(ana, input), buys(ana, input)])
    assert.equal(first.orderNo, again.orderNo)
    const both = await Promise.all([buys(ana, { groupId: 'pln_standard' }), buys(ana, { groupId: 'pln_standard' })])
    assert.deepEqual(
      both.map(({ expireTime }) => (expireTime - begin) / DAY).sort((a, b) => a - b),
      [60, 90],
    )
    assert.equal((await walletOf(ana)).posted, 20_000 - 3 * 2900)
    await booksHold()
  })
})

describe('what was paid in advance', () => {
  it('becomes income by the day: 0.96, 1.93 … 28.03, 29.00', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    await buys(ana, { groupId: 'pln_standard' })
    for (const [days, income] of [
      [1, 96],
      [2, 193],
      [29, 2803],
      [30, 2900],
    ] as const) {
      dayIs(days)
      await recogniseAll()
      await recogniseAll()
      assert.equal(await incomeOf(ana), income)
    }
    await booksHold()
  })

  it('is over on the day, after word of it 7, 3 and 1 days before', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    await buys(ana, { groupId: 'pln_standard' })
    const told = async () => {
      const { rows } = await sql<{ told: string; until: string | null }>`
        SELECT job.payload ->> 'event' AS told, job.payload -> 'params' ->> 'until' AS until
          FROM graphile_worker._private_jobs AS job
         WHERE job.payload ->> 'accountId' = ${ana.accountId} AND job.payload ->> 'event' LIKE 'plan\\_%'
         ORDER BY job.id`.execute(db)
      return rows.map(({ told, until }) => [told, until])
    }
    for (const [days, count] of [
      [22, 1],
      [23, 2],
      [24, 2],
      [27, 3],
      [29, 4],
      [30, 5],
    ] as const) {
      dayIs(days)
      await expirePlans()
      await expirePlans()
      assert.equal((await told()).length, count, `day ${days}`)
    }
    const until = '2026-03-31'
    assert.deepEqual(await told(), [
      ['plan_bought', until],
      ['plan_expiring', until],
      ['plan_expiring', until],
      ['plan_expiring', until],
      ['plan_expired', null],
    ])
    assert.equal(await planOf(ana), 'BASIC')
    const { action } = await buys(ana, { groupId: 'pln_standard' })
    assert.equal(action, 'BUY')
  })
})

describe('a coupon on a plan', () => {
  it('takes its amount off once', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    const couponId = await holder(ana, { type: 'PLAN_OFF', value: 1000 })
    const [offered] = await coupons.usableCoupons(ana, { scene: 'PLAN', groupId: 'pln_standard', num: 1, months: 1 })
    assert.deepEqual([offered!.couponId, offered!.off, offered!.best], [couponId, 1000, true])
    const { orderNo, paid } = await buys(ana, { groupId: 'pln_standard', couponId })
    assert.equal(paid, 1900)
    assert.deepEqual(await entriesOfOrder(orderNo), ['D 2010 1900', 'D 4015 1000', 'C 2210 2900'])
    await assert.rejects(buys(ana, { groupId: 'pln_standard', couponId }), refusedAs('coupon_unusable'))
    const [mine] = (await coupons.listCoupons(ana, { pageNo: 1, pageSize: 10 })).data
    assert.deepEqual([mine!.status, mine!.bizNo], ['USED', orderNo])
    dayIs(6)
    await buys(ana, { groupId: 'pln_pro' })
    await booksHold()
  })

  it('is offered with what it takes off then: no more than is to be paid, after the bundle’s discount and what is unused', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    await holder(ana, { type: 'PLAN_OFF', value: 20_000 })
    const offOf = async (groupId: string, months: number) =>
      (await coupons.usableCoupons(ana, { scene: 'PLAN', groupId, num: 1, months }))[0]!.off
    assert.equal(await offOf('pln_standard', 3), 8265)
    await buys(ana, { groupId: 'pln_standard', months: 2 })
    dayIs(12)
    assert.equal(await offOf('pln_pro', 1), 11_200)
    assert.equal((await prices(ana, { groupId: 'pln_pro' })).payable, 11_200)
  })

  it('of days makes it longer; of somebody else is not found; of another plan is not for it', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    const couponId = await holder(ana, { type: 'PLAN_DAYS', value: 7, groupIds: ['pln_standard'] })
    const lou = await newAccount({ balanceCents: 20_000 })
    await assert.rejects(buys(lou, { groupId: 'pln_standard', couponId }), refusedAs('not_found'))
    await assert.rejects(prices(ana, { groupId: 'pln_pro', couponId }), refusedAs('coupon_unusable'))
    const { paid, expireTime } = await buys(ana, { groupId: 'pln_standard', couponId })
    assert.deepEqual([paid, (expireTime - begin) / DAY], [2900, 37])
    await booksHold()
  })

  it('used by two orders at once is used by one', async () => {
    const ana = await newAccount({ balanceCents: 20_000 })
    const couponId = await holder(ana, { type: 'PLAN_OFF', value: 1000 })
    const input = { groupId: 'pln_standard', couponId }
    const done = await Promise.allSettled([buys(ana, input), buys(ana, input)])
    assert.deepEqual(done.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await walletOf(ana)).posted, 20_000 - 1900)
  })
})
