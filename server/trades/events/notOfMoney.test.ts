import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOn, withIssuer } from '#test/cards.ts'
import { authOf, cardInHand, decides, event, newRef, request, shop, tells, tradesOf } from '#test/trades.ts'
import { newAccount } from '#test/world.ts'
import { MINUTE, nowMs } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { outside, type NetworkEvent } from '#server/outside/outside.ts'

withIssuer()

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 5000 })

test('what the network declined itself is shown and counted', async () => {
  const card = await aCard()
  const ref = newRef()
  await tells(event('auth.declined', card, 1000, { authRef: ref, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  const auth = await authOf(ref)
  assert.deepEqual([auth!.status, auth!.reason, auth!.counted], ['DECLINED', 'ISSUER_DECLINED', true])
  const [cent, nothing] = [newRef(), newRef()]
  await tells(event('auth.declined', card, 1, { authRef: cent, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  await tells(event('auth.declined', card, 0, { authRef: nothing, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  assert.deepEqual(
    [(await authOf(cent))!.counted, (await authOf(nothing))!.counted],
    [true, false],
    'a verification of no amount is never counted',
  )
})

test('asked after all about what the network declined itself, the answer is that decline, of nothing', async () => {
  const card = await aCard()
  const asked = request(card, 1000)
  await tells(event('auth.declined', card, 1000, { authRef: asked.ref, reason: 'ISSUER_DECLINED', isoCode: '05' }))
  assert.deepEqual(await decides(asked), {
    approved: false,
    amountCents: 0,
    isoCode: '05',
    reason: 'ISSUER_DECLINED',
    authorizationId: (await authOf(asked.ref))!.auth_id,
  })
  assert.deepEqual([(await moneyOn(card, card.cardId)).held, (await tradesOf(card)).length], [0, 0])
})

test('the code of a challenge is gone from what was told once the event is applied', async () => {
  const card = await aCard()
  const challenge: NetworkEvent = {
    type: 'threeDs.challenged',
    id: newRef(),
    issuer: outside.issuer.id,
    cardRef: card.cardRef,
    occurredAt: nowMs(),
    challengeRef: newRef(),
    code: '123456',
    amount: 4200,
    currency: 'USD',
    merchantAmount: 4200,
    merchantCurrency: 'USD',
    merchant: shop,
    expiresAt: nowMs() + 5 * MINUTE,
  }
  await tells(challenge)
  const { state, body } = await db
    .selectFrom('webhook_inbox')
    .select(['state', 'body'])
    .where('event_id', '=', challenge.id)
    .executeTakeFirstOrThrow()
  assert.equal(state, 'DONE')
  assert.ok(!Object.hasOwn(body as object, 'code'))
})
