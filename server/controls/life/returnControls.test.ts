import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Controls } from '#contract/controls/documents.ts'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import { owner } from '#test/database.ts'
import { asks, operationsOf, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges, type Plastic } from '#test/fixtures/trades.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { DAY, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { SERVER_ROLE } from '#server/core/database/serverRole.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { moveLock } from '../moveLock.ts'
import { saveControls } from '../saveControls.ts'
import { controlHistory, showControls } from '../showControls.ts'
import { returnControls } from './returnControls.ts'

withIssuer({ connections: 24 })
afterEach(() => setClock())

type More = { until?: number; note?: string; expectNo?: number }
const setsOf = async (who: Person, scope: ControlScope, scopeId: string, controls: Controls, more: More = {}) =>
  (await transaction((tx) => saveControls(who, { scope, scopeIds: [scopeId], controls, ...more }, tx))).results[0]!
const sets = (who: Person, { cardId }: Plastic, controls: Controls, more: More = {}) =>
  setsOf(who, 'CARD', cardId, controls, more)
const shows = (who: Person, { cardId }: Plastic) => showControls(who, { scope: 'CARD', scopeId: cardId })
const history = async (who: Person, { cardId }: Plastic) =>
  (await controlHistory(who, { scope: 'CARD', scopeId: cardId, pageNo: 1, pageSize: 20 })).data
const pending = async ({ accountId }: Person) =>
  (
    await one(
      db,
      sql<{ count: number }>`SELECT count(*)::int AS count FROM control_return WHERE account_id = ${accountId}`,
    )
  ).count
async function at(ms: number): Promise<void> {
  setClock(() => ms)
  await returnControls()
}
async function someone(): Promise<{ ana: Person; card: Plastic; now: number }> {
  const ana = await newAccount({ balanceCents: 200_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: 50_000 }), now: nowMs() }
}
const monthly = (amount: number) => ({ limitId: 'permonth', window: 'ALL', amount, refunds: 'KEEP' }) as const

test('controls that are set until tomorrow are followed by those before, and limits go on counting', async () => {
  const { ana, card, now } = await someone()
  const old = await sets(ana, card, { limits: [monthly(10_000)] })
  await charges(card, 9_000)
  assert.equal((await charges(card, 2_000)).reason, 'CONTROL_LIMIT')
  const until = now + DAY
  await sets(ana, card, { limits: [monthly(20_000)] }, { until, note: 'launch' })
  const raised = await shows(ana, card)
  assert.deepEqual([raised.until, raised.returns?.limits?.[0]!.amount], [until, 10_000])
  assert.equal((await charges(card, 5_000)).approved, true)

  await at(until - 1)
  assert.equal((await shows(ana, card)).controls.limits?.[0]!.amount, 20_000)
  await at(until)
  await returnControls()
  const { controlNo, until: none, returns, standing } = await shows(ana, card)
  assert.deepEqual([controlNo, none, returns], [old.controlNo, null, null])
  assert.deepEqual([standing[0]!.used, standing[0]!.left, standing[0]!.over], [14_000, 0, 1])
  assert.equal((await charges(card, 100)).reason, 'CONTROL_LIMIT')
  assert.deepEqual(
    (await history(ana, card)).map((row) => [row.after.limits?.[0]!.amount, row.until, row.returned, row.setBy]),
    [
      [10_000, null, 1, ana.name],
      [20_000, until, 0, ana.name],
      [10_000, null, 0, ana.name],
    ],
  )
  assert.deepEqual((await operationsOf(ana)).slice(-3), Array(3).fill('CARD_CONTROL OK'))
})

test('controls may be absent for a time, or be there only for a time', async () => {
  const { ana, card, now } = await someone()
  const other = await cardInHand(ana, { rechargeAmount: 5_000 })
  await sets(ana, card, { singleMax: 100 })
  await sets(ana, card, {}, { until: now + HOUR })
  await sets(ana, other, { singleMax: 100 }, { until: now + HOUR })
  assert.deepEqual([(await shows(ana, other)).returns, (await shows(ana, card)).returns], [{}, { singleMax: 100 }])
  assert.deepEqual([(await charges(card, 200)).approved, (await charges(other, 200)).approved], [true, false])
  await at(now + HOUR)
  assert.deepEqual([(await charges(card, 200)).approved, (await charges(other, 200)).approved], [false, true])
})

test('a newer save ends the return; one with its own time returns to what was before the first', async () => {
  const { ana, card, now } = await someone()
  const { controlNo } = await sets(ana, card, { singleMax: 1 })
  await sets(ana, card, { singleMax: 2 }, { until: now + HOUR })
  await sets(ana, card, { singleMax: 3 }, { until: now + 2 * HOUR })
  await at(now + HOUR)
  assert.deepEqual((await shows(ana, card)).controls, { singleMax: 3 })
  await at(now + 2 * HOUR)
  assert.equal((await shows(ana, card)).controlNo, controlNo)
  await sets(ana, card, { singleMax: 4 }, { until: now + 3 * HOUR })
  // The same document without a time: it stays.
  await sets(ana, card, { singleMax: 4 })
  assert.deepEqual([(await shows(ana, card)).until, await pending(ana)], [null, 0])
  await at(now + 3 * HOUR)
  assert.deepEqual((await shows(ana, card)).controls, { singleMax: 4 })
  // Back to what was before already: nothing to return to.
  await sets(ana, card, { singleMax: 5 }, { until: now + 4 * HOUR })
  await sets(ana, card, { singleMax: 4 }, { until: now + 5 * HOUR })
  assert.equal(await pending(ana), 0)
})

test('what a server of the version before has saved since is not undone', async () => {
  const { ana, card, now } = await someone()
  const { controlNo } = await sets(ana, card, { singleMax: 1 })
  await sets(ana, card, { singleMax: 2 })
  await sets(ana, card, { singleMax: 3 }, { until: now + HOUR })
  // It knows nothing of returns.
  await sql`UPDATE card SET control_no = ${controlNo}::bigint WHERE account_id = ${ana.accountId}`.execute(owner)
  assert.equal((await shows(ana, card)).until, null)
  await at(now + HOUR)
  assert.deepEqual([(await shows(ana, card)).controls, await pending(ana)], [{ singleMax: 1 }, 0])
})

test('groups, sub-accounts and accounts return as well', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const leo = await subOf(ana)
  const { gid } = await asks(ana, 'addCardGroup', { name: 'ads' })
  const now = nowMs()
  const all = [
    ['GROUP', gid],
    ['SUB', leo.subUid!],
    ['ACCOUNT', ana.accountId],
  ] as const
  for (const [scope, scopeId] of all) {
    await setsOf(ana, scope, scopeId, { singleMax: 1 })
    await setsOf(ana, scope, scopeId, { singleMax: 2 }, { until: now + HOUR })
  }
  await at(now + HOUR)
  for (const [scope, scopeId] of all)
    assert.deepEqual((await showControls(ana, { scope, scopeId })).controls, { singleMax: 1 })
})

test('a card that is closed meanwhile stays as it is', async () => {
  const { ana, card, now } = await someone()
  await sets(ana, card, { singleMax: 1 })
  await sets(ana, card, { singleMax: 2 }, { until: now + HOUR })
  await asks(ana, 'deleteCard', { cardId: card.cardId, requestNo: requestNo() })
  await at(now + HOUR)
  assert.deepEqual([(await shows(ana, card)).controls, await pending(ana)], [{ singleMax: 2 }, 0])
})

test('a time that is over or more than 90 days ahead is refused at its field', async () => {
  const { ana, card, now } = await someone()
  setClock(() => now)
  for (const until of [now, now - 1, now + 90 * DAY + 1])
    await assert.rejects(sets(ana, card, { singleMax: 1 }, { until }), refusedAs('invalid', 'until'))
  assert.equal((await sets(ana, card, { singleMax: 1 }, { until: now + 90 * DAY })).ok, 1)
})

test('what a parent loosened for a time comes back locked, whatever the sub-account tries meanwhile', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 10_000 })
  const now = nowMs()
  await sets(ana, card, { singleMax: 100, pinned: 1 })
  await sets(ana, card, { singleMax: 900 }, { until: now + HOUR })
  for (const more of [{}, { until: now + 30 * DAY }])
    assert.equal((await sets(leo, card, { singleMax: 901 }, more)).refusal, 'controls_pinned')
  await at(now + HOUR)
  assert.deepEqual((await shows(leo, card)).controls, { singleMax: 100, pinned: 1 })
  // Its own return is off once the parent has set something.
  await sets(ana, card, {})
  await sets(leo, card, { singleMax: 5_000 }, { until: now + 2 * HOUR })
  await sets(ana, card, { singleMax: 50, pinned: 1 })
  await at(now + 2 * HOUR)
  assert.deepEqual((await shows(leo, card)).controls, { singleMax: 50, pinned: 1 })
})

test('moving the lock neither ends the time nor lets a sub-account keep what its parent has loosened', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 10_000 })
  const now = nowMs()
  const moves = (who: Person, move: 'REARM' | 'RELEASE') =>
    transaction((tx) => moveLock(who, { cardId: card.cardId, move }, tx))
  await sets(ana, card, { singleMax: 100, pinned: 1 })
  await sets(ana, card, { singleMax: 900 }, { until: now + HOUR })
  await assert.rejects(moves(leo, 'REARM'), refusedAs('controls_pinned'))
  await moves(ana, 'REARM')
  const { controls, until } = await shows(ana, card)
  assert.deepEqual([controls, until], [{ singleMax: 900, lock: { by: 'BRAND' } }, now + HOUR])
  await at(now + HOUR)
  assert.deepEqual([(await shows(ana, card)).controls, await pending(ana)], [{ singleMax: 100, pinned: 1 }, 0])
})

test('a sweep that is killed has returned nothing, and two at once return once', async () => {
  const { ana, card, now } = await someone()
  await sets(ana, card, { singleMax: 1 })
  await sets(ana, card, { singleMax: 2 }, { until: now + HOUR })
  setClock(() => now + HOUR)
  await sql`REVOKE INSERT ON control_change FROM ${sql.id(SERVER_ROLE)}`.execute(owner)
  try {
    await assert.rejects(returnControls(), /permission denied/)
  } finally {
    await sql`GRANT INSERT ON control_change TO ${sql.id(SERVER_ROLE)}`.execute(owner)
  }
  assert.deepEqual([(await shows(ana, card)).controls, await pending(ana)], [{ singleMax: 2 }, 1])
  await Promise.all([returnControls(), returnControls(), returnControls()])
  assert.deepEqual([(await shows(ana, card)).controls, await pending(ana)], [{ singleMax: 1 }, 0])
  assert.equal((await history(ana, card)).filter(({ returned }) => returned).length, 1)
})

test('a save and the return at the same moment: the save is what stays', async () => {
  const { ana, card, now } = await someone()
  await sets(ana, card, { singleMax: 1 })
  for (let n = 0; n < 8; n++) {
    await sets(ana, card, { singleMax: 2 }, { until: now + (n + 1) * HOUR })
    setClock(() => now + (n + 1) * HOUR)
    await Promise.all([returnControls(), sets(ana, card, { singleMax: 100 + n })])
    assert.deepEqual([(await shows(ana, card)).controls, await pending(ana)], [{ singleMax: 100 + n }, 0])
  }
})

test('a card that takes the place of another has its return, too', async () => {
  const { ana, card, now } = await someone()
  await sets(ana, card, { singleMax: 100 })
  await sets(ana, card, { singleMax: 900 }, { until: now + HOUR })
  const { cardId } = await asks(ana, 'replaceCard', {
    cardId: card.cardId,
    reason: 'EXPIRING',
    keepDays: 7,
    requestNo: requestNo(),
  })
  const of = () => showControls(ana, { scope: 'CARD', scopeId: cardId })
  assert.deepEqual([(await of()).controls, (await of()).until], [{ singleMax: 900 }, now + HOUR])
  await at(now + HOUR)
  assert.deepEqual((await of()).controls, { singleMax: 100 })
})
