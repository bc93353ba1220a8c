import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { add, currencies, parse, percentOf, plain, share, show } from './money.ts'

test('amounts are shown with two decimals, truncated, grouped by thousands', () => {
  assert.equal(show(123_456_789), '$1,234,567.89')
  assert.equal(show(-5), '-$0.05')
  assert.equal(show(5, 'USD', 'always'), '+$0.05')
  assert.equal(show(1200, 'JPY'), '¥1,200')
  assert.equal(plain(107_800_000, 6), '107.800000')
})

test('every currency is shown in its own minor units and with its own symbol', () => {
  const shown = Object.fromEntries(Object.keys(currencies).map((currency) => [currency, show(123_456, currency)]))
  assert.deepEqual(shown, {
    CNY: '¥1,234.56',
    USD: '$1,234.56',
    GBP: '£1,234.56',
    EUR: '€1,234.56',
    JPY: '¥123,456',
    AUD: 'A$1,234.56',
    HKD: 'HK$1,234.56',
    CAD: 'C$1,234.56',
    KRW: '₩123,456',
    INR: '₹1,234.56',
    IDR: 'Rp1,234.56',
  })
  assert.equal(show(123_456, 'CHF'), 'CHF 1,234.56', 'one that the product does not know keeps its code')
})

test('what people type is read exactly, or not at all', () => {
  assert.equal(parse('1,234.5'), 123_450)
  assert.equal(parse(' 12 '), 1200)
  assert.equal(parse('0.07'), 7)
  for (const wrong of ['', '1e3', '１２', '-1', '1.234', '1,23', '.5', '12 3', 'NaN', '0x10'])
    assert.equal(parse(wrong), undefined, wrong)
})

test('what is shown reads back as the same amount', () => {
  fc.assert(fc.property(fc.nat({ max: 1_000_000_000_00 }), (amount) => parse(show(amount).slice(1)) === amount))
})

test('each rounding does what its name says', () => {
  assert.equal(percentOf(2160, 150, 'half-up'), 32) // 0.324 dollars
  assert.equal(percentOf(5000, 250, 'half-up'), 125)
  assert.equal(share(1, 1, 2, 'floor'), 0)
  assert.equal(share(1, 1, 2, 'ceil'), 1)
  assert.equal(share(1, 1, 2, 'half-up'), 1)
  assert.equal(share(5800, 48, 60, 'floor'), 4640)
})

test('a share and the rest of it are the whole, whatever the rate', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000_000_000_000 }), fc.nat({ max: 10_000 }), (amount, bps) => {
      const floor = percentOf(amount, bps, 'floor')
      const ceil = percentOf(amount, 10_000 - bps, 'ceil')
      return add(floor, ceil) === amount
    }),
  )
})

test('an amount that is not exact is an error, not a guess', () => {
  assert.throws(() => add(Number.MAX_SAFE_INTEGER, 1), RangeError)
  assert.throws(() => show(0.5), RangeError)
  assert.throws(() => percentOf(-1, 100, 'floor'), RangeError)
})
