import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { owner } from '#test/database.ts'
import { booksHold, moneyOn, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, decides, request, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount, signedIn, type Person } from '#test/world.ts'
import { buildApp } from './app.ts'
import { sql } from '../core/db.ts'

describe('a database that is short of something', () => {
  withIssuer()
  let app: FastifyInstance
  let ana: Person
  let card: Plastic
  let token: string
  before(async () => {
    app = await buildApp({ checkAnswers: true, port: 0 })
    ana = await newAccount({ balanceCents: 500_000 })
    card = await cardInHand(ana, { rechargeAmount: 50_000 })
    token = (await signedIn(ana)).token
    await decides(request(card, 100)) // the merchant is known from now on
  })
  after(() => app.close())
  const tables = ['request_key', 'auth']
  afterEach(async () => {
    for (const table of tables) await sql.raw(`DROP TRIGGER IF EXISTS short ON ${table}`).execute(owner)
  })

  async function failsWith(code: string): Promise<void> {
    await sql
      .raw(`CREATE OR REPLACE FUNCTION fall_short() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'short' USING ERRCODE = '${code}'; END $$`)
      .execute(owner)
    for (const table of tables)
      await sql
        .raw(`CREATE TRIGGER short BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fall_short()`)
        .execute(owner)
  }

  for (const [code, what] of [
    ['53000', 'resources'],
    ['53100', 'disk'],
    ['53200', 'memory'],
    ['53300', 'connections'],
    ['53400', 'a configured limit'],
    ['58030', 'a disk that works'],
    ['57P01', 'a server that is not being stopped'],
    ['57P03', 'a server that has started'],
    ['08006', 'a connection that lasts'],
    ['25006', 'the right to write'],
    ['40001', 'an order of transactions'],
    ['40P01', 'locks in one order'],
    ['55P03', 'a lock in time'],
    ['57014', 'time'],
  ] as const)
    test(`is busy, and asked again later: ${what} (${code})`, async () => {
      const { available, held } = await moneyOn(ana, card.cardId)
      const cents = 1000 + (Number.parseInt(code, 36) % 5000) // not the same purchase twice
      const authorization = request(card, cents)
      const payload = `cardId=${card.cardId}&amount=1000&requestNo=${requestNo()}`
      const load = () =>
        app.inject({
          method: 'POST',
          url: '/api/card/recharge',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
          payload,
        })
      await failsWith(code)
      const busy = await load()
      assert.deepEqual([busy.statusCode, busy.json().data.reason, busy.headers['retry-after']], [503, 'BUSY', '1'])
      await assert.rejects(decides(authorization), /no answer/)
      for (const table of tables) await sql.raw(`DROP TRIGGER short ON ${table}`).execute(owner)
      assert.equal((await load()).json().code, 200)
      assert.equal((await decides(authorization)).approved, true)
      const now = await moneyOn(ana, card.cardId)
      assert.deepEqual([now.available, now.held], [available + 1000 - cents, held + cents])
      await booksHold()
    })
})
