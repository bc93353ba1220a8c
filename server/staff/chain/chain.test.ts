import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { owner } from '#test/database.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { FIELD_KEY, LOOKUP_KEY, withWorld } from '#test/world.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { useSecrets } from '#server/core/secrets.ts'
import { staffAnswers } from '../module.ts'
import { recordStaff } from './record.ts'

withWorld({ connections: 12 })

const deed = (target: string) => ({
  action: 'ACCOUNT' as const,
  target,
  content: { cn: '限制账户', en: 'Restricted the account' },
  reason: 'asked by the bank',
  before: { restricted: false },
  after: { restricted: true, at: 1.5, words: '“quoted”' },
})

/** Acts as the owner of the database. */
const tamper = (change: string): Promise<void> =>
  owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql.raw(change).execute(tx)
  })
const found = async (): Promise<string[]> => {
  const { breaks } = await staffAnswers.verifyStaffAudit(auditor, {})
  const inProof = (await prove()).filter(({ check }) => check === 'staff-audit-chain-broken')
  assert.equal(inProof.length, breaks.length, 'the proof of the books sees the same')
  return breaks.map(({ seq, why }) => `${seq} ${why}`)
}
let auditor: Awaited<ReturnType<typeof newStaff>>

describe('the audit of the staff', () => {
  it('is one chain, however many write at once', async () => {
    auditor = await newStaff(['AUDITOR'])
    const people = await Promise.all([1, 2, 3].map(() => newStaff()))
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => transaction((tx) => recordStaff(tx, people[i % 3]!, deed(`row ${i}`)))),
    )
    assert.deepEqual(await found(), [])
    const { rows } = await staffAnswers.verifyStaffAudit(auditor, {})
    assert.equal(rows, 30)
  })

  it('stands exactly if the deed does', async () => {
    const one = await newStaff()
    await assert.rejects(
      transaction(async (tx) => {
        await recordStaff(tx, one, deed('never'))
        throw new Error('the operation failed')
      }),
    )
    assert.deepEqual(await found(), [])
    assert.equal(await rowsOf('never'), 0)
  })

  it('only grows', async () => {
    for (const change of [`UPDATE staff_audit SET reason = 'x'`, 'DELETE FROM staff_audit'])
      await assert.rejects(sql.raw(change).execute(owner), /only added to/)
  })

  it('tells a row that was changed, in any of its words', async () => {
    for (const [column, other] of [
      ['target', `'tampered'`],
      ['staff_name', `'somebody else'`],
      ['reason', `''`],
      ['after', `'{"restricted": false}'`],
      ['account_id', `'usr_other'`],
      ['created_at', `created_at + interval '1 second'`],
    ]) {
      await keepAll()
      await tamper(`UPDATE staff_audit SET ${column} = ${other} WHERE seq = 7 AND chain = 'desk'`)
      assert.deepEqual(await found(), ['7 CHANGED'], column)
      await putBackAll()
      assert.deepEqual(await found(), [])
    }
  })

  it('tells a row that is gone, from the middle and from the end', async () => {
    await keepAll()
    await tamper(`DELETE FROM staff_audit WHERE seq = 12 AND chain = 'desk'`)
    assert.deepEqual(await found(), ['13 MISSING'])
    await putBackAll()
    await tamper(`DELETE FROM staff_audit WHERE seq = 30 AND chain = 'desk'`)
    assert.deepEqual(await found(), ['30 CUT_OFF'])
    await putBackAll()
    assert.deepEqual(await found(), [])
  })

  it('tells rows that changed places, and a chain that was begun anew in the middle', async () => {
    await tamper(
      `UPDATE staff_audit SET seq = CASE seq WHEN 20 THEN 1021 ELSE 1020 END WHERE seq IN (20, 21) AND chain = 'desk'`,
    )
    await tamper(`UPDATE staff_audit SET seq = seq - 1000 WHERE seq > 1000 AND chain = 'desk'`)
    assert.deepEqual(await found(), ['20 MOVED', '21 MOVED', '22 MOVED'])
    await putBackAll()
    await tamper(`UPDATE staff_audit SET prev_hash = decode(repeat('00', 32), 'hex') WHERE seq = 15 AND chain = 'desk'`)
    assert.deepEqual(await found(), ['15 MOVED'])
    await putBackAll()
    assert.deepEqual(await found(), [])
  })

  it('tells a chain that was changed and hashed anew, every row of it, by somebody without the key', async () => {
    await tamper(`UPDATE staff_audit SET reason = 'asked by nobody' WHERE seq = 28 AND chain = 'desk'`)
    await hashAnew()
    assert.deepEqual(await found(), ['28 FORGED', '29 FORGED', '30 FORGED'], 'the hashes themselves are right')
    await tamper(`UPDATE staff_audit SET signature = '' WHERE seq >= 28 AND chain = 'desk'`)
    assert.deepEqual(await found(), ['28 FORGED', '29 FORGED', '30 FORGED'], 'no signature is no signature')
    await tamper(
      `UPDATE staff_audit SET signature = (SELECT signature FROM staff_audit WHERE seq = 1 AND chain = 'desk') WHERE seq >= 28 AND chain = 'desk'`,
    )
    assert.deepEqual(await found(), ['28 FORGED', '29 FORGED', '30 FORGED'], 'nor is that of another row')
    await putBackAll()
    assert.deepEqual(await found(), [])
    useSecrets({ fieldKey: FIELD_KEY, lookupKey: FIELD_KEY })
    const { breaks } = await staffAnswers.verifyStaffAudit(auditor, {})
    useSecrets({ fieldKey: FIELD_KEY, lookupKey: LOOKUP_KEY })
    assert.equal(breaks.length, 30, 'with another key nothing is signed: the key is what counts')
  })

  it('lists what was done, with who, why, before and after', async () => {
    const { data, total } = await staffAnswers.listStaffAudit(auditor, { pageNo: 1, pageSize: 5, keyword: 'row 3' })
    assert.equal(total, 1)
    assert.equal(data[0]!.reason, 'asked by the bank')
    assert.equal(data[0]!.before, '{"restricted":false}')
  })
})

/** Acts as an intruder: hashes all rows of the chain and its end again, in order, by the same rule as the server's. */
const hashAnew = (): Promise<void> =>
  tamper(`DO $$
    DECLARE one staff_audit; before_it bytea := decode(repeat('00', 32), 'hex');
    BEGIN
      FOR one IN SELECT * FROM staff_audit WHERE chain = 'desk' ORDER BY seq LOOP
        UPDATE staff_audit AS row SET prev_hash = before_it, hash = sha256(before_it || convert_to(jsonb_build_array(
                 chain, seq, id, staff_id, staff_name, action, target, account_id, content_cn, content_en, reason, before, after,
                 ip, device, floor(extract(epoch FROM created_at) * 1000)::bigint)::text, 'UTF8'))
         WHERE row.id = one.id RETURNING row.hash INTO before_it;
        UPDATE staff_chain SET hash = before_it WHERE chain = 'desk';
      END LOOP;
    END $$`)

const rowsOf = async (target: string): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*) AS n FROM staff_audit WHERE target = ${target}`.execute(db)).rows[0]!.n

let kept: unknown[][] = []
const keepAll = async (): Promise<void> => {
  const rowsIn = async (table: string) =>
    (await sql<{ row: unknown }>`SELECT to_jsonb(t) AS row FROM ${sql.table(table)} AS t`.execute(db)).rows.map(
      ({ row }) => row,
    )
  kept = [await rowsIn('staff_audit'), await rowsIn('staff_chain')]
}
const putBackAll = (): Promise<void> =>
  owner.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    for (const [at, table] of ['staff_audit', 'staff_chain'].entries()) {
      await sql`DELETE FROM ${sql.table(table)}`.execute(tx)
      await sql`INSERT INTO ${sql.table(table)} SELECT * FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(kept[at])}::jsonb)`.execute(
        tx,
      )
    }
  })
