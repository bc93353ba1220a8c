import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Controls } from '#contract/controls/documents.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import { tryControls as row } from '#contract/controls/tryOn.ts'
import { asks, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges, type Plastic } from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import { MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { tried } from './tryControls.ts'

withIssuer({ connections: 12 })
afterEach(() => setClock())

const aDay = { limitId: 'perday', window: 'ALL', amount: 10_000, refunds: 'KEEP' } as const
const document: Controls = { singleMax: 9_000, limits: [aDay] }

/** An account with a group, a sub-account and three cards: one in the group, one of the sub-account, one of neither. */
async function world() {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const leo = await subOf(ana)
  const cards = {
    grouped: await cardInHand(ana, { rechargeAmount: 100_000 }),
    lent: await cardInHand(leo, { rechargeAmount: 100_000 }),
    other: await cardInHand(ana, { rechargeAmount: 100_000 }),
  }
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  await asks(ana, 'groupCards', { gid, cardIds: [cards.grouped.cardId] })
  const ids: Record<Exclude<ControlScope, 'CARD'>, string[] | undefined> = {
    ...{ GROUP: [gid], SUB: [leo.subUid!], ACCOUNT: undefined },
  }
  return { ana, leo, cards, ids }
}
const tries = async (who: Person, scope: ControlScope, scopeIds: string[] | undefined, how = {}) =>
  row.output.parse(await tried(who, { scope, scopeIds, controls: document, days: 1 }, how))

/** The same purchases on the cards of a world, a minute apart; which were declined. */
async function buys({ grouped, lent, other }: Record<'grouped' | 'lent' | 'other', Plastic>): Promise<number[]> {
  const amounts: [Plastic, number][] = [
    [grouped, 4_000],
    [lent, 5_000],
    [other, 3_000],
    [grouped, 9_500],
    [lent, 2_000],
    [grouped, 6_000],
    [lent, 4_000],
    [other, 1_000],
    [grouped, 10],
  ]
  const start = nowMs()
  const declined: number[] = []
  for (const [at, [card, cents]] of amounts.entries()) {
    setClock(() => start + at * MINUTE)
    if (!(await charges(card, cents)).approved) declined.push(cents)
  }
  setClock(() => start + amounts.length * MINUTE)
  return declined
}

for (const scope of ['GROUP', 'SUB', 'ACCOUNT'] as const)
  test(`what controls of ${scope} would have stopped is what they stop, over all cards that share them`, async () => {
    const [free, limited] = [await world(), await world()]
    assert.deepEqual(await buys(free.cards), [])
    const found = await tries(free.ana, scope, free.ids[scope])
    assert.deepEqual(await tries(free.ana, scope, free.ids[scope], { step: 2 }), found)

    setClock()
    await transaction((tx) =>
      saveControls(limited.ana, { scope, scopeIds: limited.ids[scope], controls: document }, tx),
    )
    const declined = await buys(limited.cards)
    assert.ok(declined.length > 0)
    assert.deepEqual([found.stopped, found.stoppedAmount], [declined.length, declined.reduce((sum, n) => sum + n, 0)])
    assert.equal(found.judged, { GROUP: 4, SUB: 3, ACCOUNT: 9 }[scope])
    assert.equal(found.cardsLeft, 0)
  })

test('a bound that is reached leaves all cards that share them, and a sub-account tries its own cards only', async () => {
  const { ana, leo, cards, ids } = await world()
  await buys(cards)
  assert.equal((await tries(ana, 'ACCOUNT', undefined, { most: 4, step: 2 })).cardsLeft, 3)
  await assert.rejects(tries(leo, 'SUB', ids.SUB), refusedAs('not_found'))
  await assert.rejects(tries(leo, 'ACCOUNT', undefined), refusedAs('not_found'))
  await assert.rejects(tries(await newAccount(), 'GROUP', ids.GROUP), refusedAs('not_found'))
  await assert.rejects(tries(ana, 'GROUP', undefined), refusedAs('not_found'))
})
