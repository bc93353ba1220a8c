import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circlesIn } from './circles.ts'

const circles = (imports: Record<string, string[]>) => circlesIn(new Map(Object.entries(imports)))

test('files that import each other are found, also through others', () => {
  assert.deepEqual(circles({ trades: ['base', 'cards'], cards: ['base', 'trades'], base: [] }), [['trades', 'cards']])
  assert.deepEqual(circles({ page: ['a'], a: ['b'], b: ['c'], c: ['a'] }), [['a', 'b', 'c']])
  assert.deepEqual(circles({ a: ['a'] }), [['a']])
})

test('files that many import are no circle', () => {
  assert.deepEqual(circles({ page: ['a', 'b'], a: ['base'], b: ['a', 'base'], base: [] }), [])
})
