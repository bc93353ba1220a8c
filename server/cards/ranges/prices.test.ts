import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPrice, openingPrice } from './prices.ts'
import type { Terms } from './terms.ts'

const terms = (more: Partial<Terms>): Terms =>
  ({ openFee: 300, loadFeeBps: 250, loadFeeMin: 0, ...more }) satisfies Partial<Terms> as Terms

test('a small load pays the minimum fee, a larger one its share, and never both', () => {
  const feeOf = (amount: number) => loadPrice(terms({ loadFeeMin: 50 }), amount).serviceFee
  assert.deepEqual([100, 1_999, 2_000, 2_019, 2_020, 20_000].map(feeOf), [50, 50, 50, 50, 51, 500])
  assert.equal(loadPrice(terms({ loadFeeMin: 50 }), 100).total, 150)
})

test('opening pays the minimum fee on what is loaded, beside the opening fee', () => {
  const { openFee, amount, serviceFee, total } = openingPrice(terms({ loadFeeMin: 50 }), 200)
  assert.deepEqual([openFee, amount, serviceFee, total], [300, 200, 50, 550])
})

test('the fee of a load rounds half-up to the cent', () => {
  const feeOf = (amount: number) => loadPrice(terms({}), amount).serviceFee
  assert.deepEqual([1_019, 1_020, 1_059, 1_060].map(feeOf), [25, 26, 26, 27])
})
