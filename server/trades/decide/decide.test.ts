import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { asks, booksHold, moneyOn, newsTo, requestNo, withIssuer } from '#test/fixtures/cards.ts'
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
  newRef,
  request,
  shop,
  tells,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { liftCvcBlocks, blockedByCvc, ranShort } from '../cardBlocks.ts'
import { merchantNumber } from './merchants.ts'
import { shardsNow } from './shards.ts'
import { AT_HOME, type SetStatements } from './statements.ts'

withIssuer({ connections: 30 })
after(() => setClock())

const HOUR = 3_600_000
const aCard = async (cents = 5000) => cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: cents })
const held = async (card: { accountId: string; cardId: string }) => (await moneyOn(card, card.cardId)).held

test('an approval holds its money before anybody hears of it', async () => {
  const card = await aCard()
  const authorization = request(card, 3000)
  const answer = await decides(authorization)
  const auth = await authOf(authorization.ref)
  assert.deepEqual(answer, { approved: true, amountCents: 3000, isoCode: '00', authorizationId: auth!.auth_id })
  assert.deepEqual(
    [auth!.status, auth!.amount_cents, auth!.held_cents, await held(card)],
    ['PENDING', 3000, 3000, 3000],
  )
  assert.equal((await moneyOn(card, card.cardId)).available, 2000)
  await booksHold()
})

test('a decline holds nothing and says why', async () => {
  const card = await aCard()
  const authorization = request(card, 5001)
  const answer = await decides(authorization)
  const auth = await authOf(authorization.ref)
  assert.deepEqual([answer.approved, answer.reason, answer.isoCode], [false, 'INSUFFICIENT_FUNDS', '51'])
  assert.deepEqual(
    [auth!.status, auth!.reason, auth!.counted, auth!.amount_cents, await held(card)],
    ['DECLINED', 'INSUFFICIENT_FUNDS', true, 5001, 0],
  )
})

test('an unknown number is declined and written nowhere', async () => {
  const card = await aCard()
  const authorization = request({ ...card, cardNumber: '4111111111111111' }, 100)
  assert.equal((await decides(authorization)).reason, 'CARD_NOT_FOUND')
  assert.equal(await authOf(authorization.ref), undefined)
})

test('the same request again, at once and later, is answered again and holds once', async () => {
  const card = await aCard()
  const authorization = request(card, 1000)
  const answers = await Promise.all(Array.from({ length: 30 }, () => decides(authorization)))
  const later = await decides(authorization)
  assert.deepEqual(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.deepEqual(later, answers[0])
  assert.equal(await held(card), 1000)
  const declined = request(card, 999_999)
  assert.deepEqual(await decides(declined), await decides(declined))
  await booksHold()
})

test('one request on the connections of two servers holds once', async () => {
  const card = await aCard()
  const lanes = await Promise.all(Array.from({ length: 2 }, () => lane()))
  const set = await membersOf([request(card, 1000)])
  const [one, two] = await Promise.all(lanes.map((its) => decidesSet(its, set)))
  assert.deepEqual(one!.answers, two!.answers)
  assert.equal(await held(card), 1000)
  await Promise.all(lanes.map((its) => its.end()))
})

/** The money of cards, in the order in which it is locked. */
const moneyOf = (cards: readonly Plastic[]) =>
  many(
    db,
    sql<{ account_id: string; card_id: string; la_id: number }>`
    SELECT account_id, card_id, la_id FROM card WHERE card_id = ANY (${cards.map(({ cardId }) => cardId)}) ORDER BY la_id`,
  )
/** Checks that a statement that waits for the lock of this money finds all of it afterwards. */
async function findsAll(
  laIds: readonly number[],
  cell: number,
  lock: (on: SetStatements) => { text: string; values: unknown[] },
) {
  const lanes = await Promise.all([lane(), lane()])
  const [{ client: first }, { client: second, shard }] = [lanes[0], await lanes[1].at(cell)]
  await first.query('BEGIN')
  const changes = (by: number) =>
    first.query(`UPDATE ledger_account SET held = held + ${by} WHERE la_id = ANY ($1)`, [laIds])
  await changes(1)
  const waits = second.query(lock(shard?.statements ?? AT_HOME))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await changes(-1)
  await first.query('COMMIT')
  const locked = (await waits).rows as { la_id: number }[]
  assert.deepEqual(
    locked.map(({ la_id }) => la_id),
    laIds,
  )
  await Promise.all(lanes.map((its) => its.end()))
}
test('a set that waited for another one finds the money of all its cards', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const laIds = (await moneyOf([await cardInHand(ana), await cardInHand(ana)])).map(({ la_id }) => la_id)
  const cell = cellOf(ana.accountId)
  const values = [laIds.map(() => cell), laIds].map((list) => `{${list.join(',')}}`)
  await findsAll(laIds, cell, ({ LOCK }) => ({ ...LOCK, values }))
})

test('two hundred purchases at once on one card never overdraw it', async () => {
  const card = await aCard(5000)
  const merchants = Array.from({ length: 200 }, (_, i) => ({ ...shop, id: `mer_${i}` }))
  // Where each node has a copy of the merchants, new ones are written one after another.
  for (const merchant of merchants) await merchantNumber(merchant)
  const answers = await Promise.all(merchants.map((merchant) => charges(card, 100, { merchant })))
  assert.equal(answers.filter(({ approved }) => approved).length, 50)
  const { held, available } = await moneyOn(card, card.cardId)
  assert.deepEqual([held, available], [5000, 0])
  await booksHold()
})

test('the same without the lock overdraws: the test can see it', async () => {
  const card = await aCard(5000)
  await charges(card, 1) // a card's first purchase inserts a row, which is a guard of its own
  const locks = [AT_HOME.LOCK, ...new Set(shardsNow()?.map(({ statements }) => statements.LOCK))].map((lock) => ({
    lock,
    guarded: { ...lock },
  }))
  for (const { lock, guarded } of locks)
    Object.assign(lock, { name: `${guarded.name}-not`, text: guarded.text.replace(/FOR UPDATE( OF money)?/, '') })
  try {
    const lanes = await Promise.all(Array.from({ length: 8 }, () => lane()))
    const sets = await Promise.all(lanes.map((_, i) => membersOf([request(card, 3000 + i)])))
    const answers = await Promise.all(lanes.map((its, i) => decidesSet(its, sets[i]!)))
    await Promise.all(lanes.map((its) => its.end()))
    assert.ok(answers.filter(({ answers: [answer] }) => answer!.approved).length > 1)
    assert.ok((await moneyOn(card, card.cardId)).available < 0)
  } finally {
    for (const { lock, guarded } of locks) Object.assign(lock, guarded)
  }
})

test('a set of many cards, some in it twice, is decided in the order in which it was asked', async () => {
  const [one, two] = [await aCard(5000), await aCard(5000)]
  const authorization = [
    request(one, 4000),
    request(two, 4000),
    request(one, 2000),
    request(one, 1000),
    request(two, 1001),
  ]
  const its = await lane()
  const { answers } = await decidesSet(its, await membersOf(authorization))
  await its.end()
  assert.deepEqual(
    answers.map(({ approved }) => approved),
    [true, true, false, true, false],
  )
  assert.deepEqual([await held(one), await held(two)], [5000, 4000])
  await booksHold()
})

test('a request that cannot be decided does not take its set with it', async () => {
  const card = await aCard()
  const bad = request(card, 100, { rate: '\0' }) // a character that PostgreSQL cannot store
  const [good, broken] = await Promise.all([charges(card, 200), decides(bad)])
  assert.deepEqual([good.approved, broken.reason], [true, 'SYSTEM_ERROR'])
  assert.equal(await held(card), 200)
})

test('three wrong codes in a day stop the card at once, and show as a block, for a day', async () => {
  const card = await aCard()
  for (let i = 0; i < 3; i++)
    assert.equal((await charges(card, 100 + i, { cvc: '999' === card.cvc ? '998' : '999' })).reason, 'CVC_MISMATCH')
  assert.equal((await charges(card, 200)).reason, 'CARD_RISK_BLOCKED')
  await blockedByCvc(card)
  assert.deepEqual(await blocksOn(card), 2)
  setClock(() => Date.now() + 25 * HOUR)
  await liftCvcBlocks()
  assert.equal((await charges(card, 300)).approved, true)
  assert.deepEqual(await blocksOn(card), 0)
  setClock()
})

test('three times short of money: the owner is told and may unfreeze', async () => {
  const ana = await newAccount({ balanceCents: 100_000 })
  const card = await cardInHand(ana)
  for (let i = 0; i < 3; i++) await charges(card, 6000 + i)
  await ranShort(card)
  assert.equal((await charges(card, 100)).reason, 'CARD_PAUSED')
  assert.ok((await newsTo(ana)).includes('card_blocked_by_system'))
  await asks(ana, 'freezeCard', { cardId: [card.cardId], frozen: false, requestNo: requestNo() })
  assert.equal((await charges(card, 101)).approved, true)
})

test('a verification of no amount holds nothing, and is never counted', async () => {
  const card = await aCard()
  const authorization = request(card, 0)
  const answer = await decides(authorization)
  assert.deepEqual([answer.approved, answer.amountCents, answer.isoCode], [true, 0, '85'])
  const wrong = request(card, 0, { expMonth: card.expMonth === 1 ? 2 : 1 })
  assert.equal((await decides(wrong)).reason, 'EXPIRY_MISMATCH')
  assert.deepEqual(
    [(await authOf(authorization.ref))!.status, (await authOf(wrong.ref))!.counted, await held(card)],
    ['COMPLETE', false, 0],
  )
})

test('a terminal that takes less gets a part, code 10', async () => {
  const card = await aCard()
  const authorization = request(card, 9000, { partialOk: true })
  assert.deepEqual(await decides(authorization), {
    approved: true,
    amountCents: 5000,
    isoCode: '10',
    authorizationId: (await authOf(authorization.ref))!.auth_id,
  })
  assert.equal(await held(card), 5000)
})

test('a conversion holds its fee: EUR 20.00 at 1.08 holds 21.92', async () => {
  const card = await aCard()
  assert.equal(
    (await charges(card, 2160, { merchantCurrency: 'EUR', merchantAmount: 2000, rate: '1.08' })).approved,
    true,
  )
  assert.equal(await held(card), 2192)
})

test('the same purchase twice within a minute is a duplicate; after a reversal it is not', async () => {
  const card = await aCard()
  const first = request(card, 1000)
  assert.equal((await decides(first)).approved, true)
  assert.equal((await charges(card, 1000)).reason, 'DUPLICATE')
  await tells(event('auth.reversed', card, 1000, { authRef: first.ref, final: true }))
  assert.equal((await charges(card, 1000)).approved, true)
})

test('an account that is shut down has no card that pays', async () => {
  const card = await aCard()
  await transaction((tx) => changeAccount(tx, card.accountId, { risk: 'SHUTDOWN' }))
  assert.equal((await charges(card, 100)).reason, 'ACCOUNT_SHUTDOWN')
})

test('an increment holds more under the same authorization, once', async () => {
  const card = await aCard()
  const authorization = request(card, 2000)
  await decides(authorization)
  const ref = newRef()
  const answers = await Promise.all([
    increments(card, authorization.ref, 1000, ref),
    increments(card, authorization.ref, 1000, ref),
  ])
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual([answers[0].approved, answers[0].amountCents, await held(card)], [true, 1000, 3000])
  assert.equal((await increments(card, authorization.ref, 2001)).reason, 'INSUFFICIENT_FUNDS')
  const auth = await authOf(authorization.ref)
  assert.deepEqual([auth!.amount_cents, auth!.held_cents], [3000, 3000])
  assert.deepEqual((await decides(authorization)).amountCents, 2000) // the first answer does not change
  await booksHold()
})

test('a busy card gives its day’s figures to the day when the next begins', async () => {
  const card = await aCard()
  await charges(card, 100)
  await charges(card, 99_999)
  setClock(() => Date.now() + 24 * HOUR)
  await charges(card, 101)
  setClock()
  const days = await db
    .selectFrom('card_day')
    .select(['approved', 'declined'])
    .where('card_id', '=', card.cardId)
    .execute()
  const usage = await db
    .selectFrom('card_usage')
    .innerJoin('card', (on) =>
      on.onRef('card.cell', '=', 'card_usage.cell').onRef('card.la_id', '=', 'card_usage.la_id'),
    )
    .select(['approved', 'declined'])
    .where('card_id', '=', card.cardId)
    .executeTakeFirst()
  assert.deepEqual([days, usage], [[{ approved: 1, declined: 1 }], { approved: 1, declined: 0 }])
})

const blocksOn = async ({ cardId }: { cardId: string }) =>
  (await db.selectFrom('card').select('blocks').where('card_id', '=', cardId).executeTakeFirstOrThrow()).blocks

test('no table and no row of a decision has the number', async () => {
  const card = await aCard()
  await charges(card, 123)
  const { rows } = await sql<{
    text: string
  }>`SELECT to_jsonb(auth)::text || coalesce(to_jsonb(usage)::text, '') AS text FROM auth JOIN card USING (cell, la_id) LEFT JOIN card_usage AS usage USING (cell, la_id) WHERE card.card_id = ${card.cardId}`.execute(
    db,
  )
  assert.ok(rows.length > 0)
  for (const { text } of rows)
    assert.ok(!text.includes(card.cardNumber) && !text.includes(card.cardNumber.slice(0, 12)))
})
