import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import type { AdjustCause, LimitKey } from '#contract/accounts/desk.ts'
import { availability } from '#contract/core/permissions.ts'
import { owner } from '#test/database.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import { bindGoogle } from '#test/fixtures/google.ts'
import { refused } from '#test/refused.ts'
import { anAttachment, approves, auditOf, newStaff, someApproval } from '#test/fixtures/staff.ts'
import { caller, newAccount, signIn, withWorld, type Person } from '#test/world.ts'
import type { Staff } from '#server/core/actor.ts'
import { listOperations } from '#server/audit/audit.ts'
import { DAY, HOUR, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { todayOf } from '#server/funding/funding.ts'
import { authenticate, isBound } from '#server/identity/identity.ts'
import { balanceOf, credit, debit, platform, post, prove, tenant, wallet } from '#server/ledger/ledger.ts'
import { ownLimitsOf } from '#server/plans/plans.ts'
import { approvalAnswers, module as staffModule } from '#server/staff/module.ts'
import { moveAnswers } from '#server/accounts/module.ts'

const { sweeps } = staffModule

withWorld()
/** Goodwill is paid from our money, not other customers': without any in the bank, the proof would fail. */
beforeEach(async () => {
  await transaction((tx) =>
    post(tx, {
      kind: 'FUNDS_FORFEITED',
      accountId: 'platform',
      biz: { type: 'test', id: 'own money' },
      lines: [debit(platform('1020', 'CMB'), 5_000_00), credit(platform('4900'), 5_000_00)],
    }),
  )
})
afterEach(async () => {
  setClock()
  assert.deepEqual(await prove(), [])
})

const page = { pageNo: 1, pageSize: 10 }
const reason = 'asked for by the holder'
const asksAdjustment = async (
  staff: Staff,
  { accountId }: Person,
  cause: AdjustCause,
  amount: number,
  file?: string,
) => {
  const fileId = file ?? (await anAttachment(staff))
  return transaction((tx) => moveAnswers.askAdjustment(staff, { accountId, cause, amount, fileId, reason }, tx))
}
const asksLimit = (
  staff: Staff,
  { accountId }: Person,
  key: LimitKey,
  amount: number | undefined,
  { startTime, endTime }: { startTime?: number; endTime?: number } = {},
) => transaction((tx) => moveAnswers.askLimit(staff, { accountId, key, amount, startTime, endTime, reason }, tx))
const restricts = (staff: Staff, { accountId }: Person) =>
  transaction((tx) => moveAnswers.restrictAccount(staff, { accountId, reason: 'papers look forged' }, tx))
const available = async ({ accountId }: Person) => (await balanceOf(db, wallet(accountId))).available
const entries = async (): Promise<string[]> =>
  (
    await sql<{ line: string }>`
      SELECT kind || ' ' || side || code || ' ' || amount AS line
        FROM ledger_transfer JOIN ledger_entry USING (cell, transfer_id) JOIN ledger_account USING (cell, la_id)
       WHERE biz_type = 'adjustment' ORDER BY ledger_transfer.posted_at, side DESC`.execute(db)
  ).rows.map(({ line }) => line)

test('a wallet is adjusted by two people, in and out, and the books say against what', async () => {
  const [ana, maker, checker] = [
    await newAccount({ balanceCents: 20_00 }),
    await newStaff(['FIN_MAKER']),
    await newStaff(['FIN_CHECKER']),
  ]
  const { approvalId } = await asksAdjustment(maker, ana, 'GOODWILL', 12_50)
  await refused('conflict', asksAdjustment(maker, ana, 'GOODWILL', 12_50))
  await refused('own_approval', approves(await sameWith(maker), approvalId))
  assert.equal(await available(ana), 20_00, 'asking moves nothing')
  await approves(checker, approvalId)
  assert.equal(await available(ana), 32_50)
  await approves(checker, (await asksAdjustment(maker, ana, 'FEE', 2_00)).approvalId)
  assert.equal(await available(ana), 30_50)
  assert.deepEqual(await entries(), [
    'ADJUST_IN D5070 1250',
    'ADJUST_IN C2010 1250',
    'ADJUST_OUT D2010 200',
    'ADJUST_OUT C4020 200',
  ])
  const { adjustments } = await moveAnswers.accountMoves(maker, { accountId: ana.accountId })
  assert.deepEqual(
    adjustments.map(({ direction, amount, checker: by }) => [direction, amount, by]),
    [
      ['OUT', 2_00, checker.name],
      ['IN', 12_50, checker.name],
    ],
  )
  const { data } = await listOperations(ana, page)
  assert.ok(data.some(({ type, content }) => type === 'STAFF' && content.includes(reason)))
  assert.ok((await auditOf(checker)).some((line) => line.startsWith('MONEY')))
})

test('an adjustment rests on a picture that its checkers see, and that stands beside it alone', async () => {
  const [ana, ben, clerk, checker] = [
    await newAccount({ balanceCents: 20_00 }),
    await newAccount(),
    await newStaff(['SUPPORT']),
    await newStaff(['FIN_CHECKER']),
  ]
  const fileId = await anAttachment(clerk)
  const looks = (staff: Staff, approvalId: string) => approvalAnswers.showAttachment(staff, { approvalId, fileId })
  const { approvalId } = await asksAdjustment(clerk, ana, 'GOODWILL', 5_00, fileId)
  await refused('not_found', asksAdjustment(clerk, ben, 'GOODWILL', 5_00, fileId))
  await refused('not_found', asksAdjustment(clerk, ben, 'GOODWILL', 5_00, 'att_00000000000000000000000000'))
  const ofAnother = await anAttachment(await newStaff(['SUPPORT']))
  await refused('not_found', asksAdjustment(clerk, ben, 'GOODWILL', 5_00, ofAnother))
  const { attachments, payload } = await approvalAnswers.showApproval(checker, { approvalId })
  assert.deepEqual(attachments, [{ fileId, name: 'ticket 4711.jpg' }])
  assert.ok(payload.includes(fileId), 'the hash covers it')
  const seen = await looks(checker, approvalId)
  assert.equal(seen.type, 'image/jpeg')
  assert.equal((await sharp(seen.body as Buffer).metadata()).width, 40)
  await refused('not_found', looks(await newStaff(['CONTENT']), approvalId))
  await refused('not_found', looks(checker, await someApproval()))
  await assert.rejects(
    sql`UPDATE attachment SET body_enc = '' WHERE file_id = ${fileId}`.execute(owner),
    /only added to/,
  )
  await approves(checker, approvalId)
  assert.equal(await available(ana), 25_00)
})

test('what is no picture is refused, and what nothing was asked with is gone after a day', async () => {
  const clerk = await newStaff(['SUPPORT'])
  const bytes = Buffer.from('<svg onload="x"/>')
  const file = { name: 'a.png', size: bytes.length, sha256: '', bytes }
  await refused('invalid', approvalAnswers.uploadAttachment(clerk, { file }))
  const fileId = await anAttachment(clerk)
  const kept = async () => (await sql`SELECT 1 FROM attachment WHERE file_id = ${fileId}`.execute(db)).rows.length
  await sweeps['staff.dropAttachments']!.work()
  assert.equal(await kept(), 1)
  const later = nowMs() + DAY + HOUR
  setClock(() => later)
  await sweeps['staff.dropAttachments']!.work()
  assert.equal(await kept(), 0)
})

/** The same person with every key, as if holding both roles. */
const sameWith = async (maker: Staff): Promise<Staff> => ({ ...maker, may: (await newStaff()).may })

test('above a thousand dollars an adjustment takes two checkers', async () => {
  const [ana, maker] = [await newAccount(), await newStaff(['FIN_MAKER'])]
  const { approvalId } = await asksAdjustment(maker, ana, 'CORRECTION_IN', 1_000_01)
  const first = await newStaff(['FIN_CHECKER'])
  assert.equal((await approves(first, approvalId)).state, 'WAITING')
  await refused('approval_decided', approves(first, approvalId))
  assert.equal(await available(ana), 0)
  await approves(await newStaff(['FIN_CHECKER']), approvalId)
  assert.equal(await available(ana), 1_000_01)
})

test('an adjustment takes no more than is free, not even when it was there while it was asked for', async () => {
  const [ana, maker, checker] = [
    await newAccount({ balanceCents: 5_00 }),
    await newStaff(['FIN_MAKER']),
    await newStaff(['FIN_CHECKER']),
  ]
  await refused('insufficient_wallet', asksAdjustment(maker, ana, 'CORRECTION_OUT', 5_01))
  const { approvalId } = await asksAdjustment(maker, ana, 'CORRECTION_OUT', 5_00)
  const other = await newStaff(['FIN_MAKER'])
  await refused('conflict', asksAdjustment(other, ana, 'FEE', 1))
  await sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${ana.accountId}`.execute(db)
  await refused('conflict', approves(checker, approvalId))
  assert.equal(await available(ana), 5_00)
  await refused('not_permitted', asksAdjustment(await newStaff(['KYC']), await newAccount(), 'GOODWILL', 1))
})

test('a leaving account is credited what is its holder’s, which is payable, and charged nothing', async () => {
  const [ana, maker, checker] = [await newAccount(), await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
  await closesAccount(ana)
  for (const status of ['CLOSING', 'CLOSED'] as const) {
    await sql`UPDATE account SET status = ${status} WHERE account_id = ${ana.accountId}`.execute(db)
    await refused('conflict', asksAdjustment(maker, ana, 'FEE', 1))
    const { approvalId } = await asksAdjustment(maker, ana, 'CORRECTION_IN', 7_00)
    await approves(checker, approvalId)
    const shown = await approvalAnswers.showApproval(checker, { approvalId })
    assert.ok(shown.diff.some(({ label, after }) => label === 'Payable after closing' && after?.includes('$')))
  }
  const payable = await balanceOf(db, tenant('2410', ana.accountId))
  assert.deepEqual([await available(ana), payable.posted], [0, 14_00])
})

test('a restriction stops what a debt stops, from the next call on, until it is lifted', async () => {
  const [ana, clerk] = [await newAccount({ balanceCents: 50_00 }), await newStaff(['SUPPORT'])]
  const { access_token: token } = await signIn(ana)
  const standing = async () => (await authenticate(token, caller())).standing
  await restricts(clerk, ana)
  await refused('conflict', restricts(clerk, ana))
  assert.equal(await standing(), 'HELD')
  const stopped = Object.entries(availability).filter(([, row]) => !row.HELD)
  assert.deepEqual(
    stopped.map(([action]) => action),
    ['open', 'load', 'unload', 'plan', 'seat', 'payout', 'close'],
  )
  const { held } = await moveAnswers.accountMoves(clerk, { accountId: ana.accountId })
  assert.deepEqual([held!.by, held!.reason], [clerk.name, 'papers look forged'])
  const { data } = await listOperations(ana, page)
  assert.ok(!JSON.stringify(data).includes('forged'), 'a suspicion is not written to the one suspected')
  const lift = () => transaction((tx) => moveAnswers.liftRestriction(clerk, { accountId: ana.accountId, reason }, tx))
  await lift()
  await refused('conflict', lift())
  assert.equal(await standing(), 'ACTIVE')
  assert.deepEqual(
    (await auditOf(clerk)).map((line) => line.split(' ')[0]),
    ['ACCOUNT', 'VIEW', 'ACCOUNT'],
  )
})

test('everybody of an account is signed out at once', async () => {
  const [ana, ben, clerk] = [await newAccount(), await newAccount(), await newStaff(['SUPPORT'])]
  const [first, second, foreign] = [await signIn(ana), await signIn(ana), await signIn(ben)]
  const out = (sessionId?: string) =>
    transaction((tx) => moveAnswers.endAccountSessions(clerk, { accountId: ana.accountId, sessionId, reason }, tx))
  await refused('not_found', out('ses_00000000000000000000000000'))
  assert.equal((await out()).ended, 2)
  for (const { access_token } of [first, second]) await refused('revoked', authenticate(access_token, caller()))
  await authenticate(foreign.access_token, caller())
  assert.ok((await auditOf(clerk)).some((line) => line.startsWith('ACCOUNT')))
})

test('a lost authenticator is taken off by two people; its login is out and its money stays in for a day', async () => {
  const [ana, clerk, risk] = [await newAccount(), await newStaff(['SUPPORT']), await newStaff(['RISK_APPROVER'])]
  const ask = (loginId = ana.loginId) =>
    transaction((tx) =>
      moveAnswers.askAuthenticatorReset(clerk, { accountId: ana.accountId, loginId, checkedBy: 'VIDEO', reason }, tx),
    )
  await refused('conflict', ask())
  await bindGoogle(ana)
  await refused('not_found', ask((await newAccount()).loginId))
  const { access_token } = await signIn(ana)
  const { approvalId } = await ask()
  await refused('conflict', ask())
  assert.equal(await isBound(db, ana), true)
  await approves(risk, approvalId)
  assert.equal(await isBound(db, ana), false)
  await refused('revoked', authenticate(access_token, caller()))
  const { rows } = await sql<{
    until: Date
  }>`SELECT cooldown_until AS until FROM login WHERE login_id = ${ana.loginId}`.execute(db)
  assert.ok(rows[0]!.until.getTime() > nowMs() + DAY - HOUR)
  assert.ok((await auditOf(risk)).some((line) => line.startsWith('ACCOUNT')))
})

test('a limit of one’s own holds from a time until a time, and every version stays', async () => {
  const [ana, clerk, risk] = [await newAccount(), await newStaff(['SUPPORT']), await newStaff(['RISK_APPROVER'])]
  assert.equal((await todayOf(db, ana.accountId)).limit, 500_00)
  const agreed = async (asking: Promise<{ approvalId: string }>) => approves(risk, (await asking).approvalId)
  await agreed(asksLimit(clerk, ana, 'topupPerDay', 9_000_00, { startTime: nowMs() + DAY, endTime: nowMs() + 3 * DAY }))
  assert.equal((await todayOf(db, ana.accountId)).limit, 500_00, 'not yet')
  setClock(() => Date.now() + 2 * DAY)
  assert.equal((await todayOf(db, ana.accountId)).limit, 9_000_00)
  setClock(() => Date.now() + 4 * DAY)
  assert.equal((await todayOf(db, ana.accountId)).limit, 500_00, 'no longer')
  setClock()
  await agreed(asksLimit(clerk, ana, 'perLoad', 5_000_00))
  assert.deepEqual(await ownLimitsOf(db, ana.accountId), { perLoad: 5_000_00 })
  await agreed(asksLimit(clerk, ana, 'perLoad', undefined))
  assert.deepEqual(await ownLimitsOf(db, ana.accountId), {})
  const { history, limits } = await moveAnswers.accountMoves(clerk, { accountId: ana.accountId })
  assert.deepEqual(
    history.map(({ amount, maker, checker }) => [amount, maker, checker]),
    [null, 5_000_00, 9_000_00].map((amount) => [amount, clerk.name, risk.name]),
  )
  assert.deepEqual(
    limits.map(({ own }) => own),
    [null, null, null],
  )
  await refused('conflict', asksLimit(clerk, ana, 'perLoad', 1_00, { endTime: nowMs() - 1 }))
  await refused('not_permitted', asksLimit(await newStaff(['FIN_MAKER']), ana, 'perLoad', 1_00))
  await assert.rejects(
    sql`UPDATE account_limit SET amount_cents = 1`.execute(owner),
    'what was agreed cannot be changed',
  )
})
