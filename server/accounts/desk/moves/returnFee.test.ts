import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, opensCard, withIssuer } from '#test/fixtures/cards.ts'
import { commissionOf, newInvited, workReferrals } from '#test/fixtures/referrals.ts'
import { refused } from '#test/refused.ts'
import { anAttachment, approves, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, type Person } from '#test/world.ts'
import { setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { moveAnswers } from '#server/accounts/module.ts'

withIssuer()
afterEach(async () => {
  setClock()
  assert.deepEqual(await prove(), [])
})

const feesOf = async ({ accountId }: Person) =>
  (await moveAnswers.accountFees(await newStaff(['SUPPORT']), { accountId })).list
const asksReturn = async ({ accountId }: Person, amount: number, fee: { transferId: string; feeCode: string }) => {
  const maker = await newStaff(['FIN_MAKER'])
  const input = { accountId, cause: 'FEE_RETURN' as const, amount, fileId: await anAttachment(maker), reason: 'ours' }
  return transaction((tx) =>
    moveAnswers.askAdjustment(maker, { ...input, feeTransferId: fee.transferId, feeCode: fee.feeCode }, tx),
  )
}
const returns = async (person: Person, amount: number, fee: { transferId: string; feeCode: string }) => {
  const { approvalId } = await asksReturn(person, amount, fee)
  await approves(await newStaff(['FIN_CHECKER']), approvalId)
}
const entries = async ({ accountId }: Person) =>
  (
    await sql<{ line: string }>`
      SELECT side || code || ' ' || amount AS line
        FROM ledger_transfer JOIN ledger_entry USING (cell, transfer_id) JOIN ledger_account USING (cell, la_id)
       WHERE kind = 'ADJUST_IN' AND ledger_transfer.account_id = ${accountId} ORDER BY ledger_transfer.posted_at, n`.execute(
      db,
    )
  ).rows.map(({ line }) => line)

test('a fee that is returned comes off its own account, never more of it than was charged, in sum', async () => {
  const ana = await newAccount({ balanceCents: 200_00 })
  await opensCard(ana, { rechargeAmount: 50_00 })
  const [open, service] = (await feesOf(ana)).toSorted((a, b) => a.feeCode.localeCompare(b.feeCode))
  assert.deepEqual([open!.feeCode, service!.feeCode], ['4010', '4020'])
  await refused('amount_above_max', asksReturn(ana, service!.charged + 1, service!))
  await returns(ana, service!.charged - 10, service!)
  await returns(ana, open!.charged, open!)
  await refused('amount_above_max', asksReturn(ana, 11, service!))
  await returns(ana, 10, service!)
  assert.deepEqual(await entries(ana), [
    `D4020 ${service!.charged - 10}`,
    `C2010 ${service!.charged - 10}`,
    `D4010 ${open!.charged}`,
    `C2010 ${open!.charged}`,
    'D4020 10',
    'C2010 10',
  ])
  assert.deepEqual(
    (await feesOf(ana)).map(({ left }) => left),
    [0, 0],
  )
})

test('of two returns of one fee that are agreed to one after the other, the second gets what is left', async () => {
  const ana = await newAccount({ balanceCents: 200_00 })
  await opensCard(ana, { rechargeAmount: 50_00 })
  const fee = (await feesOf(ana)).find(({ feeCode }) => feeCode === '4010')!
  const { approvalId } = await asksReturn(ana, fee.charged, fee)
  await refused('conflict', asksReturn(ana, 1, fee))
  await approves(await newStaff(['FIN_CHECKER']), approvalId)
  await refused('amount_above_max', asksReturn(ana, 1, fee))
})

test('what the inviter earned by a returned fee goes back in its measure', async () => {
  const inviter = await newAccount()
  const invited = await newInvited(inviter, 200_00)
  await opensCard(invited, { rechargeAmount: 50_00 })
  await workReferrals()
  const fees = await feesOf(invited)
  const total = fees.reduce((sum, { charged }) => sum + charged, 0)
  const earned = Math.floor(total / 10)
  assert.equal((await commissionOf(inviter))[0], earned)
  const open = fees.find(({ feeCode }) => feeCode === '4010')!
  await returns(invited, open.charged, open)
  await workReferrals()
  assert.equal((await commissionOf(inviter))[0], Math.floor((total - open.charged) / 10))
})

test('a fee of another account, of no transfer, or without a name is not returned', async () => {
  const [ana, ben] = [await newAccount({ balanceCents: 200_00 }), await newAccount({ balanceCents: 200_00 })]
  await opensCard(ana, { rechargeAmount: 50_00 })
  const [fee] = await feesOf(ana)
  await refused('not_found', asksReturn(ben, 1, fee!))
  await refused('not_found', asksReturn(ana, 1, { ...fee!, feeCode: '4100' }))
  const cardId = await opensCard(ben, { rechargeAmount: 50_00 })
  await asks(ben, 'loadCard', { cardId, amount: 10_00, requestNo: 'load-to-return' } as never)
  const load = (await feesOf(ben))[0]!
  assert.deepEqual([load.feeCode, load.left], ['4020', load.charged])
})

test('the proof names a fee of which more was returned than was charged', async () => {
  const ana = await newAccount({ balanceCents: 200_00 })
  await opensCard(ana, { rechargeAmount: 50_00 })
  const fee = (await feesOf(ana)).find(({ feeCode }) => feeCode === '4010')!
  await returns(ana, 10, fee)
  assert.deepEqual(await prove(), [])
  const over = async (amount: number) => {
    await sql`ALTER TABLE adjustment DISABLE TRIGGER adjustment_only_grows`.execute(owner)
    await sql`UPDATE adjustment SET amount_cents = ${amount} WHERE account_id = ${ana.accountId}`.execute(owner)
    await sql`ALTER TABLE adjustment ENABLE TRIGGER adjustment_only_grows`.execute(owner)
  }
  await over(fee.charged + 1)
  const found = (await prove()).filter(({ check }) => check === 'fee-returned-over')
  assert.deepEqual(
    found.map(({ subject, found }) => [subject, found]),
    [[`${fee.transferId} 4010`, { returned: fee.charged + 1, charged: fee.charged, booked: 10 }]],
  )
  await over(10)
})
