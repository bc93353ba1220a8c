import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachAlone } from './eachAlone.ts'

const done: number[] = []
const work = (failing: readonly number[]) => async (n: number) => {
  if (failing.includes(n)) throw new Error(`no ${n}`)
  done.push(n)
}

test('an item that fails does not keep those after it waiting, and its error is told at the end', async () => {
  await assert.rejects(eachAlone([1, 2, 3, 4], work([2])), /no 2/)
  assert.deepEqual(done.splice(0), [1, 3, 4])
})

test('several failures are told together', async () => {
  await assert.rejects(eachAlone([1, 2, 3], work([1, 3])), (error: AggregateError) => error.errors.length === 2)
  assert.deepEqual(done.splice(0), [2])
  await eachAlone([1, 2], work([]))
  assert.deepEqual(done.splice(0), [1, 2])
})
