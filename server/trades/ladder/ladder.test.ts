import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { declinesLeft } from '#contract/trades/declineLadder.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { answers as noticesAnswers, module as noticesModule } from '#server/notices/module.ts'
import {
  asks,
  booksHold,
  newsTo,
  openingInput,
  opensCard,
  operationsOf,
  requestNo,
  withIssuer,
  work,
} from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { asksSubs } from '#test/fixtures/subaccounts.ts'
import { cardInHand, charges, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { answers } from '../module.ts'
import { declineRate } from './rate.ts'
import { weighDeclines } from './weighDeclines.ts'
import { restoreAccount } from '../desk/board/stopAccount.ts'

const { jobs: notices } = noticesModule

withIssuer()
afterEach(() => setClock())

/** Approvals and counted declines on one card. Amounts differ to avoid duplicates. */
let amount = 100
async function tries(card: Plastic, approved: number, declined = 0): Promise<void> {
  for (let i = 0; i < approved; i++) assert.equal((await charges(card, amount++)).approved, true)
  const wrongMonth = card.expMonth === 1 ? 2 : 1
  for (let i = 0; i < declined; i++)
    assert.equal((await charges(card, amount++, { expMonth: wrongMonth })).reason, 'EXPIRY_MISMATCH')
}
const aBuyer = async (): Promise<{ ana: Person; card: Plastic }> => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  return { ana, card: await cardInHand(ana, { rechargeAmount: 90_000 }) }
}
const blocksOf = async ({ accountId }: Person): Promise<number[]> =>
  (
    await sql<{ blocks: number }>`SELECT blocks FROM card WHERE account_id = ${accountId} ORDER BY created_at`.execute(
      db,
    )
  ).rows.map(({ blocks }) => blocks)
const textsLeftFor = async ({ accountId }: Person): Promise<string[]> =>
  (
    await sql<{ text: string }>`
    SELECT payload -> 'text' ->> 'en' AS text
      FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE identifier = 'identity.textHolder' AND payload ->> 'accountId' = ${accountId}
     ORDER BY job.id`.execute(db)
  ).rows.map(({ text }) => text)
const risk = async ({ accountId }: Person) => (await accountOf(db, accountId)).risk_state

test('up the ladder: a notice, then a notice and a text, each told once; down again without a word', async () => {
  const { ana, card } = await aBuyer()
  await tries(card, 97, 3)
  await weighDeclines(ana)
  assert.deepEqual([await risk(ana), (await newsTo(ana)).slice(1)], ['WARN', ['decline_warn_300']])
  await tries(card, 0, 2)
  await weighDeclines(ana)
  await weighDeclines(ana)
  assert.deepEqual((await newsTo(ana)).slice(1), ['decline_warn_300', 'decline_warn_400'])
  assert.match((await textsLeftFor(ana))[0]!, /decline rate is 4\.90%/)
  assert.equal((await textsLeftFor(ana)).length, 1)
  setClock(() => Date.now() + 31 * DAY)
  await weighDeclines(ana)
  assert.deepEqual([await risk(ana), (await newsTo(ana)).length], ['NORMAL', 3])
})

test('above five in a hundred every card stops in one transaction, sub-accounts’ too, and it is written down by which figures', async () => {
  const { ana, card } = await aBuyer()
  const sub = await subOf(ana)
  const frozen = await opensCard(ana)
  await asks(ana, 'freezeCard', { cardId: [frozen], frozen: true, requestNo: requestNo() })
  const ofSub = await cardInHand(sub)
  await tries(card, 95, 5)
  await weighDeclines(ana)
  assert.deepEqual([await risk(ana), await blocksOf(ana)], ['WARN', [0, 1, 0]])
  await tries(card, 0, 1)
  // Two servers weigh the same decline.
  await Promise.all([weighDeclines(ana), weighDeclines(ana), weighDeclines(ana)])
  assert.deepEqual([await risk(ana), await blocksOf(ana)], ['SHUTDOWN', [2, 3, 2]])
  for (const one of [card, ofSub]) assert.equal((await charges(one, amount++)).reason, 'ACCOUNT_SHUTDOWN')

  assert.equal((await newsTo(ana)).filter((event) => event === 'account_shutdown').length, 1)
  assert.equal((await textsLeftFor(ana)).length, 2)
  const { rows } = await sql<{ attempts: number; declined: number; cards: number; reasons: unknown }>`
    SELECT attempts, declined, cards, reasons FROM decline_shutdown WHERE account_id = ${ana.accountId}`.execute(db)
  assert.deepEqual(rows, [
    { attempts: 101, declined: 6, cards: 3, reasons: [{ reason: 'EXPIRY_MISMATCH', counted: true, count: 6 }] },
  ])
  assert.deepEqual((await operationsOf(ana)).slice(-2), ['CARD_FREEZE OK', 'CARD_FREEZE OK'])
  const log = await asks(ana, 'cardLog', { cardId: card.cardId })
  assert.deepEqual(
    [log.data[0]!.type, log.data[0]!.after, log.data[0]!.remark],
    ['BLOCK', 'RISK', 'The decline rate of the account is too high'],
  )
  await booksHold()
})

test('a card that was being opened meanwhile comes into the world stopped', async () => {
  const { ana, card } = await aBuyer()
  await tries(card, 60, 6)
  await asks(ana, 'openCard', openingInput())
  await weighDeclines(ana)
  await work()
  assert.deepEqual(await blocksOf(ana), [2, 2])
})

test('the owner has to confirm the news, in words, and then it is gone', async () => {
  const { ana, card } = await aBuyer()
  await tries(card, 50, 5)
  await weighDeclines(ana)
  const { rows } = await sql<{ payload: never }>`
    SELECT payload FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     WHERE identifier = 'notices.tell' AND payload ->> 'accountId' = ${ana.accountId}`.execute(db)
  for (const { payload } of rows) await notices['notices.tell']!(payload)
  const [notice, ...others] = await noticesAnswers.mustReadNotices(ana, {})
  assert.deepEqual([notice!.title, others], ['All cards stopped', []])
  assert.match(notice!.msg, /9\.09% is above 5%/)
  await noticesAnswers.readNotice(ana, { id: notice!.id })
  assert.deepEqual(await noticesAnswers.mustReadNotices(ana, {}), [])
})

test('the ladder says what weighs, what does not, and how many declines are left', async () => {
  const { ana, card } = await aBuyer()
  await tries(card, 60, 2)
  await charges(card, 0)
  await charges(card, 200_000)
  await charges(card, amount - 3) // the same amount within a minute
  const ladder = await answers.declineLadder(ana, {})
  assert.deepEqual(
    [ladder.rung, ladder.approved, ladder.declined, ladder.rateBps, ladder.enough],
    ['WARN', 60, 3, 476, 0],
  )
  assert.deepEqual(
    ladder.rungs.map(({ rung, more }) => [rung, more]),
    [
      ['WARN', 0],
      ['URGENT', 2],
      ['STOP', 2],
    ],
  )
  assert.deepEqual(
    ladder.reasons.map(({ reason, counted, count }) => [reason, counted, count]),
    [
      ['EXPIRY_MISMATCH', 1, 2],
      ['INSUFFICIENT_FUNDS', 1, 1],
      ['DUPLICATE', 0, 1],
    ],
  )
  assert.deepEqual([ladder.days.length, ladder.days.at(-1)!.rateBps], [30, 476])
  assert.deepEqual(
    ladder.cards.map(({ cardId, attempts, declined }) => [cardId, attempts, declined]),
    [[card.cardId, 63, 3]],
  )
  await tries(card, 0, 2)
  assert.equal((await answers.declineLadder(ana, {})).rung, 'STOP')

  const sub = await subOf(ana)
  const ofSub = await cardInHand(sub)
  await tries(ofSub, 3, 1)
  const own = await answers.declineLadder(sub, {})
  assert.deepEqual([own.approved, own.declined, own.rungs[2]!.more, own.cards.length], [3, 1, null, 1])
})

test('the rate of a sub-account, its reasons and its overview are of the same cards and the same days', async () => {
  const { ana, card } = await aBuyer()
  const bo = await subOf(ana)
  await tries(card, 2, 1)
  await asksSubs(ana, 'handOverCards', { cardIds: [card.cardId], subUid: bo.subUid })
  const { approved, declined, rateBps, reasons } = await answers.declineLadder(bo, {})
  assert.deepEqual([approved, declined, rateBps], [2, 1, 3333])
  assert.deepEqual(
    reasons.map(({ reason, count }) => [reason, count]),
    [['EXPIRY_MISMATCH', 1]],
  )
  const { auth } = await noticesAnswers.overviewForSub(bo, { days: 30 })
  assert.deepEqual([auth.count, auth.declined, auth.declineRateBps], [3, 1, 3333])
})

test('restored, the window begins anew on a shorter ladder; what the owner froze stays frozen', async () => {
  const { ana, card } = await aBuyer()
  const frozen = await opensCard(ana)
  await asks(ana, 'freezeCard', { cardId: [frozen], frozen: true, requestNo: requestNo() })
  await tries(card, 60, 6)
  const restore = () =>
    transaction((tx) => restoreAccount(tx, { accountId: ana.accountId, by: 'ops', note: 'looked at' }))
  await assert.rejects(restore(), refusedAs('conflict'))
  await weighDeclines(ana)
  assert.deepEqual(await restore(), { cards: 2 })
  assert.deepEqual([await risk(ana), await blocksOf(ana)], ['NORMAL', [0, 1]])
  assert.deepEqual(await declineRate(db, ana.accountId), { attempts: 0, declined: 0, bps: 0 })
  const { restoredTime, probationUntil, rungs } = await answers.declineLadder(ana, {})
  assert.equal(Math.round((probationUntil! - restoredTime!) / DAY), 14)
  // On probation twenty attempts are a sample: the twentieth consecutive decline would stop it.
  assert.deepEqual([rungs[2]!.atBps, declinesLeft({ rungs })], [400, 19])
  assert.equal((await noticesAnswers.overview(ana, { days: 30 })).auth.thresholdBps, 400)

  await tries(card, 22, 4)
  await weighDeclines(ana)
  assert.equal(await risk(ana), 'WARN')
  await tries(card, 0, 1)
  await weighDeclines(ana)
  assert.equal(await risk(ana), 'SHUTDOWN')
  assert.equal((await answers.declineLadder(ana, {})).restoredTime, null)
  // The second time within ninety days, restoring takes a week.
  await assert.rejects(restore(), refusedAs('conflict'))
  setClock(() => Date.now() + 8 * DAY)
  await restore()
  assert.equal(await risk(ana), 'NORMAL')
})
