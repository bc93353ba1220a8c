import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { ignoreTriggers, owner } from '#test/database.ts'
import { aNotice } from '#test/fixtures/content.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { DAY, nowMs, setClock } from '../core/clock.ts'
import { db, many, one, run, sql, transaction } from '../core/db.ts'
import { firstIdOf, newId, timeOfId } from '../core/ids.ts'
import { recordMany, sealOperations, system, type Operation } from '../audit/audit.ts'
import { listOperations } from '../audit/lists.ts'
import { prove } from '../ledger/ledger.ts'
import { tell } from '../notices/inbox/tell.ts'
import { answers as notices } from '../notices/module.ts'
import { putInDigest } from '../notices/preferences/queries.ts'
import { staffAnswers } from '../staff/module.ts'
import type { NetworkEvent } from '../outside/outside.ts'
import { keepEvents } from '../trades/queries.ts'
import { archives, dueMonths } from './queries.ts'
import { answers } from './module.ts'
import { diskArchives } from './archiveStore.ts'
import { ageRecords, useArchive } from './retention.ts'
import { faultOf } from './writeArchive.ts'

withWorld()

let folder: string
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaika-archive-'))
  useArchive(diskArchives(folder))
})
beforeEach(() => ageRecords())
after(async () => {
  setClock()
  useArchive(undefined)
  await rm(folder, { recursive: true })
})

const froze = (last4: string): Operation => ({
  type: 'CARD_FREEZE',
  target: last4,
  content: { cn: '冻结\t“卡片”', en: 'Card\nfrozen \\ "4242"' },
})
/** What was done so long ago, at the time of then. */
async function past<T>(days: number, work: () => Promise<T>): Promise<T> {
  setClock(() => Date.now() - days * DAY)
  try {
    return await work()
  } finally {
    setClock()
  }
}
const done = (accountId: string, days: number, targets: string[]) =>
  past(days, () => transaction((tx) => recordMany(tx, system(accountId), targets.map(froze))))
const count = async (table: string, where = 'true', on = db) =>
  (await one(on, sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)} WHERE ${sql.raw(where)}`)).n
/** In one month, by its own name, which only the owner may read. */
const countIn = (month: string, accountId: string) => count(month, `account_id = '${accountId}'`, owner)
const monthsOf = async (table: string) =>
  (
    await many(
      db,
      sql<{ name: string }>`
      SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = ${table}::regclass AND relname ~ '\\d{4}_\\d\\d$' ORDER BY 1`,
    )
  ).map(({ name }) => name)
const monthAgo = (days: number, at = new Date(Date.now() - days * DAY)) =>
  `${at.getUTCFullYear()}_${String(at.getUTCMonth() + 1).padStart(2, '0')}`
const told = (state: string, daysAgo: number, eventId = newId('evn')) =>
  past(daysAgo, () =>
    run(
      db,
      sql`
      INSERT INTO webhook_inbox (inbox_id, issuer_id, event_id, type, card_ref, body, state, received_at)
      VALUES (${newId('evt')}, 'simulated', ${eventId}, 'card.state', 'none', '{"id": "a\\\\b"}', ${state}, now())`,
    ),
  )

describe('a month', () => {
  it('is the range of the ids made in it, in SQL as in the server', async () => {
    for (const at of ['2026-11-01T00:00:00Z', '1999-12-31T23:59:59.999Z', '2031-02-28T12:34:56.789Z']) {
      const made = await one(
        db,
        sql<{
          first: string
          at: Date
        }>`SELECT first_id_of('opl', ${at}::timestamptz) AS first, time_of_id(${firstIdOf('opl', Date.parse(at)) + '0'.repeat(16)}) AS at`,
      )
      assert.equal(made.first, firstIdOf('opl', Date.parse(at)))
      assert.equal(made.at.getTime(), Date.parse(at))
    }
    const id = newId('opl')
    const { at } = await one(db, sql<{ at: Date }>`SELECT time_of_id(${id}) AS at`)
    assert.equal(at.getTime(), timeOfId(id))
  })

  it('is there before its first row, for every table that ages', async () => {
    const tables = await many(db, sql<{ table_name: string }>`SELECT table_name FROM retention`)
    assert.ok(tables.length >= 6)
    for (const { table_name } of tables) {
      const months = await monthsOf(table_name)
      for (const days of [0, -31, -62, -92])
        assert.ok(months.includes(`${table_name}_${monthAgo(days)}`), `${table_name} ${monthAgo(days)}`)
    }
    await done('usr_now', 0, ['1'])
    assert.equal(await countIn(`operate_log_${monthAgo(0)}`, 'usr_now'), 1)
  })

  it('is made two years ahead at most, also where the clock of a demo was moved further', async () => {
    setClock(() => Date.now() + 3000 * DAY)
    await ageRecords()
    setClock()
    assert.ok((await monthsOf('notice')).at(-1)! <= `notice_${monthAgo(-731)}`)
  })

  it('is made for rows that came before it, which then are where they belong', async () => {
    await done('usr_late', 200, ['1', '2'])
    assert.equal(await countIn('operate_log_rest', 'usr_late'), 2)
    await ageRecords()
    assert.equal(await countIn('operate_log_rest', 'usr_late'), 0)
    assert.equal(await countIn(`operate_log_${monthAgo(200)}`, 'usr_late'), 2)
    await assert.rejects(sql`DELETE FROM operate_log WHERE account_id = 'usr_late'`.execute(owner), /only added to/)
  })

  it('is dropped when its time is over, archived first, and its hash is in the audit', async () => {
    await done('usr_old', 800, ['1', '2', '3'])
    await done('usr_old', 300, ['4'])
    while (await sealOperations());
    await ageRecords()
    await ageRecords()
    assert.deepEqual(await many(db, sql`SELECT target FROM operate_log WHERE account_id = 'usr_old'`), [
      { target: '4' },
    ])
    assert.ok(!(await monthsOf('operate_log')).includes(`operate_log_${monthAgo(800)}`))
    const [made] = await archives(db)
    const file = `operate_log/${monthAgo(800).replace('_', '-')}.jsonl.gz`
    assert.equal(made!.file, file)
    const bytes = await readFile(path.join(folder, file))
    assert.equal(bytes.length, made!.bytes)
    const rows = gunzipSync(bytes)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { target: string; content_en: string; content_cn: string })
    assert.deepEqual(
      rows.map(({ target, content_en, content_cn }) => [target, content_en, content_cn]),
      ['1', '2', '3'].map((target) => [target, 'Card\nfrozen \\ "4242"', '冻结\t“卡片”']),
    )
    const auditor = await newStaff(['AUDITOR'])
    const { data } = await staffAnswers.listStaffAudit(auditor, { pageNo: 1, pageSize: 5, keyword: 'operate_log' })
    assert.equal(JSON.parse(data[0]!.after!).sha256, made!.sha256)
    assert.deepEqual(
      (await prove()).map(({ check }) => check),
      [],
    )
    assert.equal(await faultOf(diskArchives(folder), made!), undefined)
    await writeFile(path.join(folder, file), 'something else')
    assert.equal(await faultOf(diskArchives(folder), made!), 'was changed')
    await rm(path.join(folder, file))
    assert.equal(await faultOf(diskArchives(folder), made!), 'is not there')
  })

  it('that is gone does not hide a row that somebody took out of another', async () => {
    await done('usr_taken', 100, ['1'])
    while (await sealOperations());
    await ageRecords()
    await owner.transaction().execute(async (tx) => {
      await ignoreTriggers(tx)
      await sql`DELETE FROM operate_log WHERE account_id = 'usr_taken'`.execute(tx)
    })
    const found = (await prove()).filter(({ check }) => check === 'operation-log-not-as-sealed')
    assert.deepEqual(
      found.map(({ found }) => (found as { why: string }).why),
      ['the row is gone'],
    )
  })

  it('stays while one of its events waits for a person, and while there is no folder for archives', async () => {
    await told('HELD', 150)
    await told('DONE', 150)
    await ageRecords()
    assert.equal((await dueMonths(db)).filter(({ table_name }) => table_name === 'webhook_inbox').length, 1)
    await sql`UPDATE webhook_inbox SET state = 'DISMISSED' WHERE state = 'HELD'`.execute(db)
    useArchive(undefined)
    await ageRecords()
    assert.equal(await count('webhook_inbox', `state = 'DISMISSED'`), 1)
    useArchive(diskArchives(folder))
    await ageRecords()
    assert.equal(await count('webhook_inbox'), 0)
    const { file } = (await archives(db))[0]!
    assert.equal(
      gunzipSync(await readFile(path.join(folder, file)))
        .toString()
        .trim()
        .split('\n').length,
      2,
    )
  })

  it('of events that is gone is remembered by their names: an event that is repeated is not applied again', async () => {
    const event = {
      issuer: 'simulated',
      id: newId('evn'),
      type: 'card.state',
      cardRef: 'none',
    } as unknown as NetworkEvent
    const receive = () => transaction((tx) => keepEvents(tx, [event, event]))
    assert.equal((await past(400, receive)).length, 1)
    await sql`UPDATE webhook_inbox SET state = 'DONE'`.execute(db)
    await ageRecords()
    assert.equal(await count('webhook_inbox'), 0)
    assert.deepEqual(await receive(), [])
    assert.equal(await count('webhook_inbox'), 0)
  })

  it('that comes back is dropped once more, beside its first archive', async () => {
    for (const expected of ['.jsonl.gz', '.2.jsonl.gz']) {
      await told('DONE', 500)
      await ageRecords()
      const { file } = (await archives(db))[0]!
      assert.equal(file, `webhook_inbox/${monthAgo(500).replace('_', '-')}${expected}`)
    }
  })

  it('of sign-ins is dropped without an archive: it is personal', async () => {
    await past(800, () =>
      run(
        db,
        sql`INSERT INTO login_log VALUES (cell_of('usr_x'), ${newId('lgl')}, 'usr_x', 'lgn_x', 'PWD', '10.0.0.1', 'a browser', 'OK', NULL, now())`,
      ),
    )
    await ageRecords()
    assert.equal(await count('login_log', `login_id = 'lgn_x'`), 0)
    assert.equal((await archives(db)).filter(({ file }) => file.startsWith('login_log')).length, 0)
  })

  it('of personal notices is dropped with who read them, also while mail waits for one', async () => {
    const ana = await newAccount()
    const [personal, shared] = await past(800, async () => {
      const noticeId = newId('ntp')
      await tell({ noticeId, accountId: ana.accountId, event: 'welcome', params: {}, atMs: nowMs() })
      await notices.readNotice(ana, { id: noticeId })
      await transaction((tx) => putInDigest(tx, ana, noticeId))
      return [noticeId, await aNotice()]
    })
    await notices.readNotice(ana, { id: shared })
    await ageRecords()
    await ageRecords()
    assert.ok((await monthsOf('notice')).every((month) => month > `notice_${monthAgo(800)}`))
    assert.deepEqual(await many(db, sql`SELECT notice_id FROM notice_read WHERE account_id = ${ana.accountId}`), [
      { notice_id: shared },
    ])
    assert.equal(await count('notice', `notice_id = '${personal}'`), 0)
  })
})

it('nothing refers to a table that ages: PostgreSQL would drop none of its months', async () => {
  const found = await many(
    db,
    sql`SELECT conname FROM pg_constraint, retention WHERE contype = 'f' AND confrelid = table_name::regclass`,
  )
  assert.deepEqual(found, [])
})

describe('a server that would drop more than it may', () => {
  const drops = (table: string, month: string, archive = 'NULL, NULL, NULL, NULL') =>
    sql.raw(`SELECT drop_month('${table}', '${month}', ${archive})`).execute(db)
  const archive = `'a', 1, 1, '\\x00'`
  const first = (days: number) => `${monthAgo(days).replace('_', '-')}-01`

  it('is refused a month whose time is not over, a table that does not age, and a month without its archive', async () => {
    await done('usr_kept', 700, ['1'])
    await done('usr_kept', 800, ['1'])
    await db.transaction().execute((tx) => sql`SELECT make_months(now())`.execute(tx))
    await assert.rejects(drops('operate_log', first(700), archive), /is not over/)
    await assert.rejects(drops('operate_log', first(0), archive), /is not over/)
    await assert.rejects(drops('operate_log', first(800)), /with an archive/)
    await assert.rejects(drops('ledger_entry', first(800), archive), /there is no month/)
    await assert.rejects(drops(`operate_log" CASCADE; --`, first(800), archive), /there is no month/)
    await assert.rejects(drops('operate_log', '1999-01-01', archive), /there is no month/)
    assert.equal(await count('operate_log', `account_id = 'usr_kept'`), 2)
  })

  it('is refused months without end, a longer memory, and a record of a month that is not gone', async () => {
    await assert.rejects(sql`SELECT make_months(now() + interval '3 years')`.execute(db), /two years/)
    await assert.rejects(sql`UPDATE retention SET keep_days = 31`.execute(db), /permission denied/)
    await assert.rejects(
      sql`INSERT INTO aged_month (table_name, month, dropped_at, first_id, end_id) VALUES ('operate_log', '2026-01-01', now(), 'a', 'z')`.execute(
        db,
      ),
      /permission denied/,
    )
  })
})

describe('a list over months', () => {
  it('is in one order, newest first, and asks only the months of the time that it is asked for', async () => {
    const ana = await newAccount()
    for (const days of [400, 100, 31, 1]) await done(ana.accountId, days, [String(days)])
    await ageRecords()
    const asked = { pageNo: 1, pageSize: 10 }
    const targets = async (more = {}) =>
      (await listOperations(ana, { ...asked, ...more })).data.map(({ target }) => target)
    assert.deepEqual(await targets(), ['1', '31', '100', '400'])
    assert.deepEqual(await targets({ startTime: Date.now() - 101 * DAY, endTime: Date.now() - 30 * DAY }), [
      '31',
      '100',
    ])
    const low = firstIdOf('opl', Date.now() - 3 * DAY)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT * FROM operate_log WHERE account_id = ${ana.accountId} AND id >= ${sql.lit(low)} ORDER BY id DESC LIMIT 10`.execute(
      db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, new RegExp(`operate_log_${monthAgo(100)}`))
    assert.match(plan, /Merge Append/, 'each month is read from its newest row on, as far as the page needs')
  })
})

it('the desk shows what is kept, from when to when, and what is gone', async () => {
  const sre = await newStaff(['SRE'])
  const before = (await answers.retentionState(sre, {})).list.find(({ table }) => table === 'operate_log')!
  await done('usr_shown', 900, ['1'])
  await ageRecords()
  const { list } = await answers.retentionState(sre, {})
  assert.equal(list.length, 6)
  assert.ok(list.every(({ name, table, bytes }) => name !== table && bytes > 0))
  const log = list.find(({ table }) => table === 'operate_log')!
  assert.deepEqual(
    [log.name, log.keepDays, log.archived, log.dropped],
    ['Operation log', 730, true, before.dropped + 1],
  )
  assert.ok(Date.now() - log.droppedTime! < 60_000)
  assert.ok(log.dueTime! > Date.now() && log.oldestTime! < Date.now())
  const oldest = new Date(log.oldestTime!)
  assert.deepEqual([oldest.getUTCDate(), oldest.getUTCHours()], [1, 0])
})

it('what ages, how long and why is in the operator’s guide', async () => {
  const guide = await readFile(new URL('../../docs/operate/retention.md', import.meta.url), 'utf8')
  const rows = await many(
    db,
    sql<{
      table_name: string
      keep_days: number
      archived: boolean
      why: string
    }>`SELECT * FROM retention ORDER BY table_name`,
  )
  for (const { table_name, keep_days, archived, why } of rows) {
    const line = `| \`${table_name}\` | ${keep_days} days | ${archived ? 'archive' : 'nothing'} | ${why} |`
    assert.ok(guide.includes(line), line)
  }
})
