import { strict as assert } from 'node:assert'
import { test, type TestContext } from 'node:test'
import type { RequestWithNumber } from '#server/outside/issuers/authorization.ts'
import type { ThreeDsChallenged } from '#server/outside/issuers/networkEvents.ts'
import { aCard, testWorld, yes } from '../testServer.ts'
import type { PurchaseAnswer } from './authorizations.ts'

async function challenged(t: TestContext, more: object = {}) {
  const world = await testWorld(t)
  const { card, pays } = await aCard(world)
  const answer = await world.call<PurchaseAnswer>('/network/purchases', {
    ...pays,
    merchantId: 'mer_always_challenges',
    amountCents: 3000,
    ...more,
  })
  type WithCode = ThreeDsChallenged & { code: string }
  const told = world.told.find((event): event is WithCode => event.type === 'threeDs.challenged')
  const enters = (code: string) =>
    world.call<PurchaseAnswer>(`/network/three-d/${answer.authorizationId}`, { code }).then(
      (entered) => entered,
      (error: { status: number; answer: { code: string } }) => `${error.status} ${error.answer.code}`,
    )
  const wrong = told?.code === '111111' ? '222222' : '111111'
  return { world, card, pays, answer, told: told!, enters, wrong }
}
const finished = (told: { type: string; result?: string }[]) =>
  told.filter(({ type }) => type === 'threeDs.finished').map(({ result }) => result)

test('a purchase that is challenged waits for its code; the right one goes on with it', async (t) => {
  const { world, card, answer, told, enters } = await challenged(t)
  assert.deepEqual(
    [answer.approved, answer.reason, answer.isoCode, answer.challenge?.triesLeft],
    [false, 'THREEDS_REQUIRED', '1A', 3],
  )
  assert.equal(world.asked.length, 0, 'our server is not asked before the code was entered')
  assert.match(told.code, /^\d{6}$/)
  assert.deepEqual(
    [told.cardRef, told.challengeRef, told.amount, told.merchant.name, told.expiresAt - told.occurredAt],
    [card.ref, answer.authorizationId, 3000, 'ALWAYS CHALLENGES', 300_000],
  )
  const passed = (await enters(told.code)) as PurchaseAnswer
  assert.deepEqual([passed.authorizationId, passed.approved], [answer.authorizationId, true])
  const asked = world.asked[0] as RequestWithNumber
  assert.deepEqual([asked.ref, asked.threeDs], [answer.authorizationId, 'CHALLENGED'])
  assert.deepEqual(finished(world.told), ['PASSED'])
  assert.equal(await enters(told.code), '409 CODE_USED')
  assert.equal(world.asked.length, 1)
})

test('a code that is mistyped may be tried again, twice; then the challenge has failed', async (t) => {
  const { world, told, enters, wrong } = await challenged(t)
  assert.equal(await enters(wrong), '400 CODE_WRONG')
  assert.equal(await enters(wrong), '400 CODE_WRONG')
  assert.equal(world.asked.length, 0)
  await enters(wrong)
  assert.equal((world.asked[0] as RequestWithNumber).threeDs, 'FAILED')
  assert.deepEqual(finished(world.told), ['FAILED'])
  assert.equal(await enters(told.code), '409 CODE_USED')
})

test('two who enter the code at once buy once', async (t) => {
  const { world, told, enters } = await challenged(t)
  const both = await Promise.all([enters(told.code), enters(told.code)])
  assert.equal(both.filter((answer) => answer === '409 CODE_USED').length, 1)
  assert.equal(world.asked.length, 1)
})

test('after five minutes the code opens nothing, and the merchant never asks', async (t) => {
  const { world, answer, told, enters } = await challenged(t)
  await world.call('/clock', { nowMs: told.expiresAt })
  assert.equal(await enters(told.code), '410 CODE_EXPIRED')
  await world.call('/network/flush', {})
  assert.deepEqual([world.asked, finished(world.told)], [[], ['EXPIRED']])
  const [row] = await world.call<{ authorizationId: string; status: string }[]>('/network/authorizations')
  assert.deepEqual([row!.authorizationId, row!.status], [answer.authorizationId, 'DECLINED'])
})

test('any merchant may ask for a code; at a cash machine nobody is asked, and nothing is open where none was', async (t) => {
  const { world, answer, pays } = await challenged(t, { merchantId: 'mer_openai', threeDs: 'CHALLENGE' })
  assert.ok(answer.challenge)
  const buys = (more: object) =>
    world.call<PurchaseAnswer>('/network/purchases', { ...pays, merchantId: 'mer_openai', amountCents: 900, ...more })
  assert.equal((await buys({ threeDs: 'CHALLENGED' })).approved, true)
  assert.equal((await buys({ threeDs: 'CHALLENGE', pos: 'ATM' })).challenge, undefined)
  const plain = await buys({})
  await assert.rejects(world.call(`/network/three-d/${plain.authorizationId}`, { code: '123456' }), { status: 404 })
  await assert.rejects(world.call('/network/three-d/aut_nothing', { code: '123456' }), { status: 404 })
})

test('where our server wants a challenge, the merchant comes back with one', async (t) => {
  const { world, pays } = await challenged(t)
  world.decide = (request) =>
    request.kind === 'authorization' && request.threeDs !== 'CHALLENGED'
      ? { approved: false, amountCents: 0, reason: 'THREEDS_REQUIRED', isoCode: '1A' }
      : yes(request)
  world.told.length = 0
  const first = await world.call<PurchaseAnswer>('/network/purchases', {
    ...pays,
    merchantId: 'mer_nike',
    amountCents: 900,
  })
  const { code, challengeRef } = world.told[0] as ThreeDsChallenged
  assert.equal(challengeRef, first.authorizationId)
  assert.equal((await world.call<PurchaseAnswer>(`/network/three-d/${challengeRef}`, { code })).approved, true)
})

test('a merchant that insists takes no card of a range without 3-D, and we are told', async (t) => {
  const world = await testWorld(t)
  const { pays, card } = await aCard(world, 'Ana', 'no-3-d', 'prg_visa_us_2')
  const answer = await world.call<PurchaseAnswer>('/network/purchases', {
    ...pays,
    merchantId: 'mer_nike',
    amountCents: 900,
    threeDs: 'CHALLENGE',
  })
  assert.deepEqual([answer.approved, answer.reason, answer.challenge], [false, 'THREEDS_REQUIRED', undefined])
  await world.call('/network/flush', {})
  const [told] = world.told
  assert.ok(told?.type === 'auth.declined')
  assert.deepEqual([told.reason, told.cardRef, world.asked], ['THREEDS_REQUIRED', card.ref, []])
})
