import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { asAdmin, testWorkers } from '#bin/postgres/testCluster.ts'
import pg from 'pg'
import { owner } from '#test/database.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  decidesSet,
  event,
  lane,
  membersOf,
  newRef,
  request,
  shop,
  tells,
  tradesOf,
  type Charge,
  type Plastic,
  type TestLane,
} from '#test/fixtures/trades.ts'
import { partitionOf } from '#test/fixtures/plans.ts'
import { newAccount } from '#test/world.ts'
import { panHash } from '../cards/cards.ts'
import { DAY, dayOf, setClock } from '../core/clock.ts'
import { cellOf } from '../core/database/cells.ts'
import { CONFIRM_DURABLE, db, many, maybeOne, sql } from '../core/db.ts'
import type { LaneClient } from './decide/connections.ts'
import { decideSet, lookUp } from './decide/decideSet.ts'
import { moneyOf } from './decide/moneyOf.ts'
import { Moved } from './decide/shards.ts'
import { COPIED, IN_CELLS, onShard } from './decide/statements.ts'

// Before the database goes, which the next line does afterwards.
after(() => its?.end())
const { database } = withIssuer({ connections: 20 })
afterEach(() => setClock())

/** Connections of the decision path that keep what they were asked. */
let its: TestLane | undefined
let sent: string[]
const clients: LaneClient[] = []
const keepsAsked = (client: LaneClient): void => {
  clients.push(client)
  const query = client.query.bind(client) as (asked: string | { name: string }, values?: unknown[]) => unknown
  client.query = ((asked: string | { name: string }, values?: unknown[]) => {
    sent.push(typeof asked === 'string' ? asked : asked.name.replace(/-\d+$/, ''))
    return query(asked, values)
  }) as typeof client.query
}
const hashOf = ({ cardNumber }: { cardNumber: string }) => panHash(cardNumber).toString('hex')
async function decidesAsSet(...asked: ReturnType<typeof request>[]) {
  sent = []
  its ??= await lane(keepsAsked)
  sent = []
  return decidesSet(its, await membersOf(asked))
}
/** `idle`: no transaction is open on them, and they keep no lock. */
const stateOfClients = async () => {
  const states: string[] = []
  for (const { host, port, processID } of clients as unknown as { host: string; port: number; processID: number }[]) {
    const there = Object.assign(new URL(database.ownerUrl), { hostname: host, port: String(port) }).href
    await asAdmin(there, async (client) => {
      const { rows } = await client.query<{ state: string }>('SELECT state FROM pg_stat_activity WHERE pid = $1', [
        processID,
      ])
      states.push(rows[0]!.state)
    })
  }
  return [...new Set(states)].join()
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
  const { answers, cardsOf, news } = await decidesAsSet(request({ ...card, cardNumber: '4111111111111111' }, 100))
  assert.equal(answers[0]!.reason, 'CARD_NOT_FOUND')
  assert.deepEqual([cardsOf.size, news, await stateOfClients()], [0, [], 'idle'])
  assert.deepEqual([sent.at(-1), sent.includes(CONFIRM_DURABLE)], ['ROLLBACK', false])
})

test('a repeated answer is sent only after its commit is certain, also the only one of a set', async () => {
  const [card] = await twoCards()
  const authorization = request(card, 100)
  const [first] = (await decidesAsSet(authorization)).answers
  assert.equal(sent.includes(CONFIRM_DURABLE), false)
  assert.deepEqual((await decidesAsSet(authorization)).answers, [first])
  assert.deepEqual(sent.slice(-2), [CONFIRM_DURABLE, 'COMMIT'])
  assert.equal(await stateOfClients(), 'idle')
  assert.equal((await moneyOn(card, card.cardId)).held, 100)
})

test('a set that cannot be written has no answers, holds nothing, and the connection goes on', async () => {
  const [card] = await twoCards()
  await assert.rejects(decidesAsSet(request(card, 100), request(card, 101, { rate: '\0' })))
  assert.deepEqual([await stateOfClients(), (await moneyOn(card, card.cardId)).held], ['idle', 0])
  // Not even read: no commit follows that would end the transaction.
  const unreadable = { request: request(card, 100), issuerId: 'simulated', cardHash: 'no hash', merchantNo: 1 }
  await assert.rejects(decidesSet(its!, [unreadable]))
  assert.equal(await stateOfClients(), 'idle')
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
      SELECT approved, day_cents FROM card_usage JOIN card USING (cell, la_id) WHERE card_id = ${cardId}`,
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

test('only the first purchase of a card on a day inserts rows beside the authorization', async () => {
  const [one, two] = await twoCards()
  const noon = Date.UTC(2026, 10, 21, 4)
  const writes = async (hours: number, ...cards: Plastic[]) => {
    setClock(() => noon + hours * 3_600_000)
    const { answers } = await decidesAsSet(...cards.map((card, n) => request(card, 100 + hours + n)))
    assert.ok(answers.every(({ approved }) => approved))
    return sent.filter((name) => name.startsWith('decide-write'))
  }
  assert.deepEqual(await writes(0, one), ['decide-write-first'])
  assert.deepEqual(await writes(1, one), ['decide-write'])
  assert.deepEqual(await writes(2, one, two), ['decide-write-first'])
  assert.deepEqual(await writes(3, one, two), ['decide-write'])
  assert.deepEqual(await writes(24, two, one), ['decide-write-first'])
  assert.deepEqual(await writes(25, two, one), ['decide-write'])
  const used = await many(
    db,
    sql<{ approved: number; day_cents: number }>`
    SELECT approved, day_cents FROM card_usage JOIN card USING (cell, la_id) WHERE card_id IN (${one.cardId}, ${two.cardId})
     ORDER BY card_id = ${two.cardId}`,
  )
  assert.deepEqual(used, [
    { approved: 2, day_cents: 125 + 126 },
    { approved: 2, day_cents: 124 + 125 },
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

/** A connection on which partitions are the shards. The server's role may not name them. */
async function onPartitions(accountId: string) {
  const client = new pg.Client({ connectionString: database.ownerUrl, pipeline: true }) as LaneClient
  await client.connect()
  const names = Object.fromEntries(['auth', 'trade'].map((table) => [table, partitionOf(table, accountId)]))
  return { client, shard: { id: '7', statements: onShard('7', names) } }
}
const skip = testWorkers.length > 0 && 'skipped: there each set is decided on shards'

test(
  'a set on the shards of some cells, as where an engine spreads the tables, decides as any other',
  { skip },
  async () => {
    const [one, two] = await twoCards()
    const part = partitionOf('auth', one.accountId)
    let near: Plastic
    do near = await cardInHand(await newAccount({ balanceCents: 500_000 }), { rechargeAmount: 90_000 })
    while (partitionOf('auth', near.accountId) !== part || cellOf(near.accountId) === cellOf(one.accountId))
    const ref = newRef()
    await tells(event('clearing.posted', one, 2160, { ...euros, authRef: ref, final: false }))
    const set = await membersOf([
      request(one, 2160, { ...euros, ref }),
      request(near, 50),
      request({ ...one, cardNumber: '4111111111111111' }, 100),
      request(two, 300),
      request(two, 89_900),
    ])
    const { client, shard } = await onPartitions(one.accountId)
    keepsAsked(client)
    sent = []
    try {
      await lookUp(client, set)
      for (const here of [false, true]) {
        await sql.raw(`CREATE OR REPLACE FUNCTION keep_shard(bigint) RETURNS boolean RETURN ${here}`).execute(owner)
        if (here) continue
        await assert.rejects(decideSet(client, set, shard), Moved)
        assert.deepEqual([await stateOfClients(), (await moneyOn(one, one.cardId)).held], ['idle', 0])
      }
      const { answers, cardsOf } = await decideSet(client, set, shard)
      assert.deepEqual(
        answers.map(({ approved, reason }) => reason ?? approved),
        [true, true, 'CARD_NOT_FOUND', true, 'INSUFFICIENT_FUNDS'],
      )
      assert.deepEqual(
        cardsOf,
        new Map([
          [one.accountId, new Set([one.cardId, two.cardId])],
          [near.accountId, new Set([near.cardId])],
        ]),
      )
      for (const name of ['find', 'keep', 'lock', 'read', 'known', 'write-first', 'adopt'])
        assert.ok(sent.includes(`decide-${name}`), name)
      assert.equal((await authOf(ref))!.cleared_cents, 2160)
      assert.deepEqual((await decideSet(client, set, shard)).answers, answers)
    } finally {
      clients.pop()
      await client.end()
      await sql`DROP FUNCTION keep_shard(bigint)`.execute(owner)
    }
    await booksHold()
  },
)

test('statements on shards name no table that is spread', () => {
  const names = Object.fromEntries([...IN_CELLS, ...COPIED].map((table) => [table, `${table}_102008`]))
  for (const { name, text } of Object.values(onShard('7', names))) {
    const read = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_\d]+)/g)].map(([, table]) => table!)
    const own = [...text.matchAll(/\b([a-z_]+) AS (?:MATERIALIZED )?\(/g)].map(([, name]) => name!)
    assert.deepEqual(
      read.filter((table) => !table.endsWith('_102008') && !own.includes(table) && table !== 'unnest'),
      [],
      name,
    )
  }
})
