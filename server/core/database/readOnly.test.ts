import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { asks, moneyOn, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, request, type Plastic } from '#test/fixtures/trades.ts'
import { asAdmin, onDatabase, testWorkers } from '#bin/postgres/testCluster.ts'
import { newAccount, type Person } from '#test/world.ts'
import { isBusy, pool } from '../db.ts'
import { OwnConnection } from './ownConnection.ts'

// As when a balancer leads for a moment to a database that is not the leader: a connection opened then may only read, for as long as it lives.
describe('connections that may only read', () => {
  const { database } = withIssuer()
  let ana: Person
  let card: Plastic
  before(async () => {
    ana = await newAccount({ balanceCents: 100_000 })
    card = await cardInHand(ana, { rechargeAmount: 20_000 })
    await decides(request(card, 100)) // the merchant is known from now on
  })
  afterEach(() => openReadOnly(false))

  /** Where the tables are spread, decisions are made on the nodes that have the cells. From another database, where one may write. */
  async function onEachNode(text: (name: string) => string): Promise<void> {
    const name = new URL(database.ownerUrl).pathname.slice(1)
    for (const node of [database.ownerUrl, ...testWorkers])
      await asAdmin(onDatabase(node, 'postgres'), (client) => client.query(text(name)))
  }
  const openReadOnly = (is: boolean) =>
    onEachNode(
      (name) => `ALTER DATABASE ${name} ${is ? 'SET' : 'RESET'} default_transaction_read_only${is ? ' = on' : ''}`,
    )
  const cutServers = () =>
    onEachNode(
      (name) =>
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename <> current_user`,
    )

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
