import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { closesAccount } from '#test/fixtures/closing.ts'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import { announces, csvOf, imports, lineOf, matches, newBusiness, newRef, recalls } from '#test/fixtures/wires.ts'
import { refused } from '#test/refused.ts'
import { fund, newAccount, withWorld } from '#test/world.ts'
import type { Staff } from '#server/core/actor.ts'
import { coverDebts } from '#server/cards/debts/coverDebts.ts'
import { DAY, MINUTE, nowMs, setClock } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { forgetPeople } from '#server/identity/closing/forgetPeople.ts'
import { matchRestriction } from '#server/identity/identity.ts'
import { leavingAnswers } from '#server/identity/module.ts'
import { balanceOf, credit, debit, owedBy, platform, post, prove, tenant } from '#server/ledger/ledger.ts'

withWorld()
afterEach(async () => {
  setClock()
  assert.deepEqual(await prove(), [])
})

const toBank = { bankName: 'First Platypus Bank', accountNo: '000123456789', holder: 'Ana Lin' }
const asks = (staff: Staff, caseId: string, to: object) =>
  transaction((tx) =>
    leavingAnswers.askClosingPayout(staff, { caseId, reason: 'checked with the holder', ...to } as never, tx),
  )
const shows = async (caseId: string) => leavingAnswers.showLeaving(await newStaff(['FIN_MAKER']), { caseId })
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

it('a closing payout goes back to no wire that its bank has recalled already', async () => {
  const company = await newBusiness()
  const [maker, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
  const { topupId } = await announces(company, { amount: 1000_00 })
  const ref = newRef()
  await imports(maker, csvOf([{ ref, amount: '1000.00' }]))
  await approves(checker, (await matches(maker, topupId, (await lineOf(maker, ref)).lineId)).approvalId)
  const caseId = await closesAccount(company)
  const [{ transferId } = { transferId: '' }] = (await shows(caseId)).sources
  const { approvalId } = await asks(maker, caseId, { transferId })
  await fund(company.accountId, 1000_00)
  await approves(checker, (await recalls(maker, topupId)).approvalId)
  const payable = (await balanceOf(db, tenant('2410', company.accountId))).posted
  assert.deepEqual([(await owedBy(db, company.accountId)).total, payable], [0, 1000_00])
  assert.ok(!(await shows(caseId)).sources.some((source) => source.transferId === transferId))
  await refused('not_found', approves(checker, approvalId))
})

it('an account that owes something ends no closing, and its holder is not forgotten, until the debt is paid', async () => {
  const [person, paid] = [await newAccount(), await newAccount({ balanceCents: 5_00 })]
  const [caseId, paidCase] = [await closesAccount(person), await closesAccount(paid)]
  const [staff, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
  await approves(checker, (await asks(staff, paidCase, toBank)).approvalId)
  const { payoutNo } = (await shows(paidCase)).payouts[0]!
  for (const { accountId } of [person, paid]) await owes(accountId, 3_00)
  await transaction((tx) => leavingAnswers.recordClosingPayout(staff, { payoutNo, reference: 'FPB-12' }, tx))
  assert.deepEqual([(await shows(caseId)).mayFinish, (await shows(paidCase)).accountStatus], [0, 'CLOSING'])
  const finish = () =>
    transaction((tx) => leavingAnswers.finishClosing(staff, { caseId, reason: 'nothing to pay' }, tx))
  await refused('conflict', finish())
  const later = nowMs() + 30 * DAY + MINUTE
  setClock(() => later)
  await forgetPeople()
  assert.equal((await shows(caseId)).accountStatus, 'CLOSING')
  await fund(person.accountId, 3_00)
  await coverDebts(person)
  assert.equal((await shows(caseId)).mayFinish, 1)
  await finish()
  await forgetPeople()
  assert.deepEqual([(await shows(caseId)).accountStatus, (await shows(paidCase)).accountStatus], ['CLOSED', 'CLOSING'])
})
