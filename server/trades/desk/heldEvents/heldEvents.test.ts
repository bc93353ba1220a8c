import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { cardInHand, decides, event, request, tells, tradesOf, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import type { ClearingPosted, NetworkEvent } from '#server/outside/outside.ts'
import { staffAnswers } from '#server/staff/module.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { heldEventAnswers as answers } from '#server/trades/module.ts'

withIssuer()
after(() => setClock())

const maker = () => newStaff(['FIN_MAKER'])
const checker = () => newStaff(['FIN_CHECKER'])
const aCard = async () => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 100_00 })
const posted = async (card: Plastic) => (await moneyOn(card, card.cardId)).posted
const rowOf = async ({ id }: NetworkEvent, scope: 'open' | 'all' = 'open') => {
  const { data } = await answers.listHeldEvents(await maker(), { scope, pageNo: 1, pageSize: 200 })
  return data.find(({ eventId }) => eventId === id)
}
const alarms = async ({ id }: NetworkEvent) =>
  (await many(db, sql<{ n: number }>`SELECT 1 AS n FROM alarm WHERE subject = ${id} AND closed_at IS NULL`)).length
const retries = async (one: Awaited<ReturnType<typeof maker>>, { id }: NetworkEvent) =>
  transaction((tx) => answers.retryEvent(one, { eventId: id, reason: 'the clearing has come' }, tx))
const asks = async (one: Awaited<ReturnType<typeof maker>>, { id }: NetworkEvent) =>
  transaction((tx) => answers.dismissEvent(one, { eventId: id, reason: 'the issuer sent it in error' }, tx))

async function mismatch() {
  const [ana, bob] = [await aCard(), await aCard()]
  const authorization = request(ana, 20_00)
  await decides(authorization)
  const clearing = event('clearing.posted', ana, 20_00, { authRef: authorization.ref }) as ClearingPosted
  await tells(clearing)
  const told = event('clearing.reversed', bob, 20_00, { authRef: authorization.ref, clearingRef: clearing.clearingRef })
  await tells(told)
  return { ana, bob, told }
}

test('an event on hold shows its reason, what it named and what we hold, and its queue counts it', async () => {
  const { ana, bob, told } = await mismatch()
  const row = (await rowOf(told))!
  const names = await many(
    db,
    sql<{ card_id: string; name: string }>`SELECT card_id, card_seq_no || ' ···· ' || last4 AS name FROM card`,
  )
  const nameOf = ({ cardId }: Plastic) => names.find(({ card_id }) => card_id === cardId)!.name
  assert.deepEqual(
    [row.typeText, row.reason, row.reasonText, row.state, row.amount, row.unit, row.holder?.accountId, row.facts],
    [
      'Clearing reversed',
      'CARD_DIFFERS',
      'Refers to a transaction of another card',
      'HELD',
      20_00,
      'USD',
      bob.accountId,
      [{ label: 'Card', told: nameOf(bob), ours: nameOf(ana) }],
    ],
  )
  const { list } = await staffAnswers.staffQueues(await maker(), {})
  const queue = list.find(({ queue }) => queue === 'heldEvents')!
  assert.ok(queue.count >= 1 && queue.path === '/events' && queue.oldestTime !== null)
})

test('what could not be applied for a day waits at the desk, and is applied when the cause is fixed', async () => {
  const card = await aCard()
  const clearing = event('clearing.posted', card, 10_00) as ClearingPosted
  const undo = event('clearing.reversed', card, 10_00, { clearingRef: clearing.clearingRef })
  await assert.rejects(tells(undo), /has not come/)
  setClock(() => Date.now() + DAY + 60_000)
  await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
  const row = (await rowOf(undo))!
  assert.deepEqual([row.reason, row.error], ['NOT_APPLIED', `clearing ${clearing.clearingRef} has not come`])
  assert.equal(await alarms(undo), 1)
  await tells(clearing)
  const one = await maker()
  await retries(one, undo)
  assert.deepEqual([await rowOf(undo), await alarms(undo)], [undefined, 0])
  await applyEvents({ issuerId: 'simulated', cardRef: card.cardRef })
  setClock()
  assert.deepEqual(
    [await posted(card), (await tradesOf(card)).map(({ type }) => type)],
    [100_00, ['PURCHASE', 'REVERSAL'].map((type) => (type === 'PURCHASE' ? 'FORCED' : type))],
  )
  assert.deepEqual(await auditOf(one), [`MONEY ${undo.id}`])
  await assert.rejects(retries(one, undo), refusedAs('not_found'))
  await booksHold()
})

test('tried again while nothing was fixed it is on hold again, and its alarm is new', async () => {
  const { ana, told } = await mismatch()
  await retries(await maker(), told)
  await applyEvents({ issuerId: 'simulated', cardRef: told.cardRef })
  assert.deepEqual([(await rowOf(told))?.reason, await alarms(told), await posted(ana)], ['CARD_DIFFERS', 1, 80_00])
})

test('dismissing an event takes two people, posts nothing, and the event does not come back', async () => {
  const [{ ana, bob, told }, one, two] = [await mismatch(), await maker(), await checker()]
  const { approvalId } = await asks(one, told)
  assert.deepEqual([(await rowOf(told))!.state, (await rowOf(told))!.approvalId], ['CLAIMED', approvalId])
  await assert.rejects(asks(await maker(), told), refusedAs('conflict'))
  await assert.rejects(retries(one, told), refusedAs('conflict'))
  await assert.rejects(approves({ ...one, may: two.may }, approvalId), refusedAs('own_approval'))
  await approves(two, approvalId)
  assert.deepEqual([await rowOf(told), (await rowOf(told, 'all'))!.state], [undefined, 'DISMISSED'])
  assert.equal(await alarms(told), 0)
  await tells(told)
  assert.deepEqual([await posted(ana), await posted(bob)], [80_00, 100_00])
  assert.equal((await rowOf(told, 'all'))!.state, 'DISMISSED')
  assert.deepEqual(await auditOf(one), [`PROPOSE ${told.id}`])
  assert.deepEqual(await auditOf(two), [`MONEY ${told.id}`, `APPROVE ${told.id}`])
  await booksHold()
})

test('rejected, a dismissal leaves the event on hold', async () => {
  const [{ told }, one, two] = [await mismatch(), await maker(), await checker()]
  await rejects(two, (await asks(one, told)).approvalId)
  assert.deepEqual([(await rowOf(told))!.state, (await rowOf(told))!.approvalId], ['HELD', null])
  await asks(one, told)
})

test('the order number of an event is a number, or the event is not taken: one word in it would stop the card’s events', async () => {
  const { networkRoutes } = await import('#server/trades/events/intake.ts')
  const { default: Fastify } = await import('fastify')
  const { outside, useOutside, withIssuers } = await import('#server/outside/outside.ts')
  const card = await aCard()
  const before = outside
  for (const [seq, status] of [
    ['one', 400],
    [1.5, 400],
    [2 ** 40, 400],
    [1, 200],
  ] as const) {
    const told = { ...event('clearing.posted', card, 1_00), seq }
    useOutside(withIssuers(before, { ...before.issuers.get('simulated')!, verifyWebhook: () => [told as never] }))
    const app = Fastify()
    await app.register(networkRoutes)
    assert.equal(
      (await app.inject({ method: 'POST', url: '/issuer/simulated/events', body: '{}' })).statusCode,
      status,
      `${seq}`,
    )
  }
  useOutside(before)
})
