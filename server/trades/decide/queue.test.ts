import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { asAdmin, onDatabase, testWorkers } from '#bin/postgres/testCluster.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, decidesSet, lane, membersOf, request } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { closeDb, db, openDb, pool, sql, transaction } from '#server/core/db.ts'
import { closeLanes } from './connections.ts'
import type { Member } from './decideSet.ts'
import { moneyOf, remember } from './moneyOf.ts'
import { decide } from './queue.ts'

const { database } = withIssuer({ connections: 30 })

/** A request that another server has approved, but whose answer the network has not received. */
async function approvedElsewhere(): Promise<{ member: Member; held: () => Promise<number> }> {
  const card = await cardInHand(await newAccount({ balanceCents: 100_000 }))
  const [member] = (await membersOf([request(card, 1000)])) as [Member]
  const its = await lane()
  const { answers } = await decidesSet(its, [member])
  await its.end()
  assert.equal(answers[0]!.approved, true)
  return { member, held: async () => (await moneyOn(card, card.cardId)).held }
}

test('a repeated name is not declined while the database cannot be asked what became of it', async () => {
  const { member, held } = await approvedElsewhere()
  const url = pool.options.connectionString!
  await closeDb()
  openDb('postgres://127.0.0.1:1/away')
  try {
    assert.equal(await decide(member), undefined)
  } finally {
    await closeDb()
    openDb(url, { connections: 30 })
  }
  assert.equal(await held(), 1000)
  assert.equal((await decides(member.request)).approved, true) // the first answer, once the database responds
  await booksHold()
})

test('a repeated name is not declined while the database refuses to write', async () => {
  const { member, held } = await approvedElsewhere()
  // Where the tables are spread, on every node.
  const onNodes = async (change: string): Promise<void> => {
    const name = pg.escapeIdentifier(new URL(database.ownerUrl).pathname.slice(1))
    for (const node of [database.ownerUrl, ...testWorkers])
      await asAdmin(onDatabase(node, 'postgres'), (client) => client.query(`ALTER DATABASE ${name} ${change}`))
    await closeLanes()
  }
  await onNodes('SET default_transaction_read_only = on')
  try {
    assert.equal(await decide(member), undefined)
  } finally {
    await onNodes('RESET default_transaction_read_only')
  }
  assert.equal(await held(), 1000)
})

test('two sets never have the same card: what would wait for it leaves the connections to other cards', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const [busy, other] = [await cardInHand(ana), await cardInHand(ana)]
  const waitingFor = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'kaika decides' AND wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows[0]!.count
  }
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await decides(request(busy, 1)) // its place is known
  let answered = 0
  const asked: Promise<unknown>[] = []
  const asks = async (cents: number) => {
    const [member] = (await membersOf([request(busy, cents)])) as [Member]
    asked.push(decide(member).then((answer) => answered++ && assert.equal(answer?.approved, true)))
  }
  await transaction(async (tx) => {
    await sql`SELECT FROM ledger_account JOIN card USING (cell, la_id) WHERE card_id = ${busy.cardId} FOR UPDATE OF ledger_account`.execute(
      tx,
    )
    await asks(100)
    await until(async () => (await waitingFor()) === 1)
    for (let n = 0; n < 6; n++) {
      await asks(101 + n)
      // A set of its own, and it need not wait for anything.
      assert.equal((await decides(request(other, 200 + n))).approved, true)
      assert.equal(await waitingFor(), 1)
    }
    assert.equal(answered, 0)
  })
  await Promise.all(asked)
  assert.deepEqual([answered, (await moneyOn(busy, busy.cardId)).held], [7, 1 + 100 + 6 * 101 + 15])
  await booksHold()
})

test('a card that is not where it was remembered to be is looked up again', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const [card, other] = [await cardInHand(ana), await cardInHand(ana)]
  await decides(request(card, 100))
  await decides(request(other, 200))
  const [[one], [two]] = (await Promise.all([membersOf([request(card, 1)]), membersOf([request(other, 1)])])) as [
    [Member],
    [Member],
  ]
  const place = moneyOf(two.cardHash)!
  remember([[one.cardHash, place.cell, place.laId, null, card.cardId]])
  assert.equal((await decides(request(card, 300))).approved, true)
  remember([[one.cardHash, place.cell, 2 ** 50, null, card.cardId]])
  assert.equal((await decides(request(card, 400))).approved, true)
  assert.deepEqual([(await moneyOn(card, card.cardId)).held, (await moneyOn(other, other.cardId)).held], [800, 200])
  await booksHold()
})
