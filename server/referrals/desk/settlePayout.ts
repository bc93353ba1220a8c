import type * as contract from '#contract/referrals/desk.ts'
import type { WithdrawalStatus } from '#contract/referrals/referrals.ts'
import { share, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { isTaken, type Tx } from '#server/core/db.ts'
import { credit, debit, platform, post, tenant } from '#server/ledger/ledger.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { line, lockPurse, writeLines, type Purse } from '../purse.ts'
import { changeWithdrawal, lockWithdrawal, ownerOfWithdrawal, type WithdrawalRow } from '../withdrawalQueries.ts'
import { tellOwner } from './tellOwner.ts'

/** The order has been given to the bank. Until the bank has said what became of it, it is not given again. */
export const sendPayout: Answer<typeof contract.sendPayout> = async (staff, { withdrawalNo, bank }, tx) => {
  const { row } = await inState(tx, withdrawalNo, ['APPROVED'])
  await changeWithdrawal(tx, withdrawalNo, { status: 'PAYING', bank })
  return done(tx, staff, row, 'PAYING', { cn: `已提交 ${bank} 打款`, en: `Payment submitted to ${bank}` })
}

/** The bank has paid: what was set aside is gone, and the yuan with it (PAYOUT_PAID). */
export const confirmPayout: Answer<typeof contract.confirmPayout> = async (staff, { withdrawalNo, bankRef }, tx) => {
  const { row } = await inState(tx, withdrawalNo, ['PAYING'])
  const { account_id: accountId, receive_cents: paid } = row
  const net = row.amount_cents - row.fee_cents
  const atMid = share(net, row.mid_micros!, 1_000_000, 'half-up')
  await post(tx, {
    kind: 'PAYOUT_PAID',
    accountId,
    biz: { type: 'rebate_withdrawal', id: withdrawalNo },
    actor: staff.staffId,
    lines: [
      debit(tenant('2330', accountId), net),
      credit(platform('1900'), net),
      debit(platform('1900', '', 'CNY'), atMid),
      credit(platform('1030', row.bank!, 'CNY'), paid),
      credit(platform('4060', '', 'CNY'), atMid - paid),
    ],
    meta: { bankRef },
  })
  try {
    await changeWithdrawal(tx, withdrawalNo, { status: 'PAID', bankRef, paid: true })
  } catch (error) {
    // One payment of the bank pays one withdrawal.
    if (isTaken(error, 'rebate_withdrawal_bank_ref')) throw refuse('conflict', { field: 'bankRef' })
    throw error
  }
  return done(tx, staff, row, 'PAID', {
    cn: `${row.bank} 已打款 ${show(paid, 'CNY')}，流水号 ${bankRef}`,
    en: `${row.bank} paid ${show(paid, 'CNY')}, reference ${bankRef}`,
  })
}

/** It will not be paid, or the bank could not: all of it is available again, the fee too (PAYOUT_RETURNED). */
export const returnPayout: Answer<typeof contract.returnPayout> = async (staff, { withdrawalNo, reason }, tx) => {
  const { row, purse } = await inState(tx, withdrawalNo, ['REVIEWING', 'APPROVED', 'PAYING'])
  const { account_id: accountId, amount_cents: amount, fee_cents: fee } = row
  const { transferId } = await post(tx, {
    kind: 'PAYOUT_RETURNED',
    accountId,
    biz: { type: 'rebate_withdrawal', id: withdrawalNo },
    actor: staff.staffId,
    lines: [
      debit(tenant('2330', accountId), amount - fee),
      debit(platform('4120'), fee),
      credit(tenant('2320', accountId), amount),
    ],
  })
  line(purse, { type: 'RETURN', amount, available: amount, withdrawalNo, transferId })
  await writeLines(tx, purse)
  const status = row.status === 'PAYING' ? 'FAILED' : 'REJECTED'
  await changeWithdrawal(tx, withdrawalNo, { status, reason })
  return done(tx, staff, row, status, { cn: '退回返佣提现', en: 'Commission payout returned' }, reason)
}

/** Locked, the owner's commission before the withdrawal, as its owner locks them. */
async function inState(
  tx: Tx,
  withdrawalNo: string,
  states: readonly WithdrawalStatus[],
): Promise<{ row: WithdrawalRow; purse: Purse }> {
  const accountId = await ownerOfWithdrawal(tx, withdrawalNo)
  if (accountId === undefined) throw refuse('not_found')
  const purse = await lockPurse(tx, accountId)
  const row = (await lockWithdrawal(tx, withdrawalNo))!
  if (!states.includes(row.status)) throw refuse('conflict')
  return { row, purse }
}

async function done(
  tx: Tx,
  staff: Staff,
  row: WithdrawalRow,
  status: WithdrawalStatus,
  content: { cn: string; en: string },
  reason = '',
) {
  await tellOwner(tx, staff, row, status, reason)
  await recordStaff(tx, staff, {
    action: 'MONEY',
    target: row.withdrawal_no,
    accountId: row.account_id,
    content,
    reason,
    before: { status: row.status },
    after: { status },
  })
  return { status }
}
