import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiles } from './compress.ts'

test('tiles cover the picture once, none above two million pixels', () => {
  for (const [width, height] of [
    [1, 1],
    [4000, 2000],
    [2829, 2828],
    [3_000_000, 2],
    [3, 2_600_000],
  ] as const) {
    const all = tiles(width, height)
    assert.equal(
      all.reduce((sum, { w, h }) => sum + w * h, 0),
      width * height,
    )
    assert.ok(all.every(({ x, y, w, h }) => w * h <= 2_000_000 && x + w <= width && y + h <= height))
    assert.equal(new Set(all.map(({ x, y }) => `${x} ${y}`)).size, all.length)
  }
})
