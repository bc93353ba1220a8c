import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { emptyDatabase } from '#test/database.ts'
import { FIELD_KEY, LOOKUP_KEY } from '#test/world.ts'
import { migrate } from './migrate.ts'
import { cvcFits, panHash } from '#server/cards/cards.ts'
import { isSigned, lookupHash, useSecrets, type Link } from '../secrets.ts'

test('two processes that migrate at once do it once', async () => {
  const { ownerUrl: url, close } = await emptyDatabase()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  assert.equal(applied.filter((names) => names.length > 0).length, 1)
  assert.deepEqual(await migrate(url), [])
  await close()
})

test('a migrated database has our tables and the job queue', async () => {
  const { ownerUrl: url, close } = await emptyDatabase()
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "SELECT to_regclass('request_key') AS ours, to_regclass('graphile_worker.jobs') AS queue",
  )
  assert.deepEqual(rows, [{ ours: 'request_key', queue: 'graphile_worker.jobs' }])
  await client.end()
  await close()
})

test('what stood in the chains of the audit before there was a key is signed once, and never again', async () => {
  const { ownerUrl: url, close } = await emptyDatabase()
  useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
  const until = '0034_products'
  await migrate(url, { until })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const [one, two] = [1, 2].map((byte) => Buffer.alloc(32, byte))
  for (const [chain, seq] of [
    ['desk', 1],
    ['desk', 2],
    ['door', 1],
  ])
    await client.query(
      `INSERT INTO staff_audit (chain, seq, id, staff_name, action, target, content_cn, content_en, ip, device, created_at, prev_hash, hash)
       VALUES ($1, $2, $3, '', 'STAFF', '', '', '', '', '', '2026-01-01', $4, $5)`,
      [chain, seq, `${chain}${seq}`, one, two],
    )
  await client.query(`INSERT INTO operate_seal VALUES (1, 'opl_1', $1, $2, '2026-01-01')`, [one, two])
  await migrate(url)
  const { rows } = await client.query<Link & { signature: Buffer }>(
    `SELECT chain, seq::int, hash, signature FROM staff_audit UNION ALL SELECT 'operations', seq::int, hash, signature FROM operate_seal`,
  )
  assert.equal(rows.length, 4)
  for (const link of rows) assert.ok(isSigned(link), `${link.chain} ${link.seq}`)
  await assert.rejects(client.query('UPDATE staff_audit SET signature = NULL'), /only added to/)
  await assert.rejects(
    client.query(`SET session_replication_role = replica; UPDATE staff_audit SET signature = NULL`),
    /not-null/,
  )
  assert.deepEqual(await migrate(url), [])
  await client.end()
  await close()
})

test('security codes that were stored as a keyed hash are sealed, each for its own card, and the hash is gone', async () => {
  const { ownerUrl: url, close } = await emptyDatabase()
  useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
  await migrate(url, { until: '0067_work_challenges' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const cards = ['crd_a', 'crd_b'].map((cardId, i) => ({ cardId, pan: `424242000000000${i}`, cvc: '123' }))
  await client.query('SET session_replication_role = replica') // a card needs an account, a range and an order
  for (const { cardId, pan, cvc } of cards)
    await client.query(
      `INSERT INTO card_number (pan_hmac, cvc_hmac, account_id, card_id) VALUES ($1, $2, 'acc_a', $3)`,
      [panHash(pan), lookupHash('cvc', `${pan} ${cvc}`), cardId],
    )
  await migrate(url)
  const { rows } = await client.query<{ card_id: string; cvc_enc: Buffer }>(
    'SELECT * FROM card_number ORDER BY card_id',
  )
  assert.deepEqual(Object.keys(rows[0]!).sort(), ['account_id', 'card_id', 'cvc_enc', 'pan_hmac'])
  for (const [i, { cardId, pan, cvc }] of cards.entries()) {
    assert.ok(cvcFits(cardId, rows[i]!.cvc_enc, pan, cvc))
    assert.ok(!cvcFits(cardId, rows[i]!.cvc_enc, pan, '124'))
    assert.throws(() => cvcFits(cardId, rows[1 - i]!.cvc_enc, pan, cvc), 'of another card')
    // Someone with the hash key and the card number finds nothing by trying all thousand codes.
    for (let code = 0; code < 1000; code++)
      assert.ok(!rows[i]!.cvc_enc.includes(lookupHash('cvc', `${pan} ${String(code).padStart(3, '0')}`)))
  }
  await client.end()
  await close()
})
