import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as audit from '#contract/audit/audit.ts'
import { ignoreTriggers, owner } from '#test/database.ts'
import { caller, newAccount, subOf, withWorld } from '#test/world.ts'
import { HOUR, MINUTE, nowMs, setClock } from '../core/clock.ts'
import { db, sql, transaction } from '../core/db.ts'
import { prove } from '../ledger/ledger.ts'
import { listOperations } from './lists.ts'
import { record, recordMany, sealOperations, system, type By, type Operation } from './audit.ts'

withWorld()

const froze = (last4: string): Operation => ({
  type: 'CARD_FREEZE',
  target: last4,
  content: { cn: '冻结卡片', en: 'Card frozen' },
  before: { blocks: 0 },
  after: { blocks: 1 },
})
const viewed = (target: string): Operation => ({
  type: 'CARD_OTP',
  target,
  content: { cn: `${audit.codeViewed.cn}（X）`, en: `${audit.codeViewed.en} (X)` },
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

  it('lists the codes that a login saw in an hour as one row, and each of them when asked for', async () => {
    const ana = await newAccount()
    const sub = await subOf(ana)
    const hour = Math.floor(nowMs() / HOUR) * HOUR
    let minute = 0
    setClock(() => hour + minute * MINUTE)
    const at = (then: number, by: By, operation: Operation) => {
      minute = then
      return transaction((tx) => record(tx, by, operation))
    }
    try {
      await at(-2, ana, viewed('1111'))
      await at(1, ana, viewed('1111'))
      await at(2, ana, viewed('2222'))
      await at(3, sub, viewed('3333'))
      await at(4, ana, froze('4242'))
      await at(5, ana, {
        ...viewed('2222'),
        content: { cn: '3D 验证同意（X）', en: 'Approved a 3-D Secure payment (X)' },
      })
      await at(6, ana, viewed('2222'))
      const listed = async (more: object) => {
        const answer = await listOperations(ana, { ...page, ...more })
        audit.listOperations.output.parse(answer)
        return {
          total: answer.total,
          rows: answer.data.map(({ content, target, folded }) => [content, target, folded?.count]),
        }
      }
      const folded = [
        ['Viewed 3 3-D Secure codes', 'Cards: 2', 3],
        ['Approved a 3-D Secure payment (X)', '2222', undefined],
        ['Card frozen', '4242', undefined],
        ['Viewed a 3-D Secure code (X)', '3333', undefined],
        ['Viewed a 3-D Secure code (X)', '1111', undefined],
      ]
      assert.deepEqual(await listed({ fold: true }), { total: 5, rows: folded })
      assert.deepEqual(await listed({ fold: true, pageNo: 2, pageSize: 4 }), { total: 5, rows: folded.slice(4) })
      const [first] = (await listOperations(ana, { ...page, fold: true })).data
      assert.equal(first!.folded!.since, hour + MINUTE)
      const each = { type: 'CARD_OTP', startTime: first!.folded!.since, endTime: first!.createTime } as const
      assert.equal((await listed({ fold: true, ...each })).total, 5, 'all of the hour, the answer too')
      assert.equal((await listed({})).total, 7)
      // A time that ends within the hour has its last code, too.
      assert.deepEqual((await listed({ fold: true, startTime: hour, endTime: hour + 2 * MINUTE })).rows, [
        ['Viewed 2 3-D Secure codes', 'Cards: 2', 2],
      ])
    } finally {
      setClock()
    }
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
