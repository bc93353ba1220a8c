import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { afterEach, test } from 'node:test'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import {
  agrees,
  asksBack,
  asksLive,
  deskAsNew,
  drafts,
  goesLive,
  noGames,
  riskChecker,
  riskMaker,
  shadows,
  tests,
  tried,
} from '#test/fixtures/risk.ts'
import { approves, auditOf } from '#test/fixtures/staff.ts'
import { authOf, cardInHand, charges, decides, increments, request, shop } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { approvalAnswers } from '#server/staff/module.ts'
import { ruleAnswers } from '#server/trades/module.ts'
import { writeShadow } from '#server/trades/rules/shadow.ts'
import { staffRulesOf } from '#server/trades/trades.ts'
import { whyShown } from '#server/trades/why.ts'

withIssuer()
afterEach(() => deskAsNew())

const games = { merchant: { ...shop, id: 'mer_games', mcc: '5816' } }
let amount = 100
const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 90_000 })
const says = async (card: Awaited<ReturnType<typeof aCard>>, change = {}) =>
  (await charges(card, amount++, change)).reason ?? 'approved'

test('a rule goes from draft through shadow and back-test to live, stops the next purchase, and is rolled back', async () => {
  const [maker, checker, card] = [await riskMaker(), await riskChecker(), await aCard()]
  assert.equal(await says(card, games), 'approved')

  const rulesId = await drafts(maker)
  await assert.rejects(asksLive(maker, rulesId), refusedAs('rules_untried'))
  await shadows(maker, rulesId)
  assert.equal(await says(card, games), 'approved', 'a shadow has no effect')
  assert.equal(await says(card), 'approved')
  await writeShadow()
  const seen = await ruleAnswers.showRuleSet(maker, { rulesId })
  assert.deepEqual(
    [seen.shadow?.judged, seen.shadow?.stopped, seen.shadow?.byRule],
    [2, 1, [{ name: 'no games', stopped: 1 }]],
  )
  await assert.rejects(asksLive(maker, rulesId), refusedAs('rules_untried'))
  await tests(maker, rulesId)
  const { backTest } = await ruleAnswers.showRuleSet(maker, { rulesId })
  assert.equal(backTest?.state, 'DONE')
  assert.ok(backTest.stopped >= 2 && backTest.cards >= 1 && backTest.accounts >= 1)

  const approvalId = await asksLive(maker, rulesId)
  const { diff } = await approvalAnswers.showApproval(checker, { approvalId })
  const { stopped, passed } = backTest
  const tried = diff
    .filter(({ label }) => /^(Back-test|回测|Shadow mode|影子运行)/.test(label))
    .map(({ after }) => after)
  assert.equal(tried.length, 2, 'whoever agrees sees what the back-test and the shadow found')
  assert.match(tried[0]!, new RegExp(`${stopped} .*\\$[\\d.]+.*${passed}`))
  assert.match(tried[1]!, /1 .*\$[\d.]+.*0/)
  await assert.rejects(approves(maker, approvalId), refusedAs('own_approval'))
  await agrees(checker, approvalId)
  const authorization = request(card, amount++, games)
  assert.deepEqual((await decides(authorization)).reason, 'MCC_BLOCKED')
  const declined = await authOf(authorization.ref)
  assert.equal(declined!.reason, 'MCC_BLOCKED')
  assert.deepEqual(declined!.why, { rulesId, rule: 'no games' })
  // The desk sees the rule, the owner does not.
  assert.deepEqual(
    [...(await staffRulesOf(db, declined!.account_id, [declined!.auth_id]))],
    [[declined!.auth_id, 'no games']],
  )
  assert.equal(whyShown(declined!.why), null)
  assert.equal(await says(card), 'approved')

  await agrees(checker, await asksBack(maker))
  assert.equal(await says(card, games), 'approved')
  const states = await sql<{ state: string }>`SELECT state FROM rule_set WHERE rules_id = ${rulesId}`.execute(db)
  assert.equal(states.rows[0]?.state, 'RETIRED')
  assert.ok((await auditOf(maker)).includes('PROPOSE #1 → #' + seen.number))
  assert.ok((await auditOf(checker)).filter((line) => line.startsWith('RISK #')).length === 2)
  await booksHold()
})

test('what was changed elsewhere is effective within a second, without a word to this process', async () => {
  const card = await aCard()
  assert.equal(await says(card), 'approved')
  await sql`UPDATE risk_desk SET halted = true, version = version + 1`.execute(db)
  await setTimeout(1000)
  assert.equal(await says(card), 'SYSTEM_ERROR')
})

test('a draft that is changed has to be tried again, and one that was approved is what was frozen', async () => {
  const maker = await riskMaker()
  const rulesId = await tried(maker)
  const approvalId = await asksLive(maker, rulesId)
  const document = { limits: { singleMaxCents: 500 }, rules: [] }
  await transaction((tx) => ruleAnswers.saveRules(maker, { rulesId, note: 'stricter', document }, tx))
  await assert.rejects(agrees(await riskChecker(), approvalId), refusedAs('approval_changed'))
  await deskAsNew()
  await assert.rejects(asksLive(maker, rulesId), refusedAs('rules_untried'))
})

test('limits and conditions: amount, velocity, range, merchant and country, each with its reason', async () => {
  const card = await aCard()
  await goesLive({
    limits: { hourMaxCount: 3 },
    rules: [
      { name: 'small only in IE', countries: ['IE'], overCents: 1000 },
      { name: 'not here', merchants: ['mer_bad'] },
      { name: 'one coffee', mccs: ['5814'], hourCount: 1 },
      { name: 'other range', vids: ['NO-SUCH'] },
    ],
  })
  assert.equal((await charges(card, 1001, { merchant: { ...shop, country: 'IE' } })).reason, 'SINGLE_LIMIT')
  assert.equal(await says(card, { merchant: { ...shop, id: 'mer_bad' } }), 'MERCHANT_BLOCKED')
  assert.equal(await says(card, { merchant: { ...shop, mcc: '5814' } }), 'approved')
  assert.equal(await says(card, { merchant: { ...shop, mcc: '5814' } }), 'VELOCITY_LIMIT')
  assert.equal(await says(card), 'approved')
  assert.equal(await says(card), 'approved')
  assert.equal(await says(card), 'VELOCITY_LIMIT')
})

test('an increment goes by the same limits', async () => {
  const card = await aCard()
  const authorization = request(card, 3000)
  await decides(authorization)
  await goesLive({ limits: { singleMaxCents: 4000 }, rules: [] })
  assert.equal((await increments(card, authorization.ref, 1001)).reason, 'SINGLE_LIMIT')
  assert.equal((await increments(card, authorization.ref, 1000)).approved, true)
})

test('a set that is live is not edited, nor one that is past', async () => {
  const maker = await riskMaker()
  const rulesId = await goesLive()
  const input = { rulesId, note: 'no', document: noGames }
  await assert.rejects(
    transaction((tx) => ruleAnswers.saveRules(maker, input, tx)),
    refusedAs('conflict'),
  )
  await assert.rejects(
    transaction((tx) => ruleAnswers.discardRules(maker, { rulesId, reason: 'no' }, tx)),
    refusedAs('conflict'),
  )
})
