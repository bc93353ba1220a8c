import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ignoreTriggers, owner } from '#test/database.ts'
import { caller, newAccount, subOf, withWorld } from '#test/world.ts'
import { db, sql, transaction } from '../core/db.ts'
import { prove } from '../ledger/ledger.ts'
import { listOperations } from './lists.ts'
import { record, recordMany, sealOperations, system, type Operation } from './audit.ts'

withWorld()

const froze = (last4: string): Operation => ({
  type: 'CARD_FREEZE',
  target: last4,
  content: { cn: '冻结卡片', en: 'Card frozen' },
  before: { blocks: 0 },
  after: { blocks: 1 },
})
const page = { pageNo: 1, pageSize: 10 }

describe('the operation log', () => {
  it('stands exactly if the operation does', async () => {
    const ana = await newAccount()
    await transaction((tx) => record(tx, ana, froze('4242')))
    await assert.rejects(
      transaction(async (tx) => {
        await record(tx, ana, froze('1111'))
        throw new Error('the operation failed')
      }),
    )
    const { data, total } = await listOperations(ana, page)
    assert.equal(total, 1)
    assert.deepEqual(
      [data[0]!.actorName, data[0]!.target, data[0]!.typeText, data[0]!.content],
      [ana.name, '4242', 'Freeze and unfreeze', 'Card frozen'],
    )
    assert.equal((await listOperations({ ...ana, from: caller({ lang: 'cn' }) }, page)).data[0]!.content, '冻结卡片')
  })

  it('shows a parent everything of its account, a sub-account only its own, and nobody another account', async () => {
    const ana = await newAccount()
    const sub = await subOf(ana, { keys: ['log:view'] })
    await transaction(async (tx) => {
      await recordMany(tx, ana, [froze('0001'), froze('0002')])
      await record(tx, sub, { ...froze('0003'), amount: 500 })
      await record(tx, system(ana.accountId), froze('0004'))
    })
    const targets = async (who: typeof ana, more = {}) =>
      (await listOperations(who, { ...page, ...more })).data.map(({ target }) => target)
    assert.deepEqual(await targets(ana), ['0004', '0003', '0002', '0001'])
    assert.deepEqual(await targets(ana, { subUid: sub.subUid }), ['0003'])
    assert.deepEqual(await targets(ana, { keyword: '0002' }), ['0002'])
    assert.deepEqual(await targets(ana, { keyword: '%' }), [], 'a percent sign is a character')
    assert.deepEqual(await targets(sub, { subUid: 'other' }), ['0003'])
    assert.deepEqual(await targets(await newAccount()), [])
  })

  it('only grows', async () => {
    await transaction((tx) => newAccountRow(tx))
    for (const change of ['UPDATE operate_log SET target = $$x$$', 'DELETE FROM operate_log'])
      await assert.rejects(sql.raw(change).execute(owner), /only added to/)
  })

  it('is sealed by a chain that names the row that was changed or is gone', async () => {
    await transaction((tx) =>
      recordMany(
        tx,
        system('usr_seal'),
        Array.from({ length: 30 }, (_, i) => froze(String(i))),
      ),
    )
    await Promise.all([sealOperations(), sealOperations(), sealOperations()])
    while (await sealOperations());
    assert.deepEqual(await why(), [])

    await tamper(`UPDATE operate_log SET target = 'tampered' WHERE account_id = 'usr_seal' AND target = '17'`)
    assert.deepEqual(await why(), ['the row was changed'])
    await tamper(`UPDATE operate_log SET target = '17' WHERE target = 'tampered'`)
    assert.deepEqual(await why(), [])
    await tamper('ALTER TABLE operate_log DROP CONSTRAINT operate_log_check')
    const [moved, rest] = [`account_id = 'usr_seal' AND target = '5'`, `${COLUMNS} FROM operate_log`]
    for (const [cell, breaks] of [
      ['(cell_of(account_id) + 1) % 64', ['the row was moved']],
      ['cell_of(account_id)', []],
    ] as const) {
      await tamper(
        `INSERT INTO operate_log (cell, ${COLUMNS}) SELECT ${cell}, ${rest} WHERE ${moved}`,
        `DELETE FROM operate_log WHERE ${moved} AND cell <> ${cell}`,
      )
      assert.deepEqual(await why(), breaks)
    }
    await tamper(`DELETE FROM operate_log WHERE account_id = 'usr_seal' AND target = '3'`)
    assert.deepEqual(await why(), ['the row is gone'])
  })

  it('is sealed from what waits alone, and the proof finds an operation that was kept from it', async () => {
    while (await sealOperations());
    const before = await sealCount()
    await transaction((tx) => recordMany(tx, system('usr_wait'), [froze('1'), froze('2')]))
    assert.deepEqual(await unsealedNow(), { waiting: 2, without: [] })
    await tamper(`DELETE FROM operate_unsealed WHERE log_id = (SELECT min(log_id) FROM operate_unsealed)`)
    while (await sealOperations());
    assert.equal(await sealCount(), before + 1)
    const { waiting, without } = await unsealedNow()
    assert.equal(waiting, 0)
    assert.equal(without.length, 1)
    await tamper(`INSERT INTO operate_unsealed SELECT cell, account_id, id FROM operate_log WHERE id = '${without[0]}'`)
    while (await sealOperations());
    assert.deepEqual(await unsealedNow(), { waiting: 0, without: [] })
    assert.equal(await sealCount(), before + 2)
  })

  it('is signed: a chain that was changed and hashed anew without the key is found out', async () => {
    await transaction((tx) => recordMany(tx, system('usr_sign'), [froze('1'), froze('2'), froze('3')]))
    while (await sealOperations());
    assert.deepEqual(await unsigned(), [])
    const rows = await logIdsOf('usr_sign')
    await tamper(`UPDATE operate_log SET target = 'tampered' WHERE id = '${rows[1]}'`)
    await tamper(HASH_ANEW)
    assert.deepEqual(
      (await why()).filter((word) => word !== 'the row is gone'),
      [],
      'the hashes themselves are right',
    )
    assert.deepEqual((await unsigned()).slice(-2), rows.slice(1))
    await tamper(
      `UPDATE operate_seal SET signature = (SELECT signature FROM operate_seal WHERE seq = 1) WHERE log_id = '${rows[1]}'`,
    )
    assert.deepEqual((await unsigned()).slice(-2), rows.slice(1), 'the signature of another row is none')
  })
})

// Acts as the owner of the database.
const tamper = (...changes: string[]) =>
  owner.transaction().execute(async (tx) => {
    await ignoreTriggers(tx)
    for (const change of changes) await sql.raw(change).execute(tx)
  })
/** Columns to copy when a row is moved to another cell: its cell cannot be updated. */
const COLUMNS = `account_id, id, login_id, sub_uid, actor_name, type, target, content_cn, content_en, before, after, amount_cents, result, ip, device, created_at`

/** All seals in order, by the same rule as the server's. */
const HASH_ANEW = `DO $$
  DECLARE one operate_seal; sealed text; before_it bytea := decode(repeat('00', 32), 'hex');
  BEGIN
    FOR one IN SELECT * FROM operate_seal ORDER BY seq LOOP
      SELECT jsonb_build_array(
               l.id, l.account_id, l.login_id, l.sub_uid, l.actor_name, l.type, l.target, l.content_cn, l.content_en, l.before, l.after,
               l.amount_cents, l.result, l.ip, l.device, floor(extract(epoch FROM l.created_at) * 1000)::bigint)::text
        INTO sealed FROM operate_log AS l WHERE l.id = one.log_id;
      UPDATE operate_seal AS s SET prev_hash = before_it, hash = coalesce(sha256(before_it || convert_to(sealed, 'UTF8')), s.hash)
       WHERE s.seq = one.seq RETURNING s.hash INTO before_it;
    END LOOP;
  END $$`

const countOf = async (table: string) =>
  Number((await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table)}`.execute(db)).rows[0]!.count)
const sealCount = () => countOf('operate_seal')
const unsealedNow = async () => ({
  waiting: await countOf('operate_unsealed'),
  without: (await prove()).filter(({ check }) => check === 'operation-without-seal').map(({ subject }) => subject),
})

/** Operations with a seal that was not made with the key. */
const unsigned = async (): Promise<string[]> =>
  (await prove({ atMost: 1000 }))
    .filter(({ check }) => check === 'operation-log-not-signed')
    .map(({ found }) => (found as { row: string }).row)

const logIdsOf = async (accountId: string): Promise<string[]> =>
  (
    await sql<{ log_id: string }>`
      SELECT log_id FROM operate_seal JOIN operate_log ON id = log_id WHERE account_id = ${accountId} ORDER BY seq`.execute(
      db,
    )
  ).rows.map(({ log_id }) => log_id)

/** The breaks that the proof finds in the log. */
const why = async () =>
  (await prove())
    .filter(({ check }) => check === 'operation-log-not-as-sealed')
    .map(({ found }) => (found as { why: string }).why)

const newAccountRow = (tx: Parameters<typeof record>[0]) => record(tx, system('usr_grow'), froze('9'))
