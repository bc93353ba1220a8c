import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { asAdmin, onDatabase, testWorkers } from '#bin/postgres/testCluster.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, decidesSet, lane, membersOf, request } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { closeDb, openDb, pool } from '#server/core/db.ts'
import { closeLanes } from './connections.ts'
import type { Member } from './decideSet.ts'
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
