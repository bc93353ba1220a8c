import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { cellOf } from '../core/database/cells.ts'
import { db, pool, sql } from '../core/db.ts'
import { refKey } from './authId.ts'
import { PLANNED, planForSize, type Lane } from './decide/connections.ts'
import { AT_HOME } from './decide/statements.ts'

withIssuer()
// On a spread database each set is planned with its values, and the plan is made on another node.
const skip = testWorkers.length > 0 && 'no plan is kept on a spread database'

test(
  'a name is looked up by its key, also on a connection whose first plan was made when the table was empty',
  { skip },
  async () => {
    const ana = await newAccount({ balanceCents: 100_000 })
    const card = await cardInHand(ana)
    const client = new pg.Client({ connectionString: pool.options.connectionString })
    await client.connect()
    try {
      await client.query(PLANNED)
      await client.query(`PREPARE known (text, smallint[], bigint[], text[]) AS ${AT_HOME.KNOWN.text}`)
      const asked = `('simulated', '{${cellOf(ana.accountId)}}', '{${refKey('simulated', 'bulk7')}}', '{bulk7}')`
      await client.query(`EXECUTE known ${asked}`)
      await charges(card, 100)
      await sql`
      INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents, merchant_amount, merchant_currency, status, iso_code, pos, occurred_at)
      SELECT cell, account_no, auth_id + n, la_id, ref_hash + n, issuer_id, 'bulk' || n, merchant_no, descriptor, 1, 1, 1, 'USD', 'COMPLETE', '00', pos, occurred_at
        FROM auth, generate_series(1, 5000) AS n
       WHERE cell = ${cellOf(ana.accountId)}`.execute(db)
      planForSize({ n: 0, client, free: true, sets: 0 } as unknown as Lane)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE known ${asked}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const opened = [...plan.matchAll(/using auth_(\w+?)_\d\d_\d\d on [^\n]*\(actual rows/g)].map(([, index]) => index)
      assert.deepEqual(new Set(opened), new Set(['once']), plan)
    } finally {
      await client.end()
    }
  },
)

test('a connection plans again after 1, 2, 4, 8 … sets, and not after each', () => {
  const sent: number[] = []
  const lane = { n: 0, free: true, sets: 0, client: { query: async () => sent.push(lane.sets) } }
  for (let set = 0; set < 100; set++) planForSize(lane as unknown as Lane)
  assert.deepEqual(sent, [1, 2, 4, 8, 16, 32, 64])
})
