import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, moneyOn, requestNo, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { coversDebt, isRestricted, owedOf } from '#test/fixtures/debts.ts'
import { asksWriteOff, fundsOf, writesOff } from '#test/funds.ts'
import { anAttachment, approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { cardInHand, event, tells } from '#test/fixtures/trades.ts'
import { endOf, refused, refusedAs } from '#test/refused.ts'
import { runJobs } from '#test/runJobs.ts'
import { fund, newAccount, type Person } from '#test/world.ts'
import { module as cardsModule } from '#server/cards/module.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { matchRestriction } from '#server/identity/identity.ts'
import { credit, debit, platform, post, prove, tenant } from '#server/ledger/ledger.ts'
import { moveAnswers } from '#server/accounts/module.ts'

withIssuer({ connections: 12 })
/** What customers do not pay is paid from our money: without any in the bank, the proof would fail. */
beforeEach(() => coversDebt(500_00))
const settles = () => runJobs(cardsModule.jobs)
afterEach(async () => {
  await settles()
  assert.deepEqual(await prove(), [])
})

const linesOf = async (kind: string, { accountId }: Person): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ line: string }>`
      SELECT side || code || ' ' || amount AS line
        FROM ledger_transfer AS transfer
        JOIN ledger_entry AS entry USING (cell, transfer_id)
        JOIN ledger_account AS account USING (cell, la_id)
       WHERE transfer.account_id = ${accountId} AND kind = ${kind}
       ORDER BY transfer_id, side DESC`,
    )
  ).map(({ line }) => line)

/** A bank took back a top-up that had been spent. */
const owes = ({ accountId }: Person, cents: number) =>
  transaction(async (tx) => {
    await post(tx, {
      kind: 'TOPUP_REVERSED',
      accountId,
      biz: { type: 'test', id: newId('tst') },
      lines: [debit(tenant('1310', accountId), cents), credit(platform('1020', 'test-bank'), cents)],
    })
    await matchRestriction(tx, accountId)
  })

it('a debt is written off in parts by two people, and the restriction ends with the last of it', async () => {
  const ana = await newAccount()
  await owes(ana, 30_00)
  assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [30_00, true])
  const approvalId = await asksWriteOff(ana, 20_00)
  await refused('conflict', asksWriteOff(ana, 1_00))
  await refused('not_permitted', approves(await newStaff(['RISK_APPROVER', 'FIN_MAKER']), approvalId))
  const checker = await newStaff(['FIN_CHECKER'])
  await approves(checker, approvalId)
  assert.deepEqual(await linesOf('WRITTEN_OFF', ana), ['D5050 2000', 'C1310 2000'])
  assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [10_00, true])
  assert.ok((await auditOf(checker)).some((line) => line.startsWith('MONEY')))
  await assert.rejects(asksWriteOff(ana, 10_01), refusedAs('amount_above_max', 'amount'))
  await writesOff(ana, 10_00)
  assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana)], [0, false])
  const { writeOffs, mayWriteOff } = await fundsOf(ana)
  assert.deepEqual([writeOffs.map(({ amount }) => amount), mayWriteOff], [[10_00, 20_00], 0])
})

it('money that came in meanwhile pays first, and of two who agree one writes off', async () => {
  const ana = await newAccount()
  await owes(ana, 30_00)
  const late = await asksWriteOff(ana, 30_00)
  await fund(ana.accountId, 12_00)
  await assert.rejects(approves(await newStaff(['FIN_CHECKER']), late), refusedAs('amount_above_max', 'amount'))
  await settles()
  assert.equal((await owedOf(ana)).total, 18_00)
  await rejects(await newStaff(['FIN_CHECKER']), late)
  const approvalId = await asksWriteOff(ana, 18_00)
  const people = await Promise.all([newStaff(['FIN_CHECKER']), newStaff(['FIN_CHECKER'])])
  const ends = await Promise.all(people.map((one) => endOf(approves(one, approvalId))))
  assert.deepEqual(ends.toSorted(), ['approval_decided', 'ok'])
  assert.deepEqual(await linesOf('WRITTEN_OFF', ana), ['D5050 1800', 'C1310 1800'])
})

it('what a deleted card is below zero becomes a debt of the account and is written off; a live card is not', async () => {
  const ana = await newAccount({ balanceCents: 50_00 })
  const [gone, live] = [
    await cardInHand(ana, { rechargeAmount: 10_00 }),
    await cardInHand(ana, { rechargeAmount: 10_00 }),
  ]
  await asks(ana, 'deleteCard', { cardId: gone.cardId, reason: 'campaign over', requestNo: requestNo() })
  const there = (await walletOf(ana)).posted
  await tells(event('clearing.posted', gone, there + 7_00), event('clearing.posted', live, 15_00))
  await settles()
  const { mayWriteOff, owed } = await fundsOf(ana)
  assert.equal(owed, 12_00)
  assert.equal(mayWriteOff, 7_00)
  await writesOff(ana, 7_00)
  assert.deepEqual(await linesOf('WRITTEN_OFF', ana), ['D5050 700', 'C1310 700'])
  assert.deepEqual(
    [(await moneyOn(ana, gone.cardId)).posted, (await moneyOn(ana, live.cardId)).posted, await isRestricted(ana)],
    [0, -5_00, true],
  )
})

it('what is recovered later is an adjustment against bad debt, and never more than was written off', async () => {
  const ana = await newAccount()
  await owes(ana, 30_00)
  await writesOff(ana, 30_00)
  await fund(ana.accountId, 50_00)
  assert.equal((await walletOf(ana)).posted, 50_00, 'it is not owed any more')
  const clerk = await newStaff(['FIN_MAKER'])
  const recovers = async (amount: number) => {
    const input = { accountId: ana.accountId, cause: 'RECOVERY' as const, amount, reason: 'as agreed with the holder' }
    const fileId = await anAttachment(clerk)
    return transaction((tx) => moveAnswers.askAdjustment(clerk, { ...input, fileId }, tx))
  }
  await assert.rejects(recovers(30_01), refusedAs('amount_above_max', 'amount'))
  await approves(await newStaff(['FIN_CHECKER']), (await recovers(25_00)).approvalId)
  assert.deepEqual(await linesOf('ADJUST_OUT', ana), ['D2010 2500', 'C5050 2500'])
  await assert.rejects(recovers(5_01), refusedAs('amount_above_max', 'amount'))
})

it('the proof sees a write-off that is not its transfer', async () => {
  const ana = await newAccount()
  await owes(ana, 30_00)
  await writesOff(ana, 30_00)
  await sql`ALTER TABLE write_off DISABLE TRIGGER write_off_only_grows`.execute(owner)
  const change = (by: number) =>
    sql`UPDATE write_off SET amount_cents = amount_cents + ${by} WHERE account_id = ${ana.accountId}`.execute(owner)
  await change(1)
  assert.deepEqual(
    (await prove()).map(({ check }) => check),
    ['write-off-not-its-transfer'],
  )
  await change(-1)
  await sql`ALTER TABLE write_off ENABLE TRIGGER write_off_only_grows`.execute(owner)
})
