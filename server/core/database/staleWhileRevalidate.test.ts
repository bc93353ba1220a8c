import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleWhileRevalidate } from './staleWhileRevalidate.ts'

/** A read that ends when the test says so. */
function aLook() {
  const ends: ((error?: Error) => void)[] = []
  const look = () => new Promise<void>((done, fail) => ends.push((error) => (error ? fail(error) : done())))
  return { look, ends }
}

test('the first one waits, and all who come meanwhile wait for the same look', async () => {
  const { look, ends } = aLook()
  const { current } = staleWhileRevalidate(look, { againMs: 60_000, goodForMs: 60_000 })
  const both = Promise.all([current(true), current(true)])
  assert.equal(ends.length, 1)
  ends[0]!()
  await both
  await current(true)
  assert.equal(ends.length, 1, 'what was seen just now is not looked at again')
})

test('what is known to stand is taken while it is looked at again, and a look that fails is made by the next one', async () => {
  const { look, ends } = aLook()
  const { current } = staleWhileRevalidate(look, { againMs: -1, goodForMs: 60_000 })
  const first = current(true)
  ends[0]!()
  await first
  await current(true)
  await current(true)
  assert.equal(ends.length, 2)
  ends[1]!(new Error('the database is away'))
  await new Promise(setImmediate)
  await current(true)
  assert.equal(ends.length, 3)
})

test('what stands no longer is waited for, and so is what the look could not find', async () => {
  const { look, ends } = aLook()
  const { current, lookAgain } = staleWhileRevalidate(look, { againMs: 60_000, goodForMs: 60_000 })
  const first = current(true)
  ends[0]!()
  await first
  const overtaken = current(false)
  ends[1]!()
  await overtaken
  lookAgain()
  const failed = current(true)
  ends[2]!(new Error('the database is away'))
  await assert.rejects(failed, /away/)
})
