import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { agrees, deskAsNew, lists, riskChecker, riskMaker } from '#test/fixtures/risk.ts'
import { approves, auditOf, newStaff } from '#test/fixtures/staff.ts'
import { authOf, cardInHand, charges, decides, request, shop } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { transaction } from '#server/core/db.ts'
import { staffAnswers } from '#server/staff/module.ts'
import { expireRules } from '#server/trades/rules/rulesNow.ts'
import { boardAnswers, listAnswers } from '#server/trades/module.ts'

withIssuer()
afterEach(() => deskAsNew())

let amount = 100
const aCard = async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: 90_000 }) }
}
type Card = Awaited<ReturnType<typeof aCard>>['card']
const says = async (card: Card, change = {}) => (await charges(card, amount++, change)).reason ?? 'approved'

test('an account is stopped by hand and restored by two people', async () => {
  const [maker, checker, { ana, card }] = [await riskMaker(), await riskChecker(), await aCard()]
  const { accountId } = ana
  await transaction((tx) => boardAnswers.shutAccount(maker, { accountId, reason: 'tests cards' }, tx))
  assert.equal(await says(card), 'ACCOUNT_SHUTDOWN')
  const [row] = (await boardAnswers.declineBoard(maker, { pageNo: 1, pageSize: 10, rung: 'STOP' })).data
  assert.deepEqual([row?.accountId, row?.stoppedBy, row?.rung], [accountId, maker.name, 'STOP'])
  const { list } = await staffAnswers.staffQueues(maker, {})
  assert.ok(list.find(({ queue }) => queue === 'stoppedAccounts')!.count >= 1)

  const again = () => transaction((tx) => boardAnswers.shutAccount(maker, { accountId, reason: 'again' }, tx))
  await assert.rejects(again(), refusedAs('conflict'))
  const ask = () => transaction((tx) => boardAnswers.askRestore(maker, { accountId, reason: 'explained' }, tx))
  const { approvalId } = await ask()
  await assert.rejects(ask(), refusedAs('conflict'))
  await assert.rejects(approves(maker, approvalId), refusedAs('own_approval'))
  await agrees(checker, approvalId)
  assert.equal(await says(card), 'approved')
  assert.deepEqual(
    (await auditOf(maker)).map((line) => line.split(' ')[0]),
    ['RISK', 'PROPOSE'],
  )
  assert.deepEqual(
    (await auditOf(checker)).map((line) => line.split(' ')[0]),
    ['RISK', 'APPROVE'],
  )
  await booksHold()
})

test('a restoration rests on the declines, on what the holder has done since, and on its terms', async () => {
  const [maker, { ana, card }] = [await riskMaker(), await aCard()]
  const { accountId } = ana
  const casino = { merchant: { ...shop, id: 'mer_evidence', mcc: '7995' } }
  assert.equal(await says(card, casino), 'MCC_BLOCKED')
  const none = await boardAnswers.restoreEvidence(maker, { accountId })
  assert.deepEqual([none.stop, none.history, none.approvalId], [null, [], null])

  await transaction((tx) => boardAnswers.shutAccount(maker, { accountId, reason: 'tests cards' }, tx))
  assert.equal(await says(card), 'ACCOUNT_SHUTDOWN')
  const found = await boardAnswers.restoreEvidence(maker, { accountId })
  assert.deepEqual([found.stop?.by, found.stop?.why, found.stop?.declined], [maker.name, 'tests cards', 1])
  assert.deepEqual(
    found.reasons.map(({ reason, counted, count }) => [reason, counted, count]),
    [['MCC_BLOCKED', 1, 1]],
  )
  assert.deepEqual([found.cards.length, found.cards[0]?.declined, found.cards[0]?.fixes], [1, 1, []])
  assert.equal(found.triedSince, 1)
  assert.deepEqual(found.probation, { days: 14, limitBps: 400, minAttempts: 20, earliestTime: null })

  const { approvalId } = await transaction((tx) =>
    boardAnswers.askRestore(maker, { accountId, reason: 'explained' }, tx),
  )
  assert.equal((await boardAnswers.restoreEvidence(maker, { accountId })).approvalId, approvalId)
  await agrees(await riskChecker(), approvalId)
  const after = await boardAnswers.restoreEvidence(maker, { accountId })
  assert.deepEqual([after.stop, after.history.length, after.history[0]?.note], [null, 1, 'explained'])
  await booksHold()
})

test('a halt declines everything and is written as no fault of the account; two people end it', async () => {
  const [maker, checker, { card }] = [await riskMaker(), await riskChecker(), await aCard()]
  const halt = () =>
    transaction((tx) => boardAnswers.haltDecisions(maker, { reason: 'the network is under attack' }, tx))
  await halt()
  expireRules()
  const authorization = request(card, amount++)
  assert.equal((await decides(authorization)).reason, 'SYSTEM_ERROR')
  assert.deepEqual(
    [(await authOf(authorization.ref))?.status, (await authOf(authorization.ref))?.counted],
    ['DECLINED', false],
  )
  assert.equal((await boardAnswers.riskState(maker, {})).halted, 1)
  await assert.rejects(halt(), refusedAs('conflict'))

  const { approvalId } = await transaction((tx) => boardAnswers.askResume(maker, { reason: 'the attack is over' }, tx))
  assert.equal(await says(card), 'SYSTEM_ERROR')
  await agrees(checker, approvalId)
  assert.equal(await says(card), 'approved')
  await booksHold()
})

test('a block is at once, an exception takes two people, and none opens a country that the house has closed', async () => {
  const [maker, checker, { card }] = [await riskMaker(), await riskChecker(), await aCard()]
  const bad = { merchant: { ...shop, id: 'mer_listed' } }
  const { entryId } = await lists(maker, 'MERCHANT', 'mer_listed', 'BLOCK')
  assert.equal(await says(card, bad), 'MERCHANT_BLOCKED')
  const off = await transaction((tx) => listAnswers.takeOffList(maker, { entryId: entryId!, reason: 'a mistake' }, tx))
  assert.equal(await says(card, bad), 'MERCHANT_BLOCKED')
  await agrees(checker, off.approvalId!)
  assert.equal(await says(card, bad), 'approved')

  const casino = { merchant: { ...shop, id: 'mer_casino', mcc: '7995' } }
  assert.equal(await says(card, casino), 'MCC_BLOCKED')
  const { approvalId } = await lists(maker, 'MERCHANT', 'mer_casino', 'ALLOW')
  assert.equal(await says(card, casino), 'MCC_BLOCKED')
  await agrees(checker, approvalId!)
  assert.equal(await says(card, casino), 'approved')
  assert.equal(await says(card, { merchant: { ...casino.merchant, country: 'KP' } }), 'COUNTRY_BLOCKED')
})

test('support reads the board and acts on nothing', async () => {
  const support = await newStaff(['SUPPORT'])
  assert.ok(support.may.has('staff:risk.view') && !support.may.has('staff:risk.make'))
})
