import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concerns } from './changes.ts'

test('what is shown is read again when one of its topics changed, of its card or of any', () => {
  const changed = { topics: ['trades'], cards: ['crd_a', 'crd_b'] } as const
  assert.equal(concerns(changed, ['money', 'trades'], 'crd_a'), true)
  assert.equal(concerns(changed, ['money', 'trades'], 'crd_c'), false)
  assert.equal(concerns(changed, ['money', 'trades'], undefined), true)
  assert.equal(concerns(changed, ['money'], 'crd_a'), false)
  assert.equal(concerns({ topics: ['trades'] }, ['trades'], 'crd_c'), true)
  assert.equal(concerns(undefined, ['money'], 'crd_c'), true)
})
