import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arc, niceSteps, smoothPath } from './scale.ts'

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

test('the line of a flat stretch beside a peak stays flat: no day looks larger than it was', () => {
  const path = smoothPath([0, 0, 100, 0, 0].map((y, x) => ({ x: x * 10, y })))
  const heights = [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y))
  assert.ok(heights.every((y) => y >= 0 && y <= 100))
})

for (const share of [0.05, 0.5, 0.9, 0.996, 0.9996, 1])
  test(`a share of ${share} draws an arc that ends elsewhere than it begins`, () => {
    const arcs = arc(0, share, 50, 60).split('M').filter(Boolean)
    for (const one of arcs) {
      const [, from, to] = /^(\S+)A50,50 0 [01] 1 (\S+)$/.exec(one)!
      assert.notEqual(from, to)
    }
  })
