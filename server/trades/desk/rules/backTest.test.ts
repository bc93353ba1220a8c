import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { deskAsNew, drafts, riskMaker, tests } from '#test/fixtures/risk.ts'
import { cardInHand, charges, shop } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { db, transaction } from '#server/core/db.ts'
import { ruleAnswers } from '#server/trades/module.ts'
import { backTest } from './backTest.ts'
import { backTestById, keepStretch } from './queries.ts'

withIssuer()
afterEach(() => deskAsNew())

let amount = 100
const inGames = { merchant: { ...shop, id: 'mer_arcade', mcc: '7994' } }
async function someCards() {
  const accounts = await Promise.all([newAccount({ balanceCents: 500_000 }), newAccount({ balanceCents: 500_000 })])
  const cards = [
    await cardInHand(accounts[0]!, { rechargeAmount: 90_000 }),
    await cardInHand(accounts[0]!, { rechargeAmount: 90_000 }),
    await cardInHand(accounts[1]!, { rechargeAmount: 90_000 }),
  ]
  for (const card of cards) for (let i = 0; i < 4; i++) await charges(card, amount++, i % 2 ? inGames : {})
  return accounts
}

test('it says how many purchases of how many cards and accounts it would have stopped, in any stretch', async () => {
  const [ana, ben] = await someCards()
  const maker = await riskMaker()
  const rulesId = await drafts(maker, { limits: {}, rules: [{ name: 'no arcades', mccs: ['7994'] }] })
  for (const stretch of [1, 5, 4000]) {
    const found = await ruleAnswers.showBackTest(maker, { backTestId: await tests(maker, rulesId, 7, stretch) })
    assert.deepEqual(
      [found.state, found.done === found.total, found.stopped, found.cards, found.accounts, found.byRule],
      ['DONE', true, 6, 3, 2, [{ name: 'no arcades', stopped: 6 }]],
      `in stretches of ${stretch}`,
    )
    assert.deepEqual(
      found.worst.map(({ accountId, cards, stopped }) => [accountId, cards, stopped]),
      [
        [ana!.accountId, 2, 4],
        [ben!.accountId, 1, 2],
      ],
    )
  }
})

test('a velocity is replayed: what the rules would have stopped does not count towards it', async () => {
  const card = await cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 90_000 })
  for (let i = 0; i < 5; i++) await charges(card, amount++, { merchant: { ...shop, id: 'mer_velocity', mcc: '5815' } })
  const maker = await riskMaker()
  const rulesId = await drafts(maker, { limits: {}, rules: [{ name: 'two an hour', mccs: ['5815'], hourCount: 2 }] })
  const found = await ruleAnswers.showBackTest(maker, { backTestId: await tests(maker, rulesId, 1, 2) })
  // The hour may have changed between the purchases.
  assert.ok(found.stopped === 3 || found.stopped === 1, `stopped ${found.stopped}`)
  assert.equal(found.cards, 1)
})

test('what is declined today and would be approved is counted, too', async () => {
  const card = await cardInHand(await newAccount({ balanceCents: 2_000_000 }), { rechargeAmount: 90_000 })
  assert.equal((await charges(card, 1_000_001)).reason, 'SINGLE_LIMIT')
  const maker = await riskMaker()
  const rulesId = await drafts(maker, { limits: { singleMaxCents: 2_000_000 }, rules: [] })
  const found = await ruleAnswers.showBackTest(maker, { backTestId: await tests(maker, rulesId) })
  assert.equal(found.passed, 1)
})

test('a stretch that was done twice counts once, and one of a cancelled test not at all', async () => {
  await someCards()
  const maker = await riskMaker()
  const rulesId = await drafts(maker)
  const { backTestId } = await transaction((tx) => ruleAnswers.backTestRules(maker, { rulesId, days: 7 }, tx))
  await transaction((tx) => ruleAnswers.cancelBackTest(maker, { backTestId }, tx))
  await backTest({ backTestId })
  const cancelled = (await backTestById(db, backTestId))!
  assert.deepEqual([cancelled.state, cancelled.done], ['CANCELLED', 0])
  assert.equal(await transaction((tx) => keepStretch(tx, cancelled, { ...cancelled, done: 5 }, new Map())), false)
  await assert.rejects(
    transaction((tx) => ruleAnswers.cancelBackTest(maker, { backTestId }, tx)),
    refusedAs('conflict'),
  )
})
