import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cheapestFirst, payFor, type Terms } from './payFor.ts'

const terms = (change: Partial<Terms>): Terms => ({
  ...{ rail: 'ONLINE_WECHAT', enabled: true, payUnit: 'CNY', minAmount: 50_000, maxSelfService: 1_600_000 },
  ...{ displayMax: 1_600_000, feeBps: 100, feeFixed: 0, rate: '7.28', midRate: '7.20', rateTime: 0, arrival: '' },
  ...{ notes: [], today: { limit: 0, used: 0, left: 0 } },
  ...change,
})
const usdt = terms({ rail: 'USDT_TRC20', payUnit: 'USDT', minAmount: 11_000, feeBps: 200, rate: '1', midRate: '1' })

test('what is paid brings what is wanted, and a fen less would not', () => {
  for (let want = 12_000; want < 200_000; want += 1_237)
    for (const rail of [terms({}), terms({ feeBps: 80 }), usdt]) {
      const way = payFor(want, rail)!
      assert.ok(way.arrives >= want && way.arrives - want <= 1, `${want} ${way.arrives}`)
    }
})

test('below the minimum the minimum is paid, and more arrives', () => {
  const way = payFor(1_000, terms({}))!
  assert.deepEqual([way.pay, way.arrives, way.raised], [50_000, 6_799, true])
})

test('the cost counts the fee and the distance from the rate between banks', () => {
  assert.deepEqual(payFor(67_994, terms({})), { pay: 499_997, fee: 5_000, arrives: 67_994, cost: 1_450, raised: false })
  const way = payFor(10_780, usdt)!
  assert.deepEqual([way.pay, way.cost], [11_000, 220])
})

test('the cheapest comes first, what is closed last', () => {
  const asked = [terms({}), terms({ rail: 'UNIONPAY', feeBps: 80 }), usdt, terms({ rail: 'USD_WIRE', rate: null })]
  const sorted = cheapestFirst(asked.map((one) => ({ rail: one.rail, way: payFor(100_000, one) })))
  assert.deepEqual(
    sorted.map(({ rail }) => rail),
    ['UNIONPAY', 'USDT_TRC20', 'ONLINE_WECHAT', 'USD_WIRE'],
  )
})
