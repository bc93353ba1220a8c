import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asks, newsTo, operationsOf, opensCard, requestNo, withIssuer, work } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { issuerOf } from '#server/outside/outside.ts'
import { blockCards, cardStateChanged } from '../cards.ts'
import { maybeCard } from '../queries.ts'

const issuer = withIssuer()

const freeze = (who: Person, cardIds: string[], frozen = true) =>
  asks(who, 'freezeCard', { cardIds, frozen, requestNo: requestNo() })
const atIssuer = async (who: Person, cardId: string) =>
  (await issuerOf('simulated').getCard((await maybeCard(db, who, cardId))!.issuer_ref!)).state

test('freezing stops a card here and at the issuer, unfreezing lets it go', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const { results } = await freeze(ana, [cardId])
  assert.deepEqual(results, [{ cardId, status: 'FROZEN', ok: 1, msg: 'Frozen' }])
  await work()
  assert.equal(await atIssuer(ana, cardId), 'PAUSED')
  await freeze(ana, [cardId], false)
  await work()
  assert.equal(await atIssuer(ana, cardId), 'ACTIVE')
  assert.deepEqual((await operationsOf(ana)).slice(1), ['CARD_FREEZE OK', 'CARD_FREEZE OK'])
  const { data } = await asks(ana, 'cardLog', { cardId })
  assert.deepEqual(
    data.slice(0, 2).map(({ type, before, after, actorName }) => [type, before, after, actorName]),
    [
      ['UNFREEZE', 'FROZEN', 'ACTIVE', ana.name],
      ['FREEZE', 'ACTIVE', 'FROZEN', ana.name],
    ],
  )
})

test('several cards in one call have their own results, and freezing twice changes nothing', async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 20_000 }), await newAccount({ balanceCents: 10_000 })]
  const [one, deleted, foreign] = [await opensCard(ana), await opensCard(ana), await opensCard(ben)]
  await asks(ana, 'deleteCard', { cardId: deleted, requestNo: requestNo() })
  const outcome = async () => (await freeze(ana, [one, deleted, foreign])).results.map(({ status, ok }) => [status, ok])
  assert.deepEqual(await outcome(), [
    ['FROZEN', 1],
    ['CLOSED', 0],
    [null, 0],
  ])
  const before = (await operationsOf(ana)).length
  assert.deepEqual(await outcome(), [
    ['FROZEN', 1],
    ['CLOSED', 0],
    [null, 0],
  ])
  assert.equal((await operationsOf(ana)).length, before)
  assert.equal((await asks(ben, 'showCard', { cardId: foreign })).card.status, 'ACTIVE')
})

test('what risk control stopped stays stopped when its owner unfreezes it', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const { accountId } = ana
  await freeze(ana, [cardId])
  await transaction((tx) => blockCards(tx, { accountId, block: 'RISK', on: true, reason: 'declines' }))
  await freeze(ana, [cardId], false)
  const { card } = await asks(ana, 'showCard', { cardId })
  assert.deepEqual([card.status, card.blocks], ['RISK_FROZEN', ['RISK']])
  await work()
  assert.equal(await atIssuer(ana, cardId), 'PAUSED')
  assert.deepEqual((await newsTo(ana)).slice(1), ['card_blocked_by_system'])
  await transaction((tx) => blockCards(tx, { accountId, block: 'RISK', on: false, reason: 'reviewed' }))
  assert.equal((await asks(ana, 'showCard', { cardId })).card.status, 'ACTIVE')
})

test('the issuer’s own news stops a card, and its owner cannot undo it', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const cardRef = (await maybeCard(db, ana, cardId))!.issuer_ref!
  await transaction((tx) =>
    cardStateChanged(tx, {
      issuer: 'simulated',
      cardRef,
      state: 'PAUSED',
      reason: 'suspected fraud',
      occurredAt: nowMs(),
    }),
  )
  await freeze(ana, [cardId], false)
  assert.deepEqual((await asks(ana, 'showCard', { cardId })).card.blocks, ['ISSUER'])
})

test('news of the issuer that is older than what was applied does not undo it', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  const cardRef = (await maybeCard(db, ana, cardId))!.issuer_ref!
  const told = (state: string, occurredAt: number) =>
    transaction((tx) => cardStateChanged(tx, { issuer: 'simulated', cardRef, state, occurredAt }))
  const blocks = async () => (await asks(ana, 'showCard', { cardId })).card.blocks
  const at = nowMs()
  await told('PAUSED', at)
  await told('ACTIVE', at - 1000)
  assert.deepEqual(await blocks(), ['ISSUER'])
  await told('ACTIVE', at + 1000)
  assert.deepEqual(await blocks(), [])
  await told('PAUSED', at + 500)
  assert.deepEqual(await blocks(), [])
})

test('while the issuer is down the card is frozen with us all the same, and it is told later', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  const cardId = await opensCard(ana)
  await issuer.break({ issuerDownMs: 600_000 })
  await freeze(ana, [cardId])
  await work()
  assert.equal((await asks(ana, 'showCard', { cardId })).card.status, 'FROZEN')
  await issuer.break({})
  assert.equal(await atIssuer(ana, cardId), 'ACTIVE')
  const { tellIssuer } = await import('./tellIssuer.ts')
  await tellIssuer({ accountId: ana.accountId, cardId })
  assert.equal(await atIssuer(ana, cardId), 'PAUSED')
})

test('an account that was shut down may freeze and not unfreeze; a sub-account reaches its own cards only', async () => {
  const ana = await newAccount({ balanceCents: 20_000 })
  const sub = await subOf(ana)
  const [mine, its] = [await opensCard(ana), await opensCard(sub)]
  const stopped = { ...ana, standing: 'SHUTDOWN' as const }
  await freeze(stopped, [mine])
  await assert.rejects(freeze(stopped, [mine], false), refusedAs('account_shutdown'))
  assert.deepEqual(
    (await freeze(sub, [mine, its])).results.map(({ ok }) => ok),
    [0, 1],
  )
})
