import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, charges, decides, event, request, shop, tells } from '#test/fixtures/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import { rehearse as row } from '#contract/trades/rehearsals.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { rehearse } from './rehearse.ts'

withIssuer()
afterEach(() => setClock())

const rehearses = async (who: Actor, cardIds: string[], move: 'freeze' | 'delete') =>
  row.output.parse(await rehearse(who, { cardIds, move }))

test('a rehearsal says what is held, what comes back and when, what repeats and what may still be refunded', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 20_000 })
  const other = await cardInHand(ana)
  const film = { merchant: { ...shop, id: 'mer_film', name: 'FILMS', descriptor: 'FILMS *1' } }
  const start = Date.now()
  for (const days of [0, 30, 60]) {
    setClock(() => start + days * DAY)
    const authorization = request(card, 1500, { ...film, occurredAt: start + days * DAY })
    await decides(authorization)
    await tells(event('clearing.posted', card, 1500, { authRef: authorization.ref, merchant: film.merchant }))
  }
  const bought = request(card, 4000)
  await decides(bought)
  await tells(event('clearing.posted', card, 4000, { authRef: bought.ref }))
  await tells(event('refund.posted', card, 1000, { authRef: bought.ref }))
  await charges(card, 2500)

  const { cards, money, holds, holdCount, recurring, refunds, groups } = await rehearses(
    ana,
    [card.cardId, other.cardId],
    'delete',
  )
  assert.deepEqual(
    cards.map(({ cardId, ok, available, pending }) => [cardId, ok, available, pending]),
    [
      [card.cardId, 1, 10_000, 2500],
      [other.cardId, 1, 5000, 0],
    ],
  )
  assert.deepEqual([money.now, money.later, money.owed, holdCount], [15_000, 2500, 0, 1])
  assert.deepEqual(
    holds.map(({ merchantName, amount }) => [merchantName, amount]),
    [['CORNER SHOP', 2500]],
  )
  assert.equal(money.laterBy, holds[0]!.expireTime)
  assert.deepEqual(
    recurring.map(({ merchantName, everyDays, amount, times }) => [merchantName, everyDays, amount, times]),
    [['FILMS', 30, 1500, 3]],
  )
  assert.deepEqual(
    refunds.map(({ refunded, rest }) => [refunded, rest]),
    [[1000, 3000]],
  )
  assert.deepEqual(groups, [{ name: null, count: 2 }])
  // A frozen card keeps its balance.
  assert.deepEqual((await rehearses(ana, [card.cardId], 'freeze')).money, { now: 0, later: 0, laterBy: null, owed: 0 })
  await booksHold()
})

test('another’s card is not there, and without the right to see transactions there are sums only', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const sub = await subOf(ana, { keys: ['card:view', 'card:open', 'card:delete'] })
  const card = await cardInHand(sub)
  await charges(card, 2500)
  await assert.rejects(rehearses(await newAccount(), [card.cardId], 'delete'), refusedAs('not_found'))
  const { detailed, holds, holdCount, money } = await rehearses(sub, [card.cardId], 'delete')
  assert.deepEqual([detailed, holds, holdCount, money.later], [false, [], 1, 2500])
})
