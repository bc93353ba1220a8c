import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arc, linePath, niceSteps } from './scale.ts'

const steps: [value: number, steps: number[]][] = [
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [97, [0, 25, 50, 75, 100]],
  [1_950_00, [0, 50_000, 100_000, 150_000, 200_000]],
]
for (const [value, expected] of steps) {
  test(`an axis up to ${value} has round steps that cover it`, () => {
    assert.deepEqual(niceSteps(value), expected)
  })
}

test('the line goes straight from day to day, so that nothing is drawn between them that was not', () => {
  assert.equal(linePath([0, 100, 0].map((y, x) => ({ x: x * 10, y }))), 'M0.0,0.0L10.0,100.0L20.0,0.0')
  assert.equal(linePath([]), '')
})

for (const share of [0.05, 0.5, 0.9, 0.996, 0.9996, 1])
  test(`a share of ${share} draws an arc that ends elsewhere than it begins`, () => {
    const arcs = arc(0, share, 50, 60).split('M').filter(Boolean)
    for (const one of arcs) {
      const [, from, to] = /^(\S+)A50,50 0 [01] 1 (\S+)$/.exec(one)!
      assert.notEqual(from, to)
    }
  })
