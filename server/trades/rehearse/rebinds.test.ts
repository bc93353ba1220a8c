import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { cardRebinds as row } from '#contract/trades/rebinds.ts'
import { asks, booksHold, requestNo, withIssuer, work } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, charges, inHand, shop } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import type { Actor } from '#server/core/actor.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { cardRebinds } from './rebinds.ts'

withIssuer()
afterEach(() => setClock())

const rebinds = async (who: Actor, cardId: string) => row.output.parse(await cardRebinds(who, { cardId }))
const film = { merchant: { ...shop, id: 'mer_film', name: 'FILMS', descriptor: 'FILMS *1' } }

test('the merchants of the former card are listed, regular ones first, until each has charged the new card', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana, { rechargeAmount: 20_000 })
  const start = Date.now()
  for (const days of [0, 30, 60]) {
    setClock(() => start + days * DAY)
    await charges(card, 1500, { ...film, occurredAt: start + days * DAY })
  }
  setClock(() => start + 61 * DAY)
  await charges(card, 2500, { occurredAt: start + 61 * DAY })
  await charges(card, 999_999, { merchant: { ...shop, id: 'mer_never', name: 'NEVER' }, occurredAt: start + 61 * DAY })
  assert.deepEqual((await rebinds(ana, card.cardId)).data, [])

  const { cardId } = await asks(ana, 'replaceCard', { cardId: card.cardId, reason: 'LOST', requestNo: requestNo() })
  await work()
  const shown = async () =>
    (await rebinds(ana, cardId)).data.map((one) => [one.merchantName, one.lastAmount, one.everyDays, one.rebound])
  assert.deepEqual(await shown(), [
    ['FILMS', 1500, 30, 0],
    ['CORNER SHOP', 2500, null, 0],
  ])
  await charges(await inHand(ana, cardId), 1500, { ...film, occurredAt: start + 61 * DAY })
  assert.deepEqual(
    (await shown()).map(([name, , , rebound]) => [name, rebound]),
    [
      ['FILMS', 1],
      ['CORNER SHOP', 0],
    ],
  )
  await assert.rejects(rebinds(await newAccount(), cardId), refusedAs('not_found'))
  await booksHold()
})
