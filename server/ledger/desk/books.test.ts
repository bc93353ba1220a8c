import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ignoreTriggers, owner } from '#test/database.ts'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { newStaff } from '#test/fixtures/staff.ts'
import { newAccount } from '#test/world.ts'
import { openAlarms, raiseAlarm } from '#server/core/alarms.ts'
import { dateOf, DAY, nowMs, setClock, startOfMonth } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, many, one, sql, transaction } from '#server/core/db.ts'
import { compose } from '#server/core/composition.ts'
import { newId } from '#server/core/ids.ts'
import { setRate } from '#server/funding/funding.ts'
import { accountOf } from '#server/identity/identity.ts'
import { breaksIn, coverNow, credit, debit, PLATFORM, platform, post, wallet } from '../ledger.ts'
import { composition } from '#server/modules.ts'
import { bookAnswers } from '../module.ts'
import { staffAnswers } from '#server/staff/module.ts'
import { beginProof, proveNow, proveTonight } from './proveBooks.ts'

withIssuer()

test('a balance as of any moment is the sum of the entries until then, and each transfer balances', async () => {
  const auditor = await newStaff(['AUDITOR'])
  const before = nowMs() - 1
  const ana = await newAccount({ balanceCents: 12_345 })
  const input = { code: '2010', owner: ana.accountId, pageNo: 1, pageSize: 10 }
  const [now] = (await bookAnswers.bookAccounts(auditor, input)).data
  assert.deepEqual([now?.balance, now?.credits, now?.debits], [12_345, 12_345, 0])
  assert.equal((await bookAnswers.bookAccounts(auditor, { ...input, asOf: before })).data[0]?.balance, 0)

  assert.equal(now?.holder?.accountId, ana.accountId)

  const page = { laId: now!.laId, pageNo: 1, pageSize: 10 }
  const then = await bookAnswers.bookEntries(auditor, { ...page, asOf: before })
  assert.deepEqual([then.total, then.summary.balance], [0, 0])
  const [entry] = (await bookAnswers.bookEntries(auditor, page)).data
  assert.deepEqual([entry?.side, entry?.amount, entry?.balanceAfter], ['C', 12_345, 12_345])
  const { entries } = await bookAnswers.bookTransfer(auditor, { transferId: entry!.transferId })
  const sum = (side: string) => entries.filter((one) => one.side === side).reduce((all, { amount }) => all + amount, 0)
  assert.equal(sum('D'), sum('C'))

  const trial = await bookAnswers.trialBalance(auditor, {})
  assert.ok(trial.currencies.length > 0)
  for (const { debits, credits } of trial.currencies) assert.equal(debits, credits)
  assert.ok(trial.cover >= trial.owed)
  const sumOf = (counts: string) =>
    trial.parts.filter((part) => part.counts === counts).reduce((all, { cents }) => all + cents, 0)
  assert.deepEqual([sumOf('client'), sumOf('cover')], [trial.owed, trial.cover], 'the parts are the whole')
  await booksHold()
})

test('an account of the platform is one, whatever the cells that use it: sum, entries in order, and any of its rows finds it', async () => {
  const auditor = await newStaff(['AUDITOR'])
  const bank = { code: '1020', pageNo: 1, pageSize: 50 }
  const bankNow = async () =>
    (await bookAnswers.bookAccounts(auditor, bank)).data.filter(({ owner }) => owner === 'two')
  const cells = new Set<number>()
  const sent: string[] = []
  while (cells.size < 2 || sent.length < 6) {
    const { accountId } = await newAccount()
    cells.add(cellOf(accountId))
    const lines = [debit(platform('1020', 'two'), 700), credit(wallet(accountId), 700)]
    const biz = { type: 'test', id: newId('ex') }
    sent.push((await transaction((tx) => post(tx, { kind: 'TOPUP_WIRE', accountId, biz, lines }))).transferId)
  }
  const rows = await many(
    db,
    sql<{ la_id: number }>`SELECT la_id FROM ledger_account WHERE code = '1020' AND owner = 'two' ORDER BY la_id`,
  )
  assert.equal(rows.length, cells.size)
  const [one, ...more] = await bankNow()
  assert.deepEqual([one?.laId, one?.balance, more], [rows[0]!.la_id, 700 * sent.length, []])
  const seen = new Set<string>()
  for (const { la_id: laId } of rows) {
    const pages = await Promise.all(
      [1, 2, 3].map((pageNo) => bookAnswers.bookEntries(auditor, { laId, pageNo, pageSize: 2 })),
    )
    assert.deepEqual(
      pages.flatMap(({ data }) => data.map(({ transferId }) => transferId)),
      sent.toReversed().slice(0, 6),
    )
    const [{ total, summary }] = pages as [(typeof pages)[number]]
    assert.deepEqual([total, summary.laId, summary.balance], [sent.length, rows[0]!.la_id, 700 * sent.length])
  }
  for (const transferId of sent)
    for (const { code, laId } of (await bookAnswers.bookTransfer(auditor, { transferId })).entries)
      if (code === '1020') seen.add(String(laId))
  assert.deepEqual([...seen], [String(rows[0]!.la_id)])
  const { total } = await bookAnswers.bookAccounts(auditor, bank)
  const lines = (await bookAnswers.trialBalance(auditor, {})).currencies.flatMap((currency) => currency.lines)
  assert.equal(lines.find(({ code }) => code === '1020')?.accounts, total)
})

test('found by what stands on a slip: a transfer, an account holder, nothing', async () => {
  const auditor = await newStaff(['AUDITOR'])
  const ana = await newAccount({ balanceCents: 500 })
  const { user_no: text } = await accountOf(db, ana.accountId)
  const { accounts, transfers } = await bookAnswers.findInBooks(auditor, { text })
  assert.deepEqual([accounts.map(({ code, balance }) => [code, balance]), transfers], [[['2010', 500]], []])
  const [entry] = (await bookAnswers.bookEntries(auditor, { laId: accounts[0]!.laId, pageNo: 1, pageSize: 10 })).data
  const found = await bookAnswers.findInBooks(auditor, { text: entry!.transferId })
  assert.deepEqual(
    found.transfers.map(({ transferId, kindText }) => [transferId, kindText]),
    [[entry!.transferId, entry!.kindText]],
  )
  assert.deepEqual(await bookAnswers.findInBooks(auditor, { text: 'nothing of ours' }), { accounts: [], transfers: [] })
})

test('the proof is a job, one at a time, and its result is kept', async () => {
  const auditor = await newStaff(['AUDITOR'])
  const { proofId } = await transaction((tx) => bookAnswers.proveBooks(auditor, {}, tx))
  await assert.rejects(
    transaction((tx) => bookAnswers.proveBooks(auditor, {}, tx)),
    refusedAs('conflict'),
  )
  await proveNow({ proofId })
  const { list } = await bookAnswers.listProofs(auditor, {})
  const proof = list.find((one) => one.proofId === proofId)
  assert.equal(proof?.state, 'HOLDS', JSON.stringify(proof?.breaks))
  assert.ok(proof.checks! > 5 && proof.tookMs !== null)
  assert.ok(proof.kind === 'WHOLE' && proof.entries! > 0)
})

/** Queues the proof of a night so many days from now and runs it. Returns what it has stored. */
async function night(days: number) {
  setClock(() => Date.now() + days * DAY)
  try {
    await beginProof()
    const { payload } = await one(
      db,
      sql<{ payload: Parameters<typeof proveNow>[0] }>`
      SELECT payload FROM graphile_worker._private_jobs ORDER BY id DESC LIMIT 1`,
    )
    await proveNow(payload)
    const { list, wholeTime } = await bookAnswers.listProofs(await newStaff(['AUDITOR']), {})
    return { ...list.find(({ proofId }) => proofId === payload.proofId)!, wholeTime }
  } finally {
    setClock()
  }
}

test('every night what is new is proven, and everything once a week; a break raises an alarm until a whole proof finds nothing', async () => {
  const first = await night(1)
  assert.deepEqual(
    [first.kind, first.state, first.askedBy],
    ['NEW', 'HOLDS', '系统 System'],
    'a whole proof was asked for',
  )
  const alarms = async () => (await openAlarms(db, ['BOOKS_BROKEN'], 10)).map(({ detail }) => detail)
  await raiseAlarm(db, { kind: 'BOOKS_BROKEN', subject: 'books' })
  assert.equal((await night(1)).kind, 'NEW')
  assert.equal((await alarms()).length, 1, 'what is new says nothing of what was found')
  await sql`UPDATE book_proof SET created_at = created_at - interval '10 days'`.execute(owner)
  const second = await night(2)
  assert.deepEqual(await alarms(), [])
  assert.deepEqual([second.kind, second.wholeTime], ['WHOLE', second.createTime])
  await newAccount({ balanceCents: 100 })
  const third = await night(3)
  assert.deepEqual(
    [third.kind, third.entries, third.wholeTime],
    ['NEW', 0, second.createTime],
    'its entries are of before',
  )
  assert.deepEqual(await alarms(), [{ breaks: 1, check: 'balance-not-its-entries' }])
})

test('a night waits for a proof that runs, and not for one that never ended', async () => {
  const auditor = await newStaff(['AUDITOR'])
  const { proofId } = await transaction((tx) => bookAnswers.proveBooks(auditor, {}, tx))
  const states = async () =>
    (await bookAnswers.listProofs(auditor, {})).list
      .filter(({ state }) => state === 'WAITING')
      .map((one) => one.proofId)
  await beginProof()
  assert.deepEqual(await states(), [proofId])
  setClock(() => Date.now() + 2 * DAY)
  await beginProof()
  setClock()
  const [waiting, ...more] = await states()
  assert.ok(waiting !== proofId && more.length === 0)
  await proveNow({ proofId: waiting! })
})

test('the end of a month stands in the staff’s audit, and checkpoints that are not those are found', async () => {
  const auditor = await newStaff(['AUDITOR'])
  const month = dateOf(startOfMonth().from.getTime() - 1).slice(0, 7)
  const { data } = await staffAnswers.listStaffAudit(auditor, { pageNo: 1, pageSize: 5, keyword: `books ${month}` })
  assert.equal(data.length, 1)
  const tx = await owner.startTransaction().execute()
  await ignoreTriggers(tx)
  await sql`UPDATE ledger_checkpoint SET hash = '\\x00' WHERE cell = 5 AND mark = ${JSON.parse(data[0]!.after!).mark}`.execute(
    tx,
  )
  const found = (await breaksIn(tx)).map(({ check }) => check)
  await tx.rollback().execute()
  assert.ok(found.includes('month-not-as-sealed') && found.includes('checkpoint-altered'), found.join())
})

test('before the first rate yuan count at the rate at which the books carry them, on the desk as in the proof', async () => {
  const auditor = await newStaff(['AUDITOR'])
  await owner.transaction().execute(async (tx) => {
    await ignoreTriggers(tx)
    await sql`DELETE FROM fx_rate`.execute(tx)
  })
  const before = await bookAnswers.trialBalance(auditor, {})
  assert.equal(before.byCurrency.rate, null)
  await transaction((tx) =>
    post(tx, {
      kind: 'SUSPENSE_RECEIVED',
      accountId: PLATFORM,
      biz: { type: 'test', id: newId('tst') },
      lines: [
        debit(platform('1030', 'b', 'CNY'), 72_000),
        credit(platform('1900', '', 'CNY'), 72_000),
        debit(platform('1900'), 10_000),
        credit(platform('4060'), 10_000),
      ],
    }),
  )
  const trial = await bookAnswers.trialBalance(auditor, {})
  assert.deepEqual([trial.cover - before.cover, trial.byCurrency.rate], [10_000, null])
  const { owedCents, coveredCents } = await coverNow(db)
  assert.deepEqual([trial.owed, trial.cover], [owedCents, coveredCents])
})

test('the rate stored with a proof is the one that it has used, also if another is set while it runs', async () => {
  const auditor = await newStaff(['AUDITOR'])
  await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
  const judge = async () => {
    await transaction((tx) => setRate(tx, { midMicros: 8_000_000 }, 'test'))
    return []
  }
  compose({ ...composition, proofs: [...composition.proofs, { name: 'sets-a-rate', says: 'it runs', judge }] })
  const { proofId } = await transaction((tx) => bookAnswers.proveBooks(auditor, {}, tx))
  await proveNow({ proofId })
  compose(composition)
  const { list } = await bookAnswers.listProofs(auditor, {})
  assert.equal(list.find((one) => one.proofId === proofId)?.cover?.rate, '7.2000')
})

test('an unknown account or transfer is not found', async () => {
  const auditor = await newStaff(['AUDITOR'])
  await assert.rejects(
    bookAnswers.bookEntries(auditor, { laId: 999_999_999, pageNo: 1, pageSize: 10 }),
    refusedAs('not_found'),
  )
  await assert.rejects(bookAnswers.bookTransfer(auditor, { transferId: 'none' }), refusedAs('not_found'))
})

test('until the proof of the night begins, staff can verify the books', async () => {
  const auditor = await newStaff(['AUDITOR'])
  await proveTonight()
  await proveTonight()
  const waits = await one(
    db,
    sql<{ jobs: number; minutes: number }>`
    SELECT count(*)::int AS jobs, max(extract(epoch FROM run_at - now()) / 60)::int AS minutes
      FROM graphile_worker.jobs WHERE task_identifier = 'ledger.beginProof'`,
  )
  assert.deepEqual(waits, { jobs: 1, minutes: 10 })
  const { proofId } = await transaction((tx) => bookAnswers.proveBooks(auditor, {}, tx))
  await proveNow({ proofId })
})
