import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { owner } from '#test/database.ts'
import { booksHold, moneyOn, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, request, shop } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { panHash } from '#server/cards/cards.ts'
import { closeDb, openDb, pool, sql } from '#server/core/db.ts'
import { closeLanes, type LaneClient } from './connections.ts'
import { decideSet, type Member } from './decideSet.ts'
import { merchantNumber } from './merchants.ts'
import { decide } from './queue.ts'

withIssuer({ connections: 30 })

/** A request that another server has approved, but whose answer the network has not received. */
async function approvedElsewhere(): Promise<{ member: Member; held: () => Promise<number> }> {
  const card = await cardInHand(await newAccount({ balanceCents: 100_000 }))
  const authorization = request(card, 1000)
  const member = {
    request: authorization,
    panHash: panHash(card.cardNumber).toString('hex'),
    merchantNo: await merchantNumber(shop),
  }
  const client = new pg.Client({ connectionString: pool.options.connectionString, pipeline: true }) as LaneClient
  await client.connect()
  const { answers } = await decideSet(client, [member], 'simulated')
  await client.end()
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
  const { rows } = await pool.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')
  await sql.raw(`ALTER DATABASE ${rows[0]!.name} SET default_transaction_read_only = on`).execute(owner)
  try {
    await closeLanes()
    assert.equal(await decide(member), undefined)
  } finally {
    await sql.raw(`ALTER DATABASE ${rows[0]!.name} RESET default_transaction_read_only`).execute(owner)
    await closeLanes()
  }
  assert.equal(await held(), 1000)
})
