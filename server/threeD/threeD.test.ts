import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '#contract/threeD/threeD.ts'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, newRef, shop, tells, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import type { Actor } from '../core/actor.ts'
import { HOUR, MINUTE, nowMs, setClock } from '../core/clock.ts'
import { db, sql } from '../core/db.ts'
import { type NetworkEvent } from '../outside/outside.ts'
import { receive } from '../trades/events/intake.ts'
import { module as threeDModule } from './module.ts'
import { cardThreeD, threeDPool } from './showCodes.ts'

const { sweeps } = threeDModule

withIssuer({ connections: 20 })

const challenge = (card: Plastic, code: string, ref = newRef(), name = 'NIKE'): NetworkEvent => ({
  type: 'threeDs.challenged',
  id: newRef(),
  issuer: 'simulated',
  cardRef: card.cardRef,
  occurredAt: nowMs(),
  challengeRef: ref,
  code,
  amount: 4200,
  currency: 'USD',
  merchantAmount: 4200,
  merchantCurrency: 'USD',
  merchant: { ...shop, name },
  expiresAt: nowMs() + 5 * MINUTE,
})
const finish = (card: Plastic, ref: string, result: 'PASSED' | 'FAILED' | 'EXPIRED' = 'PASSED'): NetworkEvent => ({
  type: 'threeDs.finished',
  id: newRef(),
  issuer: 'simulated',
  cardRef: card.cardRef,
  occurredAt: nowMs() + 1000,
  challengeRef: ref,
  result,
})
async function pool(who: Actor, input: object = {}) {
  const answer = await threeDPool(who, contract.threeDPool.input.parse(input))
  contract.threeDPool.output.parse(answer)
  return answer
}
const codes = async (who: Actor, input: object = {}) => (await pool(who, input)).list.map(({ code }) => code)
const seenBy = async ({ accountId }: Actor) =>
  (
    await sql<{ login_id: string; content: unknown; target: string }>`
      SELECT * FROM operate_log WHERE account_id = ${accountId} AND type = 'CARD_OTP' ORDER BY id`.execute(db)
  ).rows

test('a code stands in the pool with its card, and once it is used, how that ended', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const card = await cardInHand(ana)
  const ref = newRef()
  await tells(challenge(card, '481516', ref))
  const { list, total, serverTime } = await pool(ana)
  assert.equal(total, 1)
  assert.equal(list[0]!.cardId, card.cardId)
  assert.equal(list[0]!.lastFour, card.cardNumber.slice(-4))
  assert.deepEqual(
    [list[0]!.code, list[0]!.merchantName, list[0]!.amount, list[0]!.unit, list[0]!.used, list[0]!.result],
    ['481516', 'NIKE', 4200, 'USD', 0, null],
  )
  assert.ok(list[0]!.expireTime > serverTime)
  await tells(finish(card, ref))
  assert.deepEqual([(await pool(ana)).list[0]!.used, (await pool(ana)).list[0]!.result], [1, 'PASSED'])
  const { list: ofCard } = await cardThreeD(ana, { cardId: card.cardId })
  assert.deepEqual(
    ofCard.map(({ code, used }) => [code, used]),
    [['481516', 1]],
  )
  await booksHold()
})

test('told twice and in the wrong order it is one code, with the end that came first', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const card = await cardInHand(ana)
  const [ref, issued] = [newRef(), challenge(card, '234202')]
  const told = { ...issued, challengeRef: ref } as NetworkEvent
  const passed = finish(card, ref)
  await assert.rejects(tells(passed), /the challenge has not come/)
  assert.deepEqual(await codes(ana), [])
  await tells(told, passed, told)
  await tells({ ...told, id: newRef() }, { ...finish(card, ref, 'FAILED') })
  const { list } = await pool(ana)
  assert.deepEqual(
    list.map(({ code, result }) => [code, result]),
    [['234202', 'PASSED']],
  )
})

test('the latest comes first; filters by card, number and merchant; a page has its size', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const [one, two] = [await cardInHand(ana), await cardInHand(ana)]
  const at = nowMs()
  try {
    for (const [i, code] of ['100001', '100002', '100003'].entries()) {
      setClock(() => at + i * 1000)
      await tells(challenge(i === 1 ? two : one, code, newRef(), i === 2 ? '50%_OFF' : 'NIKE'))
    }
    assert.deepEqual(await codes(ana), ['100003', '100002', '100001'])
    assert.deepEqual(await codes(ana, { merchant: 'nike' }), ['100002', '100001'])
    assert.deepEqual(await codes(ana, { merchant: '%_' }), ['100003'])
    assert.deepEqual(await codes(ana, { pageSize: '1', pageNo: '2' }), ['100002'])
    assert.equal((await pool(ana, { pageSize: 1 })).total, 3)
    const { cardSeqNo, lastFour } = (await pool(ana)).list[1]!
    assert.deepEqual(await codes(ana, { cardSeqNo }), ['100002'])
    assert.ok((await codes(ana, { lastFour })).includes('100002'))
    assert.deepEqual(await codes(ana, { cardSeqNo: 'none' }), [])
  } finally {
    setClock()
  }
})

test('a sub-account sees codes of its own cards, another account none', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const sub = await subOf(ana, { role: 'rol_senior' })
  const [own, parents] = [await cardInHand(sub), await cardInHand(ana)]
  await tells(challenge(own, '300001'))
  await tells(challenge(parents, '300002'))
  assert.deepEqual(new Set(await codes(ana)), new Set(['300001', '300002']))
  assert.deepEqual(await codes(sub), ['300001'])
  await assert.rejects(cardThreeD(sub, { cardId: parents.cardId }), refusedAs('not_found', 'cardId'))
  const eva = await newAccount()
  assert.deepEqual(await codes(eva), [])
  await assert.rejects(cardThreeD(eva, { cardId: own.cardId }), refusedAs('not_found'))
})

test('that somebody was shown a code is in the log, once for each, and never the code', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const sub = await subOf(ana, { role: 'rol_senior' })
  const card = await cardInHand(sub)
  await tells(challenge(card, '987654'))
  assert.deepEqual(await seenBy(ana), [])
  await Promise.all([pool(sub), pool(sub), cardThreeD(sub, { cardId: card.cardId })])
  await pool(ana)
  await pool(ana)
  const seen = await seenBy(ana)
  assert.deepEqual(seen.map(({ login_id }) => login_id).toSorted(), [ana.loginId, sub.loginId].toSorted())
  assert.ok(seen[0]!.target.includes(card.cardNumber.slice(-4)))
  assert.ok(!JSON.stringify(seen).includes('987654'))
})

test('at rest a code is sealed, before it is applied too, and afterwards the news no longer has it', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const card = await cardInHand(ana)
  const told = challenge(card, '777123')
  await receive([told])
  const kept = async () =>
    (await sql<{ text: string }>`SELECT body::text AS text FROM webhook_inbox WHERE event_id = ${told.id}`.execute(db))
      .rows[0]!.text
  assert.ok(!(await kept()).includes('777123'))
  assert.ok((await kept()).includes('"code"'))
  await tells(told)
  assert.ok(!(await kept()).includes('"code"'))
  const [row] = await db.selectFrom('three_d_code').selectAll().where('card_id', '=', card.cardId).execute()
  assert.ok(!row!.code_sealed!.includes('777123'))
  assert.deepEqual(await codes(ana), ['777123'])
})

test('after an hour a code is shown no more, and then it is gone; news of it that is late changes nothing', async () => {
  const ana = await newAccount({ balanceCents: 50_000 })
  const card = await cardInHand(ana)
  const ref = newRef()
  const told = challenge(card, '555000', ref)
  await tells(told)
  await pool(ana)
  const at = nowMs()
  try {
    setClock(() => at + HOUR - MINUTE)
    await sweeps['threeD.forget']!.work()
    assert.deepEqual(await codes(ana), ['555000'])
    setClock(() => at + HOUR + 1)
    assert.deepEqual(await codes(ana), [])
    assert.deepEqual((await cardThreeD(ana, { cardId: card.cardId })).list, [])
    await sweeps['threeD.forget']!.work()
    const left = await db.selectFrom('three_d_code').select('code_id').where('card_id', '=', card.cardId).execute()
    assert.deepEqual(left, [])
    await tells({ ...told, id: newRef() }, { ...finish(card, ref), occurredAt: told.occurredAt })
    assert.deepEqual(await codes(ana), [])
  } finally {
    setClock()
  }
})
