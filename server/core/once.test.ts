import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { refuse, Refusal } from '#contract/core/refusals.ts'
import { withWorld } from '#test/world.ts'
import type { Actor } from './actor.ts'
import { DAY, nowMs, setClock } from './clock.ts'
import { once } from './once.ts'

withWorld()
afterEach(() => setClock())

const ana: Actor = {
  kind: 'parent',
  accountId: 'usr_ana',
  loginId: 'log_ana',
  sessionId: 'ses_ana',
  subUid: undefined,
  name: 'Ana',
  may: new Set(),
  pages: [],
  standing: 'ACTIVE',
  from: { lang: 'en', ip: '127.0.0.1', device: '' },
}

let done = 0
const work = async () => ({ times: ++done })
const refusedWith = (name: string) => (error: unknown) => error instanceof Refusal && error.refusal === name

test('a request that is sent again gets its first answer and is done once', async () => {
  done = 0
  const input = { requestNo: 'request-1', amount: 5 }
  assert.deepEqual(await once(ana, '/load', input, work), { times: 1 })
  assert.deepEqual(await once(ana, '/load', input, work), { times: 1 })
  assert.equal(done, 1)
})

test('twenty at once are done once, and all get the same answer', async () => {
  done = 0
  const input = { requestNo: 'request-2', amount: 5 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => once(ana, '/load', input, work)))
  assert.equal(done, 1)
  assert.deepEqual(answers, Array(20).fill({ times: 1 }))
})

test('one number for two different requests is refused', async () => {
  await once(ana, '/load', { requestNo: 'request-3', amount: 5 }, work)
  await assert.rejects(once(ana, '/load', { requestNo: 'request-3', amount: 6 }, work), refusedWith('request_reused'))
})

test('numbers belong to one account and one call', async () => {
  done = 0
  const input = { requestNo: 'request-4', amount: 5 }
  await once(ana, '/load', input, work)
  await once(ana, '/withdraw', input, work)
  await once({ ...ana, accountId: 'usr_ben', loginId: 'log_ben' }, '/load', input, work)
  assert.equal(done, 3)
})

test('a definite refusal is given again; one that may end otherwise is tried again', async () => {
  let tries = 0
  const refusing = (name: 'insufficient_wallet' | 'too_fast') => async () => {
    tries++
    throw refuse(name, { missing: 7 })
  }
  for (let i = 0; i < 2; i++) {
    await assert.rejects(
      once(ana, '/load', { requestNo: 'request-5' }, refusing('insufficient_wallet')),
      (error: Refusal) => error.data['missing'] === 7,
    )
  }
  assert.equal(tries, 1)
  for (let i = 0; i < 2; i++)
    await assert.rejects(once(ana, '/load', { requestNo: 'request-6' }, refusing('too_fast')), refusedWith('too_fast'))
  assert.equal(tries, 3)
})

test('a fault leaves nothing behind, so the request may be sent again', async () => {
  done = 0
  const input = { requestNo: 'request-7' }
  await assert.rejects(
    once(ana, '/load', input, async () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.deepEqual(await once(ana, '/load', input, work), { times: 1 })
})

test('without a number the same request within ten seconds is the same request', async () => {
  done = 0
  const start = nowMs()
  setClock(() => start)
  await once(ana, '/load', { amount: 9 }, work)
  await once(ana, '/load', { amount: 9 }, work)
  assert.equal(done, 1)
  setClock(() => start + 11_000)
  await once(ana, '/load', { amount: 9 }, work)
  assert.equal(done, 2)
})

test('a number is remembered for seven days', async () => {
  done = 0
  const start = nowMs()
  const input = { requestNo: 'request-8' }
  await once(ana, '/load', input, work)
  setClock(() => start + 7 * DAY - 60_000)
  await once(ana, '/load', input, work)
  assert.equal(done, 1)
  setClock(() => start + 7 * DAY + 60_000)
  await once(ana, '/load', input, work)
  assert.equal(done, 2)
})
