import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleWhileRevalidate } from './staleWhileRevalidate.ts'

/** A read that ends when the test says so. */
function slowRead() {
  const ends: ((error?: Error) => void)[] = []
  const read = () => new Promise<void>((done, fail) => ends.push((error) => (error ? fail(error) : done())))
  return { read, ends }
}

test('the first caller waits, and concurrent callers wait for the same read', async () => {
  const { read, ends } = slowRead()
  const { current } = staleWhileRevalidate(read, { refreshMs: 60_000, validForMs: 60_000 })
  const both = Promise.all([current(true), current(true)])
  assert.equal(ends.length, 1)
  ends[0]!()
  await both
  await current(true)
  assert.equal(ends.length, 1, 'a fresh state is not read again')
})

test('a valid state is used while it is read again, and the next caller repeats a failed read', async () => {
  const { read, ends } = slowRead()
  const { current } = staleWhileRevalidate(read, { refreshMs: -1, validForMs: 60_000 })
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

test('callers wait when the state is invalid or expired, and a failed read fails them', async () => {
  const { read, ends } = slowRead()
  const { current, expire } = staleWhileRevalidate(read, { refreshMs: 60_000, validForMs: 60_000 })
  const first = current(true)
  ends[0]!()
  await first
  const invalid = current(false)
  ends[1]!()
  await invalid
  expire()
  const failed = current(true)
  ends[2]!(new Error('the database is away'))
  await assert.rejects(failed, /away/)
})
