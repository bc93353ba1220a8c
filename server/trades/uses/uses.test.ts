import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { Controls, Uses } from '#contract/controls/documents.ts'
import { blocksOf } from '#contract/cards/states.ts'
import {
  asks,
  booksHold,
  moneyOn,
  newsTo,
  operationsOf,
  requestNo,
  walletOf,
  withIssuer,
} from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  decidesSet,
  event,
  increments,
  lane,
  membersOf,
  request,
  tells,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { waiting } from '#test/mail.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { allowUses } from '#server/controls/uses/allowUses.ts'
import { saveControls } from '#server/controls/saveControls.ts'
import { showControls } from '#server/controls/showControls.ts'
import { db, one, run, sql, transaction } from '#server/core/db.ts'
import { wouldPass } from '../rehearse/wouldPass.ts'
import { tried } from '../tryOn/tryControls.ts'
import { followLeftBehind, followUses } from './followUses.ts'

withIssuer({ connections: 30 })

const once: Uses = { max: 1, per: 'APPROVAL', then: 'FREEZE' }
const sets = (who: Person, card: Plastic, controls: Controls) =>
  transaction((tx) => saveControls(who, { scope: 'CARD', scopeIds: [card.cardId], controls }, tx))
const allows = (who: Person, card: Plastic, add: number) =>
  transaction((tx) => allowUses(who, { cardId: card.cardId, add, requestNo: requestNo() }, tx))
const left = async (who: Person, card: Plastic) =>
  (await showControls(who, { scope: 'CARD', scopeId: card.cardId })).usesLeft
/** Its status and what stops it. */
const cardNow = async ({ cardId }: Plastic) => {
  const row = await one(
    db,
    sql<{ status: string; blocks: number }>`SELECT status, blocks FROM card WHERE card_id = ${cardId}`,
  )
  return [row.status, ...blocksOf(row.blocks)]
}
const jobsOf = async ({ cardId }: Plastic) =>
  (await waiting<{ accountId: string; cardIds: string[] }>('trades.followUses')).filter(({ cardIds }) =>
    cardIds.includes(cardId),
  )
/** Works off what decisions, settlements or changes have left of a card. A decision leaves its job after it has answered. */
async function follows(card: Plastic): Promise<void> {
  let jobs = await jobsOf(card)
  for (; jobs.length === 0; jobs = await jobsOf(card)) await sleep(10)
  for (const job of jobs) await followUses(job)
}
/** As if a server had been killed before it left the jobs of its decisions. */
async function loses(card: Plastic): Promise<void> {
  while ((await jobsOf(card)).length === 0) await sleep(10)
  await run(db, sql`DELETE FROM graphile_worker._private_jobs WHERE payload -> 'cardIds' ->> 0 = ${card.cardId}`)
}
async function someone(uses: Partial<Uses> = {}): Promise<{ ana: Person; card: Plastic }> {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  await sets(ana, card, { uses: { ...once, ...uses } })
  return { ana, card }
}

test('a card for one purchase declines the second as used up, says why, and is shown as used up', async () => {
  const { ana, card } = await someone()
  assert.equal((await charges(card, 0)).approved, true)
  assert.equal(await left(ana, card), 1)
  assert.equal((await charges(card, 1_000)).approved, true)
  assert.equal(await left(ana, card), 0)
  const asked = request(card, 1_001)
  const answer = await decides(asked)
  assert.deepEqual([answer.reason, answer.isoCode], ['CONTROL_USED_UP', '62'])
  const { controlNo } = await showControls(ana, { scope: 'CARD', scopeId: card.cardId })
  assert.deepEqual((await authOf(asked.ref))!.why, { scope: 'CARD', scopeId: card.cardId, controlNo, line: 'uses' })

  await follows(card)
  assert.deepEqual(await cardNow(card), ['ACTIVE', 'CONTROL'])
  assert.ok((await newsTo(ana)).includes('card_blocked_by_system'))
  // The block shows what the counter says, and is no reason of its own; a merchant cannot verify the card either.
  for (const cents of [0, 1_002]) assert.equal((await charges(card, cents)).reason, 'CONTROL_USED_UP')
  await booksHold()
})

for (const per of ['APPROVAL', 'CLEARING'] as const)
  test(`of sixty-four charges at once a card for one purchase (${per}) approves exactly one`, async () => {
    const { card } = await someone({ per })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => decides(request(card, 1_000, { trace: String(400_000 + i) }))),
    )
    assert.equal(answers.filter(({ approved }) => approved).length, 1)
    assert.ok(answers.every(({ approved, reason }) => approved || reason === 'CONTROL_USED_UP'))
  })

test('two connections that decide at once for a card for three purchases approve exactly three', async () => {
  const { card } = await someone({ max: 3, per: 'CLEARING' })
  const lanes = await Promise.all([lane(), lane()])
  const sets_ = await Promise.all(
    lanes.map((_, of) =>
      membersOf(Array.from({ length: 16 }, (_2, i) => request(card, 1_000, { trace: String(500_000 + 100 * of + i) }))),
    ),
  )
  const decided = await Promise.all(lanes.map((its, at) => decidesSet(its, sets_[at]!)))
  await Promise.all(lanes.map((its) => its.end()))
  assert.equal(decided.flatMap(({ answers }) => answers).filter(({ approved }) => approved).length, 3)
})

test('a card for one purchase that closes itself: a reversal gives the use back, and the money goes to the wallet once the use is settled', async () => {
  const { ana, card } = await someone({ then: 'CLOSE' })
  const [first, second] = [request(card, 10_000), request(card, 20_000)]
  assert.equal((await decides(first)).approved, true)
  await follows(card)
  assert.deepEqual(await cardNow(card), ['ACTIVE', 'CONTROL'])
  await tells(event('auth.reversed', card, 10_000, { authRef: first.ref, final: true }))
  assert.equal(await left(ana, card), 1)
  await follows(card)
  assert.deepEqual(await cardNow(card), ['ACTIVE'])

  assert.equal((await decides(second)).approved, true)
  await tells(event('clearing.posted', card, 22_400, { authRef: second.ref, final: true }))
  assert.equal((await moneyOn(ana, card.cardId)).available, 77_600)
  assert.equal((await charges(card, 100)).reason, 'CONTROL_USED_UP')
  const before = (await walletOf(ana)).available
  await follows(card)
  assert.deepEqual(await cardNow(card), ['CLOSED', 'CONTROL'])
  assert.equal((await walletOf(ana)).available - before, 77_600)
  assert.equal((await operationsOf(ana)).at(-1), 'CARD_DELETE OK 77600')
  // Told once, of its end.
  assert.deepEqual(
    (await newsTo(ana)).filter((news) => news.startsWith('card_')),
    ['card_opened', 'card_close_done'],
  )
  // Whoever works on the same job again finds nothing to do.
  await follows(card)
  assert.equal((await walletOf(ana)).available - before, 77_600)
  await booksHold()
})

test('a purchase that is settled in parts is one use, and the card closes when the rest of its hold has ended', async () => {
  const { ana, card } = await someone({ per: 'CLEARING', then: 'CLOSE' })
  const before = (await walletOf(ana)).available
  const asked = request(card, 30_000)
  await decides(asked)
  assert.equal((await jobsOf(card)).length, 1, 'of the change only: nothing is settled yet')
  await tells(event('clearing.posted', card, 10_000, { authRef: asked.ref, final: false }))
  await follows(card)
  assert.deepEqual(await cardNow(card), ['CLOSING', 'CONTROL'])
  await tells(event('clearing.posted', card, 10_000, { authRef: asked.ref, final: false }))
  await tells(event('auth.reversed', card, 10_000, { authRef: asked.ref, final: true }))
  assert.deepEqual(await cardNow(card), ['CLOSED', 'CONTROL'])
  assert.equal((await walletOf(ana)).available - before, 80_000)
  await booksHold()
})

test('purchases that wait to be settled count against the most, and give their use back when they expire', async () => {
  const { ana, card } = await someone({ max: 2, per: 'CLEARING' })
  const [first, second] = [request(card, 1_000), request(card, 2_000)]
  for (const asked of [first, second]) assert.equal((await decides(asked)).approved, true)
  assert.equal((await charges(card, 3_000)).reason, 'CONTROL_USED_UP')
  await tells(event('clearing.posted', card, 1_000, { authRef: first.ref, final: true }))
  await followLeftBehind()
  assert.deepEqual(await cardNow(card), ['ACTIVE'], 'one of two is settled')
  await tells(event('auth.expired', card, 0, { authRef: second.ref }))
  assert.equal(await left(ana, card), 1)
  const third = request(card, 4_000)
  assert.equal((await decides(third)).approved, true)
  await tells(event('clearing.posted', card, 4_000, { authRef: third.ref, final: true }))
  await follows(card)
  assert.deepEqual(await cardNow(card), ['ACTIVE', 'CONTROL'])
})

test('increments and partial reversals use nothing and give nothing back, settlements always post, and one without an authorization is a use', async () => {
  const { ana, card } = await someone({ max: 2 })
  const asked = request(card, 10_000)
  await decides(asked)
  assert.equal((await increments(card, asked.ref, 5_000)).approved, true)
  await tells(event('auth.reversed', card, 4_000, { authRef: asked.ref, final: false }))
  assert.equal(await left(ana, card), 1)
  const forced = event('clearing.posted', card, 3_000, { final: true })
  await tells(forced)
  await tells(forced)
  assert.equal(await left(ana, card), 0)
  await follows(card)
  assert.deepEqual(await cardNow(card), ['ACTIVE', 'CONTROL'])
  assert.equal((await increments(card, asked.ref, 1_000)).approved, true)
  await tells(event('clearing.posted', card, 7_000, { final: true }))
  assert.equal(await left(ana, card), 0)
  await tells(event('refund.posted', card, 1_000, { authRef: asked.ref }))
  assert.equal(await left(ana, card), 0)
  const { clearingRef } = forced as { clearingRef: string }
  await tells(event('clearing.reversed', card, 3_000, { clearingRef }))
  assert.equal((await charges(card, 100)).reason, 'CONTROL_USED_UP', 'two settlements and a purchase are three')
  assert.equal((await allows(ana, card, 1)).usesLeft, 1)
  await booksHold()
})

test('the block follows though the server is killed after the decision and before it leaves the job', async () => {
  const { ana, card } = await someone()
  const asked = request(card, 1_000)
  await decides(asked)
  await loses(card)
  await followLeftBehind()
  assert.deepEqual(await cardNow(card), ['ACTIVE', 'CONTROL'])
  await allows(ana, card, 2)
  await followLeftBehind()
  assert.deepEqual(await cardNow(card), ['ACTIVE'], 'allowed more, it has 2')
  await tells(event('auth.reversed', card, 1_000, { authRef: asked.ref, final: true }))
  assert.equal(await left(ana, card), 3)
})

test('one use more lifts the block at once, is logged, and is refused where the parent has locked the controls', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 10_000 })
  await assert.rejects(allows(leo, card, 1), refusedAs('invalid', 'cardId'))
  await sets(leo, card, { uses: once })
  assert.equal((await allows(leo, card, 2)).usesLeft, 3)
  for (const cents of [1_000, 1_003, 1_004]) assert.equal((await charges(card, cents)).approved, true)
  await follows(card)
  assert.deepEqual(await allows(leo, card, 1), { usesLeft: 1, status: 'ACTIVE' })
  assert.deepEqual(await cardNow(card), ['ACTIVE'])
  assert.equal((await operationsOf(ana)).at(-1), 'CARD_CONTROL OK')
  assert.equal((await charges(card, 1_001)).approved, true)
  assert.equal((await charges(card, 1_002)).reason, 'CONTROL_USED_UP')
  await sets(ana, card, { uses: once, pinned: 1 })
  await assert.rejects(allows(leo, card, 1), refusedAs('controls_pinned'))
  assert.equal((await allows(ana, card, 3)).usesLeft, 3)
  await assert.rejects(allows(await newAccount(), card, 1), refusedAs('not_found', 'cardId'))
  await asks(leo, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  await assert.rejects(allows(ana, card, 1), refusedAs('card_not_active'))
})

test('more uses in the document, or none, lift the block; they are counted on from where they were, and are of cards only', async () => {
  const { ana, card } = await someone()
  await charges(card, 1_000)
  await follows(card)
  await sets(ana, card, { uses: { ...once, max: 3 } })
  await follows(card)
  assert.deepEqual([await left(ana, card), ...(await cardNow(card))], [2, 'ACTIVE'])
  await sets(ana, card, { uses: once })
  await follows(card)
  assert.deepEqual(await cardNow(card), ['ACTIVE', 'CONTROL'])
  await sets(ana, card, {})
  await follows(card)
  assert.deepEqual([await left(ana, card), ...(await cardNow(card))], [null, 'ACTIVE'])
  await sets(ana, card, { uses: once })
  assert.equal(await left(ana, card), 1, 'set again, it counts from now on')
  await assert.rejects(
    transaction((tx) => saveControls(ana, { scope: 'ACCOUNT', controls: { uses: once } }, tx)),
    refusedAs('invalid', 'controls.uses'),
  )
})

test('a card that takes the place of one that is used up is used up too', async () => {
  const { ana, card } = await someone({ max: 2 })
  await charges(card, 1_000)
  await charges(card, 1_001)
  const { cardId } = await asks(ana, 'replaceCard', {
    cardId: card.cardId,
    reason: 'EXPIRING',
    keepDays: 7,
    requestNo: requestNo(),
  })
  assert.equal((await showControls(ana, { scope: 'CARD', scopeId: cardId })).usesLeft, 0)
})

test('trying uses on the past stops what came after the last of them, and a declined charge is not told to pass on a card that is used up', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  for (const cents of [1_000, 0, 1_001, 1_002]) await charges(card, cents)
  const scopeIds = [card.cardId]
  const { judged, stopped, byLine } = await tried(ana, {
    scope: 'CARD',
    scopeIds,
    controls: { uses: { ...once, max: 2 } },
    days: 30,
  })
  assert.deepEqual([judged, stopped, byLine.map(({ line }) => line)], [3, 1, ['uses']])

  await sets(ana, card, { uses: once })
  await charges(card, 2_000)
  const { authorizationId: cardAuthId = '' } = await charges(card, 2_001)
  const { list } = await wouldPass(ana, { cardAuthId, cardIds: scopeIds })
  assert.deepEqual(
    list.map(({ reason, why }) => [reason, why?.line]),
    [['CONTROL_USED_UP', 'uses']],
  )
})

test('uses of controls that only watch stop nothing, and a card that was used up before goes on', async () => {
  const { ana, card } = await someone()
  await charges(card, 1_000)
  await follows(card)
  await sets(ana, card, { uses: { ...once, then: 'CLOSE' }, mode: 'WATCH' })
  const asked = request(card, 2_000)
  assert.equal((await decides(asked)).approved, true)
  await tells(event('clearing.posted', card, 2_000, { authRef: asked.ref, final: true }))
  await follows(card)
  await followLeftBehind()
  assert.deepEqual(await cardNow(card), ['ACTIVE'])
  assert.equal((await showControls(ana, { scope: 'CARD', scopeId: card.cardId })).watched?.count, 1)
})
