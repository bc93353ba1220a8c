import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, moneyOn, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, request, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount, type Person } from '#test/world.ts'
import { isBusy, one, pool, sql } from '../db.ts'
import { OwnConnection } from './ownConnection.ts'

// As when a balancer leads for a moment to a database that is not the leader: a connection opened then may only read, for as long as it lives.
describe('connections that may only read', () => {
  withIssuer()
  let ana: Person
  let card: Plastic
  before(async () => {
    ana = await newAccount({ balanceCents: 100_000 })
    card = await cardInHand(ana, { rechargeAmount: 20_000 })
    await decides(request(card, 100)) // the merchant is known from now on
  })
  afterEach(() => openReadOnly(false))

  async function openReadOnly(is: boolean): Promise<void> {
    const { name } = await one(owner, sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`)
    const change = is ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'
    await sql.raw(`ALTER DATABASE ${name} ${change}`).execute(owner)
  }
  const cutServers = () =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename <> current_user`.execute(owner)

  test('are not kept: loads and purchases work as soon as the leader is back', async () => {
    const { available, held } = await moneyOn(ana, card.cardId)
    const load = { cardId: card.cardId, amount: 1000, requestNo: requestNo() }
    const purchase = request(card, 1234)
    await openReadOnly(true)
    await cutServers()
    for (let times = 0; times < 3; times++) {
      await assert.rejects(asks(ana, 'loadCard', load), isBusy)
      await assert.rejects(decides(purchase), /no answer/)
    }
    await openReadOnly(false)
    await asks(ana, 'loadCard', load)
    assert.equal((await decides(purchase)).approved, true)
    const now = await moneyOn(ana, card.cardId)
    assert.deepEqual([now.available, now.held], [available + 1000 - 1234, held + 1234])
  })

  test('are replaced where there is only one', async () => {
    const connection = new OwnConnection(pool.options.connectionString!, { name: 'kaika test' })
    const write = () =>
      connection.query(`INSERT INTO rate_limit (key, taken, ends_at) VALUES ('test', 1, clock_timestamp())`)
    await openReadOnly(true)
    await assert.rejects(write(), isBusy)
    await openReadOnly(false)
    await write()
    await connection.close()
  })
})
