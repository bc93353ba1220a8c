/** The network's names for what it tells are unique in a cell only; what has one name is applied once over all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { owner, somebodyWaits } from '#test/database.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, event, newRef, tells, tradesOf, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { MINUTE, nowMs } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { type ClearingPosted, type NetworkEvent } from '#server/outside/outside.ts'
import { applyEvents, applyOnce } from './apply.ts'
import { receive } from './intake.ts'

withIssuer({ connections: 30 })

const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 50_00 })

/** Two cards of one account, and two of other accounts, one of them surely in another cell. */
async function cardsOfSeveralCells(): Promise<Plastic[]> {
  const ana = await newAccount({ balanceCents: 500_000 })
  let bob = await aCard()
  while (cellOf(bob.accountId) === cellOf(ana.accountId)) bob = await aCard()
  return [bob, await aCard(), await cardInHand(ana), await cardInHand(ana)]
}

/** Tells one thing of all cards at once: one event is applied, the others wait at the desk. */
async function toldAtOnce(cards: readonly Plastic[], told: readonly NetworkEvent[]): Promise<void> {
  await receive([...told])
  await Promise.all(cards.map(({ cardRef }) => applyEvents({ issuerId: 'simulated', cardRef })))
  const names = told.map(({ id }) => id)
  const found = await db
    .selectFrom('webhook_inbox')
    .select(['state', 'reason'])
    .where('event_id', 'in', names)
    .orderBy('state')
    .execute()
  const others = Array.from({ length: told.length - 1 }, () => ({ state: 'HELD', reason: 'CARD_DIFFERS' }))
  assert.deepEqual(found, [{ state: 'DONE', reason: null }, ...others])
}

test('one clearing or refund told of several cards at the same moment is posted on one of them, in whichever cells they are', async () => {
  const cards = await cardsOfSeveralCells()
  for (let round = 1; round <= 8; round++) {
    const clearingRef = newRef()
    const type = round % 2 ? 'clearing.posted' : 'refund.posted'
    await toldAtOnce(
      cards,
      cards.map((card) => event(type, card, 10, { clearingRef })),
    )
    const posted = (await Promise.all(cards.map(tradesOf))).flat()
    assert.equal(posted.length, round)
  }
  await booksHold()
})

test('one challenge told of several cards at the same moment has one code', async () => {
  const cards = await cardsOfSeveralCells()
  for (let round = 0; round < 5; round++) {
    const change = { challengeRef: newRef(), code: '123456', expiresAt: nowMs() + 5 * MINUTE }
    await toldAtOnce(
      cards,
      cards.map((card) => event('threeDs.challenged', card, 42_00, change)),
    )
  }
})

test('a clearing whose name is stored while it is applied is applied again, and found', async () => {
  const card = await aCard()
  await tells(event('clearing.posted', card, 100))
  const [row] = await tradesOf(card)
  const clearing = event('clearing.posted', card, 100) as ClearingPosted
  await receive([clearing])
  let applied: Promise<void>
  await transaction(async (tx) => {
    const same = { ...row!, trade_id: newId('trd'), clearing_ref: clearing.clearingRef }
    await tx.insertInto('trade').values(same).execute()
    applied = applyOnce(clearing)
    while (!(await somebodyWaits())) await sleep(10)
  })
  await applied!
  assert.deepEqual([(await tradesOf(card)).length, (await moneyOn(card, card.cardId)).posted], [2, 49_00])
  // No transfer belongs to the row that was put there.
  await sql`DELETE FROM trade WHERE clearing_ref = ${clearing.clearingRef}`.execute(owner)
  await booksHold()
})
