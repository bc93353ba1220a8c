import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOf, refusedAs } from '#test/refused.ts'
import { Turns } from './turns.ts'

const limits = { atOnce: 2, ofOne: 1, waitingOfOne: 20, waitingOfAll: 60, waitMs: 60_000 }
const settled = () => new Promise((wake) => setImmediate(wake))

/** Work that ends when the test says so; records in order what has started and ended. */
function bench(turns: Turns) {
  const [begun, ended]: [string[], string[]] = [[], []]
  const ends = new Map<string, () => void>()
  const queue = (whose: string, name: string) =>
    turns.enter(whose).then(async (leave) => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      ended.push(name)
      leave()
    })
  const finish = async (name: string) => {
    ends.get(name)!()
    await settled()
  }
  return { begun, ended, queue, finish }
}

test('twenty of one account hold up nobody: another’s single one waits for one of them at most', async () => {
  const { begun, ended, queue, finish } = bench(new Turns(limits))
  const all = Array.from({ length: 20 }, (_, n) => queue('a', `a${n}`))
  await settled()
  assert.deepEqual(begun, ['a0'], 'one account has one at work, though there is room for two')
  all.push(queue('c', 'c0'), queue('c', 'c1'))
  await settled()
  all.push(queue('b', 'b0'))
  await settled()
  assert.deepEqual(begun, ['a0', 'c0'], 'all places are taken')
  await finish('a0')
  assert.deepEqual(begun, ['a0', 'c0', 'b0'], 'the next is whoever has had no turn yet')
  await finish('b0')
  assert.deepEqual([begun.at(-1), ended], ['a1', ['a0', 'b0']])
  await finish('c0')
  assert.equal(begun.at(-1), 'c1')
})

test('turns go around, however many each account has waiting', async () => {
  const { begun, queue, finish } = bench(new Turns({ ...limits, atOnce: 1 }))
  for (let n = 0; n < 3; n++) for (const whose of ['a', 'b', 'c']) void queue(whose, `${whose}${n}`)
  await settled()
  for (let n = 0; n < 9; n++) await finish(begun[n]!)
  assert.deepEqual(begun, ['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
})

test('accounts that come back one by one keep no third waiting', async () => {
  const { begun, queue, finish } = bench(new Turns({ ...limits, atOnce: 1 }))
  for (const name of ['b1', 'b2', 'a1', 'c1']) void queue(name.charAt(0), name)
  await settled()
  await finish('b1')
  for (let n = 2; n < 8 && !begun.includes('b2'); n++) {
    const done = begun.at(-1)!
    await finish(done)
    void queue(done.charAt(0), `${done.charAt(0)}${n}`)
  }
  assert.ok(begun.includes('b2'), begun.join(' '))
})

test('a line has an end, and nobody waits for ever', async () => {
  const turns = new Turns({ ...limits, waitingOfOne: 2, waitingOfAll: 3, waitMs: 50 })
  const leave = await turns.enter('a')
  const waiting = ['a', 'a', 'a'].map((whose) => endOf(turns.enter(whose)))
  assert.deepEqual(await Promise.all(waiting), ['turn_too_late', 'turn_too_late', 'line_full'])
  await turns.enter('b')
  const others = ['b', 'c', 'd', 'e'].map((whose) => endOf(turns.enter(whose)))
  assert.equal(await others[3], 'busy')
  await Promise.all(others)
  leave()
  leave() // once is enough
  await turns.enter('a')
  await assert.rejects(turns.enter('f'), refusedAs('turn_too_late'), 'the second leaving frees no second place')
})
