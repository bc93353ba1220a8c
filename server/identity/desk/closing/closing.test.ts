import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { owner } from '#test/database.ts'
import { newsTo } from '#test/fixtures/cards.ts'
import { closesAccount } from '#test/fixtures/closing.ts'
import { addsCard, rateIs720, verifies } from '#test/fixtures/referrals.ts'
import { refused } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { caller, fund, newAccount, signedIn, withWorld, type Person } from '#test/world.ts'
import type { TransferKind } from '#contract/ledger/ledger.ts'
import type { Staff } from '#server/core/actor.ts'
import { listOperations } from '#server/audit/audit.ts'
import { coverDebts } from '#server/cards/debts/coverDebts.ts'
import { DAY, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { authenticate, matchRestriction } from '#server/identity/identity.ts'
import { closingAnswers as closing, leavingAnswers } from '#server/identity/module.ts'
import { forgetPeople } from '#server/identity/closing/forgetPeople.ts'
import { emptyLeavingWallets } from '#server/identity/closing/payable.ts'
import {
  balancesOf,
  credit,
  debit,
  hold,
  owedBy,
  platform,
  post,
  postMany,
  prove,
  release,
  tenant,
  wallet,
} from '#server/ledger/ledger.ts'
import { staffQueues } from '#server/staff/queues.ts'

withWorld()
afterEach(async () => {
  setClock()
  assert.deepEqual(await prove(), [])
})

const reason = 'balance checked with the holder'
type To = Partial<Parameters<typeof leavingAnswers.askClosingPayout>[1]>
const asks = (staff: Staff, caseId: string, to: To) =>
  transaction((tx) => leavingAnswers.askClosingPayout(staff, { caseId, reason, ...to } as never, tx))
const toBank = { bankName: 'First Platypus Bank', accountNo: '000123456789', holder: 'Ana Lin' }
const paysOut = async (caseId: string, to: To = toBank) => {
  const [maker, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
  await approves(checker, (await asks(maker, caseId, to)).approvalId)
  const { payouts } = await leavingAnswers.showLeaving(maker, { caseId })
  return payouts[0]!
}
const records = async (payoutNo: string, reference = `FPB-${payoutNo.slice(-8)}`) => {
  const staff = await newStaff(['FIN_MAKER'])
  return transaction((tx) => leavingAnswers.recordClosingPayout(staff, { payoutNo, reference }, tx))
}
const shows = async (caseId: string) => leavingAnswers.showLeaving(await newStaff(['FIN_MAKER']), { caseId })
const money = async ({ accountId }: Pick<Person, 'accountId'>) =>
  (await balancesOf(db, [wallet(accountId), tenant('2410', accountId)])).map(({ posted }) => posted)
/** Whether it is on the desk, waiting for a payout or for a bank's answer. */
const queued = async (caseId: string) => {
  const staff = await newStaff(['FIN_MAKER'])
  const page = { pageNo: 1, pageSize: 200 }
  const [waiting, sent] = await Promise.all([
    leavingAnswers.listLeaving(staff, { ...page, show: 'WAITING' }),
    leavingAnswers.listLeaving(staff, { ...page, show: 'SENT' }),
  ])
  const due = new Set([...waiting.data, ...sent.data].map((row) => row.caseId))
  const { list } = await staffQueues(staff, {})
  assert.equal(list.find(({ queue }) => queue === 'leaving')!.count, due.size)
  return due.has(caseId)
}
const entries = async ({ accountId }: Pick<Person, 'accountId'>, kind: TransferKind) =>
  (
    await sql<{ line: string }>`
      SELECT side || code || CASE WHEN entry.currency = 'USD' THEN '' ELSE ' ' || entry.currency END || ' ' || amount AS line
        FROM ledger_transfer JOIN ledger_entry AS entry USING (cell, transfer_id) JOIN ledger_account USING (cell, la_id)
       WHERE kind = ${kind} AND ledger_transfer.account_id = ${accountId} ORDER BY ledger_transfer.posted_at, n`.execute(
      db,
    )
  ).rows.map(({ line }) => line)

describe('what a leaving account is owed', () => {
  it('is paid out by two people to the card its holder chose, and the account is closed when the bank has paid', async () => {
    await rateIs720()
    const person = await newAccount({ balanceCents: 470_36 })
    await verifies(person)
    const bankCardId = await addsCard(person)
    const here = { ...person, ...(await signedIn(person)) }
    const caseId = await closesAccount(here, bankCardId)
    const [maker, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
    assert.equal(await queued(caseId), true)
    const seen = await leavingAnswers.showLeaving(maker, { caseId })
    assert.deepEqual([seen.waiting, seen.cards[0]?.bankCardId, seen.cards[0]?.chosen], [470_36, bankCardId, 1])
    const { approvalId } = await asks(maker, caseId, { bankCardId })
    await refused('conflict', asks(maker, caseId, toBank))
    assert.deepEqual(await money(person), [0, 470_36], 'a request moves nothing')
    await refused('own_approval', approves({ ...maker, may: checker.may }, approvalId))
    await approves(checker, approvalId)
    assert.deepEqual(await money(person), [0, 0])
    assert.deepEqual(await entries(person, 'CLOSURE_PAID'), ['D2410 47036', 'C1020 47036'])
    const { payout, amount } = await closing.closingState(here, {})
    assert.deepEqual([payout?.payouts[0]?.state, payout?.waiting, amount], ['SENT', 0, 0])
    assert.equal(await queued(caseId), true, 'until the bank has answered')
    const { accountNo } = await leavingAnswers.revealClosingPayee(maker, {
      payoutNo: payout!.payouts[0]!.payoutNo,
      reason: 'to pay it',
    })
    assert.equal(accountNo, '6222021234567894')
    await records(payout!.payouts[0]!.payoutNo, 'FPB-4711')
    assert.equal(await queued(caseId), false)
    await assert.rejects(authenticate(here.token, caller()))
    const { data } = await listOperations(person, { pageNo: 1, pageSize: 10 })
    assert.ok(data.some(({ content }) => content.includes('FPB-4711')))
    assert.ok((await auditOf(checker)).some((line) => line.startsWith('MONEY')))
    assert.ok((await newsTo(person)).includes('account_paid_out'))
  })

  it('is the balance of 2410 when the second approver agrees, not the sum at closing', async () => {
    const person = await newAccount({ balanceCents: 100_00 })
    const caseId = await closesAccount(person)
    const [maker, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
    const { approvalId } = await asks(maker, caseId, toBank)
    await fund(person.accountId, 25_00)
    assert.deepEqual(await money(person), [0, 125_00])
    await approves(checker, approvalId)
    assert.deepEqual(await entries(person, 'CLOSURE_PAID'), ['D2410 12500', 'C1020 12500'])
    assert.equal((await shows(caseId)).firstAmount, 100_00)
  })

  it('is proven: a payout of another sum than its transfer, or a transfer without a payout, is named', async () => {
    const person = await newAccount({ balanceCents: 100_00 })
    const { payoutNo } = await paysOut(await closesAccount(person))
    const named = async () =>
      (await prove())
        .filter(({ check }) => check === 'closing-payout-not-its-transfer')
        .map(({ subject, found }) => [subject, found])
    const paid = (amount: number) =>
      sql`UPDATE closing_payout SET amount_cents = ${amount} WHERE payout_no = ${payoutNo}`.execute(owner)
    await paid(99_00)
    assert.deepEqual(await named(), [[payoutNo, { amountCents: 99_00, booked: 100_00, state: 'SENT' }]])
    await paid(100_00)
    const transferIs = (change: string) =>
      sql`UPDATE closing_payout SET transfer_id = ${sql.raw(change)} WHERE payout_no = ${payoutNo}`.execute(owner)
    await transferIs(`'x' || transfer_id`)
    assert.deepEqual(
      (await named()).map(([subject]) => subject),
      [payoutNo, payoutNo],
      'the payout has no transfer, and the transfer no payout',
    )
    await transferIs('substr(transfer_id, 2)')
  })

  it('comes back to the desk when money arrives after the payout, and is paid again', async () => {
    const person = await newAccount({ balanceCents: 100_00 })
    const caseId = await closesAccount(person)
    await records((await paysOut(caseId)).payoutNo)
    assert.equal((await shows(caseId)).accountStatus, 'CLOSED')
    await transaction((tx) =>
      post(tx, {
        kind: 'CARD_REFUND_RETURN',
        accountId: person.accountId,
        biz: { type: 'test', id: person.accountId },
        lines: [debit(platform('2110', 'sim'), 7_00), credit(tenant('2410', person.accountId), 7_00)],
      }),
    )
    assert.deepEqual([await queued(caseId), (await shows(caseId)).waiting], [true, 7_00])
    await records((await paysOut(caseId)).payoutNo)
    assert.deepEqual([await queued(caseId), await money(person)], [false, [0, 0]])
  })

  it('waits again when the bank returns it, and one reference pays one payout', async () => {
    const [one, other] = [await newAccount({ balanceCents: 40_00 }), await newAccount({ balanceCents: 50_00 })]
    const caseId = await closesAccount(one)
    const first = await paysOut(caseId)
    const staff = await newStaff(['FIN_MAKER'])
    await transaction((tx) =>
      leavingAnswers.returnClosingPayout(staff, { payoutNo: first.payoutNo, reason: 'account unknown' }, tx),
    )
    await refused('conflict', records(first.payoutNo))
    assert.deepEqual([await money(one), (await shows(caseId)).waiting], [[0, 40_00], 40_00])
    await records((await paysOut(caseId)).payoutNo, 'FPB-1')
    const second = await paysOut(await closesAccount(other))
    await refused('conflict', records(second.payoutNo, 'FPB-1'))
    const third = await paysOut(await closesAccount(await newAccount({ balanceCents: 60_00 })))
    const together = await Promise.allSettled([second, third].map(({ payoutNo }) => records(payoutNo, 'FPB-2')))
    assert.deepEqual(
      together.map(({ status }) => status).toSorted(),
      ['fulfilled', 'rejected'],
      'also at the same time',
    )
  })

  it('goes back to where it came from, as far as each top-up brought it', async () => {
    await rateIs720()
    const person = await newAccount()
    const topUp = (kind: TransferKind, id: string, lines: Parameters<typeof post>[1]['lines']) =>
      transaction((tx) =>
        post(tx, { kind, accountId: person.accountId, biz: { type: 'test', id }, lines, meta: { bizNo: id } }),
      )
    await topUp('TOPUP_USDT', 'T1', [
      debit(platform('1220', 'USDT_TRC20', 'USDT'), 110_000_000),
      credit(platform('1900', '', 'USDT'), 110_000_000),
      debit(platform('1900'), 110_00),
      credit(platform('4030', 'USDT_TRC20'), 2_20),
      credit(wallet(person.accountId), 107_80),
    ])
    await topUp('TOPUP_ONLINE', 'T2', [
      debit(platform('1210', 'WECHAT', 'CNY'), 720_00),
      credit(platform('1900', '', 'CNY'), 720_00),
      debit(platform('1900'), 100_00),
      credit(wallet(person.accountId), 100_00),
    ])
    const caseId = await closesAccount(person)
    const { sources } = await shows(caseId)
    assert.deepEqual(
      sources.map(({ bizNo, left, currency }) => [bizNo, left, currency]),
      [
        ['T2', 100_00, 'CNY'],
        ['T1', 107_80, 'USDT'],
      ],
    )
    const yuan = await paysOut(caseId, { transferId: sources[0]!.transferId })
    assert.deepEqual([yuan.amount, yuan.pay], [100_00, '¥720.00'])
    assert.deepEqual([await money(person), await queued(caseId)], [[0, 107_80], true])
    await records(yuan.payoutNo)
    assert.equal((await shows(caseId)).accountStatus, 'CLOSING', 'some is still to be paid')
    const usdt = await paysOut(caseId, { transferId: sources[1]!.transferId })
    assert.deepEqual([usdt.amount, usdt.pay], [107_80, '107.800000 USDT'])
    await records(usdt.payoutNo)
    assert.equal((await shows(caseId)).accountStatus, 'CLOSED')
    assert.deepEqual(await entries(person, 'CLOSURE_PAID'), [
      'D2410 10000',
      'C1900 10000',
      'D1900 CNY 72000',
      'C1210 CNY 72000',
      'D2410 10780',
      'C1900 10780',
      'D1900 USDT 107800000',
      'C1220 USDT 107800000',
    ])
    assert.deepEqual((await shows(caseId)).sources, [])
  })

  it('is paid to nobody else’s card and to no top-up of another account', async () => {
    await rateIs720()
    const [person, stranger] = [await newAccount({ balanceCents: 10_00 }), await newAccount({ balanceCents: 10_00 })]
    await verifies(stranger)
    const bankCardId = await addsCard(stranger)
    await refused('not_found', closesAccount(await newAccount({ balanceCents: 10_00 }), bankCardId))
    const caseId = await closesAccount(person)
    const maker = await newStaff(['FIN_MAKER'])
    await refused('not_found', asks(maker, caseId, { bankCardId }))
    const { sources } = await shows(await closesAccount(stranger))
    await refused('not_found', asks(maker, caseId, { transferId: sources[0]!.transferId }))
    await refused('not_permitted', asks(await newStaff(['SUPPORT']), caseId, toBank))
  })

  it('stays where it is when the second approver says no', async () => {
    const person = await newAccount({ balanceCents: 10_00 })
    const caseId = await closesAccount(person)
    await rejects(
      await newStaff(['FIN_CHECKER']),
      (await asks(await newStaff(['FIN_MAKER']), caseId, toBank)).approvalId,
    )
    assert.deepEqual([await money(person), await queued(caseId)], [[0, 10_00], true])
  })

  it('of nothing is closed by one person, or automatically after 30 days; of something never', async () => {
    const [empty, idle, rich] = [await newAccount(), await newAccount(), await newAccount({ balanceCents: 5_00 })]
    const [emptyCase, idleCase, richCase] = [
      await closesAccount(empty),
      await closesAccount(idle),
      await closesAccount(rich),
    ]
    const staff = await newStaff(['FIN_MAKER'])
    const finish = (caseId: string) =>
      transaction((tx) => leavingAnswers.finishClosing(staff, { caseId, reason: 'nothing to pay' }, tx))
    await refused('conflict', finish(richCase))
    await finish(emptyCase)
    assert.equal((await shows(emptyCase)).accountStatus, 'CLOSED')
    const later = nowMs() + 30 * DAY + MINUTE
    setClock(() => later)
    await forgetPeople()
    assert.equal((await shows(idleCase)).accountStatus, 'CLOSED')
    assert.equal((await shows(richCase)).accountStatus, 'CLOSING')
  })
})

/** A debt for which nothing has been collected yet. */
const owes = (accountId: string, cents: number) =>
  transaction(async (tx) => {
    await post(tx, {
      kind: 'TOPUP_REVERSED',
      accountId,
      biz: { type: 'test', id: accountId },
      lines: [debit(tenant('1310', accountId), cents), credit(platform('4900'), cents)],
    })
    await matchRestriction(tx, accountId)
  })

describe('money that reaches an account that is leaving', () => {
  const IN: TransferKind[] = [
    'TOPUP_ONLINE',
    'TOPUP_UNIONPAY',
    'TOPUP_USDT',
    'TOPUP_WIRE',
    'SUSPENSE_MATCHED',
    'CARD_UNLOAD',
    'CARD_CLOSE_RETURN',
    'CARD_REFUND_RETURN',
    'CLEARING_REVERSED',
    'DISPUTE_WON',
    'PLAN_REFUND',
    'REBATE_IN',
    'ADJUST_IN',
  ]
  it('is payable whichever way it comes, alone or with others', async () => {
    const person = await newAccount({ balanceCents: 1_00 })
    await closesAccount(person)
    const one = (kind: TransferKind) => ({
      kind,
      accountId: person.accountId,
      biz: { type: 'test', id: kind },
      lines: [debit(platform('1020'), 10), credit(wallet(person.accountId), 10)],
    })
    for (const kind of IN) await transaction((tx) => post(tx, one(kind)))
    await transaction((tx) =>
      postMany(
        tx,
        IN.map((kind) => ({ ...one(kind), leg: 'again' })),
      ),
    )
    assert.deepEqual(await money(person), [0, 1_00 + IN.length * 20])
    const { data } = await listOperations(person, { pageNo: 1, pageSize: 100 })
    assert.equal(data.filter(({ type }) => type === 'CLOSE').length, 1 + IN.length + 1)
  })

  it('pays what the account owes first', async () => {
    const person = await newAccount()
    await closesAccount(person)
    const { accountId } = person
    await owes(accountId, 3_00)
    await fund(accountId, 10_00)
    assert.deepEqual(await money(person), [3_00, 7_00])
    await coverDebts({ accountId })
    assert.deepEqual(await money(person), [0, 7_00])
  })

  it('is taken for a debt that comes after closing, and what is left is paid out', async () => {
    const person = await newAccount({ balanceCents: 50_00 })
    const { accountId } = person
    const caseId = await closesAccount(person)
    await owes(accountId, 3_00)
    assert.equal((await shows(caseId)).owed, 3_00)
    const payout = await paysOut(caseId)
    assert.deepEqual([payout.amount, await money(person), (await owedBy(db, accountId)).total], [47_00, [0, 0], 0])
  })

  it('that a hold set free in its wallet is payable within the hour', async () => {
    const person = await newAccount({ balanceCents: 5_00 })
    const { accountId } = person
    await closesAccount(person)
    await sql`UPDATE account SET status = 'ACTIVE' WHERE account_id = ${accountId}`.execute(db)
    await fund(accountId, 9_00)
    const { holdId } = await transaction((tx) =>
      hold(tx, { on: wallet(accountId), amount: 9_00, biz: { type: 'test', id: 'left open' } }),
    )
    await sql`UPDATE account SET status = 'CLOSING' WHERE account_id = ${accountId}`.execute(db)
    await transaction((tx) => release(tx, { accountId, holdId }, 'all'))
    assert.deepEqual(
      (await prove()).map(({ check }) => check),
      ['leaving-wallet-not-empty'],
    )
    assert.equal(await emptyLeavingWallets(), 1)
    assert.deepEqual(await money(person), [0, 14_00])
  })

  it('without a case at the desk is a break of the proof', async () => {
    const person = await newAccount({ balanceCents: 5_00 })
    const caseId = await closesAccount(person)
    await sql`UPDATE closing_case SET waiting_since = NULL WHERE case_id = ${caseId}`.execute(db)
    assert.deepEqual(
      (await prove()).map(({ check, subject }) => [check, subject]),
      [['leaving-money-unseen', person.accountId]],
    )
    await sql`UPDATE closing_case SET waiting_since = created_at WHERE case_id = ${caseId}`.execute(db)
  })
})
