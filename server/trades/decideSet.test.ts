import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import pg from 'pg'
import { owner } from '#test/database.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  event,
  newRef,
  request,
  shop,
  tells,
  tradesOf,
  type Charge,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { panHash } from '../cards/cards.ts'
import { DAY, dayOf, setClock } from '../core/clock.ts'
import { cellOf } from '../core/database/cells.ts'
import { CONFIRM_DURABLE, db, many, maybeOne, pool, sql } from '../core/db.ts'
import type { LaneClient } from './decide/connections.ts'
import { decideSet, othersThanOneCell } from './decide/decideSet.ts'
import { merchantNumber } from './decide/merchants.ts'
import { moneyOf } from './decide/moneyOf.ts'

// Before the database goes, which the next line does afterwards.
after(() => client?.end())
withIssuer({ connections: 20 })
afterEach(() => setClock())

/** A connection of the decision path that keeps what it was asked. */
let client: LaneClient | undefined
let sent: string[]
async function connect(): Promise<LaneClient> {
  const fresh = new pg.Client({ connectionString: pool.options.connectionString, pipeline: true }) as LaneClient
  await fresh.connect()
  const query = fresh.query.bind(fresh) as (asked: string | { name: string }) => unknown
  fresh.query = ((asked: string | { name: string }) => {
    sent.push(typeof asked === 'string' ? asked : asked.name)
    return query(asked)
  }) as typeof fresh.query
  return fresh
}
const members = async (asked: readonly ReturnType<typeof request>[]) => {
  const merchantNo = await merchantNumber(shop)
  return asked.map((request) => ({ request, panHash: hashOf(request), merchantNo }))
}
const hashOf = ({ cardNumber }: { cardNumber: string }) => panHash(cardNumber).toString('hex')
async function decidesAsSet(...asked: ReturnType<typeof request>[]) {
  client ??= await connect()
  sent = []
  return decideSet(client, await members(asked), 'simulated')
}
/** `idle`: no transaction is open on it, and it keeps no lock. */
const stateOfClient = async () => {
  const { processID } = client as unknown as { processID: number }
  const row = await maybeOne(owner, sql<{ state: string }>`SELECT state FROM pg_stat_activity WHERE pid = ${processID}`)
  return row?.state
}
const twoCards = async (): Promise<[Plastic, Plastic]> => {
  const ana = await newAccount({ balanceCents: 500_000 })
  return [await cardInHand(ana, { rechargeAmount: 90_000 }), await cardInHand(ana, { rechargeAmount: 90_000 })]
}
const euros: Charge = { merchantCurrency: 'EUR', merchantAmount: 2000, rate: '1.08' }

test('where a card’s money lies is known from its first decision on', async () => {
  const [card] = await twoCards()
  assert.equal(moneyOf(hashOf(card)), undefined)
  const authorization = request(card, 100)
  await decidesAsSet(authorization)
  assert.equal(moneyOf(hashOf(card))!.laId, (await authOf(authorization.ref))!.la_id)
})

test('an unknown number opens nothing and leaves nothing open', async () => {
  const [card] = await twoCards()
  const { answers, accountIds, news } = await decidesAsSet(request({ ...card, cardNumber: '4111111111111111' }, 100))
  assert.equal(answers[0]!.reason, 'CARD_NOT_FOUND')
  assert.deepEqual([accountIds.size, news, await stateOfClient()], [0, [], 'idle'])
  assert.deepEqual([sent.at(-1), sent.includes(CONFIRM_DURABLE)], ['ROLLBACK', false])
})

test('a repeated answer is sent only after its commit is certain, also the only one of a set', async () => {
  const [card] = await twoCards()
  const authorization = request(card, 100)
  const [first] = (await decidesAsSet(authorization)).answers
  assert.equal(sent.includes(CONFIRM_DURABLE), false)
  assert.deepEqual((await decidesAsSet(authorization)).answers, [first])
  assert.deepEqual(sent.slice(-2), [CONFIRM_DURABLE, 'COMMIT'])
  assert.equal(await stateOfClient(), 'idle')
  assert.equal((await moneyOn(card, card.cardId)).held, 100)
})

test('a set that cannot be written has no answers, holds nothing, and the connection goes on', async () => {
  const [card] = await twoCards()
  await assert.rejects(decidesAsSet(request(card, 100), request(card, 101, { rate: '\0' })))
  assert.deepEqual([await stateOfClient(), (await moneyOn(card, card.cardId)).held], ['idle', 0])
  // Not even read: no commit follows that would end the transaction.
  const unreadable = { request: request(card, 100), panHash: 'no hash', merchantNo: 1 }
  await assert.rejects(decideSet(client!, [unreadable], 'simulated'))
  assert.equal(await stateOfClient(), 'idle')
  assert.equal((await decidesAsSet(request(card, 100))).answers[0]!.approved, true)
})

test('a card ends with the moment in which it expires', async () => {
  const [card] = await twoCards()
  const end = Date.now()
  await sql`UPDATE card SET expires_at = ${new Date(end)} WHERE card_id = ${card.cardId}`.execute(owner)
  setClock(() => end - 1)
  assert.equal((await decidesAsSet(request(card, 100))).answers[0]!.approved, true)
  setClock(() => end)
  assert.equal((await decidesAsSet(request(card, 101))).answers[0]!.reason, 'CARD_EXPIRED')
})

test('what a card has used is not written to another card of its account', async () => {
  const [one, two] = await twoCards()
  await charges(one, 100)
  await charges(two, 200)
  await charges(two, 201)
  await charges(one, 101, { merchant: { ...shop, id: 'other' } })
  const used = async ({ cardId }: Plastic) => {
    const row = await maybeOne(
      db,
      sql<{ approved: number; day_cents: number }>`
      SELECT approved, day_cents FROM card_usage JOIN card USING (la_id) WHERE card_id = ${cardId}`,
    )
    return [row!.approved, row!.day_cents]
  }
  assert.deepEqual(
    [await used(one), await used(two)],
    [
      [2, 201],
      [2, 401],
    ],
  )
})

test('a day’s figures are added to those that the day already has', async () => {
  const [card] = await twoCards()
  const noon = Date.UTC(2026, 10, 21, 4)
  let n = 0
  const on = async (day: number, cents: number) => {
    setClock(() => noon + day * DAY + n++)
    return (await charges(card, cents + n)).approved
  }
  assert.deepEqual([await on(0, 100), await on(0, 200), await on(0, 200_000)], [true, true, false])
  assert.equal(await on(1, 300), true)
  // A clock that was set back: the first day goes on.
  assert.deepEqual([await on(0, 400), await on(0, 200_000)], [true, false])
  assert.equal(await on(1, 500), true)
  const days = await many(
    db,
    sql<{ day: number; approved: number; declined: number }>`
    SELECT day, approved, declined FROM card_day WHERE card_id = ${card.cardId} ORDER BY day`,
  )
  const first = dayOf(noon)
  assert.deepEqual(days, [
    { day: first, approved: 3, declined: 2 },
    { day: first + 1, approved: 1, declined: 0 },
  ])
})

test('an authorization takes over the event that waited for it, and none of another card, name or issuer', async () => {
  const [one, two] = await twoCards()
  const [ref, otherRef] = [newRef(), newRef()]
  const earlier = request(one, 50)
  await decides(earlier)
  const clears = (card: Plastic, authRef: string) =>
    tells(event('clearing.posted', card, 2160, { ...euros, authRef, final: false }))
  await clears(one, ref)
  await clears(two, ref)
  await clears(one, otherRef)
  // The same name and card at another issuer.
  await sql`
    INSERT INTO auth_awaited (cell, issuer_ref, issuer_id, card_id, reversed, cleared_cents, fee_cents, created_at)
    SELECT cell, issuer_ref, 'other', card_id, reversed, cleared_cents, fee_cents, created_at
      FROM auth_awaited WHERE issuer_ref = ${ref} AND card_id = ${one.cardId}`.execute(owner)

  const { answers } = await decidesAsSet(request(one, 2160, { ...euros, ref }))
  assert.equal(sent.includes('decide-adopt'), true)
  const auth = (await authOf(ref))!
  assert.deepEqual(
    [answers[0]!.approved, auth.status, auth.cleared_cents, auth.fee_taken_cents],
    [true, 'COMPLETE', 2160, 32],
  )
  const waiting = await many(
    db,
    sql<{ issuer_ref: string; issuer_id: string; card_id: string }>`
    SELECT issuer_ref, issuer_id, card_id FROM auth_awaited WHERE issuer_ref IN (${ref}, ${otherRef})
     ORDER BY issuer_id, issuer_ref = ${ref}`,
  )
  assert.deepEqual(
    waiting.map((row) => [row.issuer_ref, row.issuer_id, row.card_id]),
    [
      [ref, 'other', one.cardId],
      [otherRef, 'simulated', one.cardId],
      [ref, 'simulated', two.cardId],
    ],
  )
  const adopted = async (card: Plastic) =>
    (await tradesOf(card)).map(({ auth_id, awaited_ref }) => [auth_id, awaited_ref])
  assert.deepEqual(
    (await adopted(one)).filter(([authId]) => authId !== null),
    [[auth.auth_id, null]],
  )
  assert.ok((await adopted(one)).some(([authId, awaited]) => authId === null && awaited === otherRef))
  assert.deepEqual(
    (await adopted(two)).filter(([, awaited]) => awaited !== null),
    [[null, ref]],
  )
  assert.equal((await authOf(earlier.ref))!.fee_taken_cents, 0)
  await decidesAsSet(request(one, 77))
  assert.equal(sent.includes('decide-adopt'), false, 'nothing waited for this one')
  await sql`DELETE FROM auth_awaited WHERE issuer_id = 'other'`.execute(owner)
  await booksHold()
})

test('a set whose statements name its cell, as where an engine spreads the tables, decides as any other', async () => {
  const [one, two] = await twoCards()
  let far: Plastic
  do far = await cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 90_000 })
  while (cellOf(far.accountId) === cellOf(one.accountId))
  const ref = newRef()
  await tells(event('clearing.posted', one, 2160, { ...euros, authRef: ref, final: false }))
  const unknown = { ...one, cardNumber: '4111111111111111' }
  const asked = [
    request(one, 2160, { ...euros, ref }),
    request(far, 50),
    request(unknown, 100),
    request(two, 300),
    request(two, 89_900),
  ]
  client ??= await connect()
  const set = await members(asked)
  const others = await othersThanOneCell(client, set)
  assert.deepEqual(
    others.map(({ request }) => request),
    [asked[1]],
  )
  sent = []
  const { answers, accountIds } = await decideSet(client, set, 'simulated', true)
  assert.deepEqual(
    answers.map(({ approved, reason }) => reason ?? approved),
    [true, 'CARD_NOT_FOUND', true, 'INSUFFICIENT_FUNDS'],
  )
  assert.deepEqual([...accountIds], [one.accountId])
  const plain = ['lock', 'read', 'known', 'write', 'adopt'].map((name) => `decide-${name}`)
  assert.deepEqual(
    [sent.filter((name) => plain.includes(name)), plain.every((name) => sent.includes(`${name}-placed`))],
    [[], true],
  )
  assert.equal((await authOf(ref))!.cleared_cents, 2160)
  assert.deepEqual((await decideSet(client, set, 'simulated', true)).answers, answers)
  const [elsewhere] = (await decideSet(client, others, 'simulated', true)).answers
  assert.equal(elsewhere!.approved, true)
  await booksHold()
})
