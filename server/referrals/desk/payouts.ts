import type * as contract from '#contract/referrals/desk.ts'
import { type WithdrawalStatus, withdrawalStatuses } from '#contract/referrals/referrals.ts'
import { share, show, plain } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { credit, debit, platform, post, tenant } from '#server/ledger/ledger.ts'
import { recordStaff, approvable } from '#server/staff/staff.ts'
import { addLine, lockCommissionBalance, writeLines, type CommissionBalance } from '../commission/balance.ts'
import {
  bankRefTaken,
  changeWithdrawal,
  lockWithdrawal,
  ownerOfWithdrawal,
  type WithdrawalRow,
  cardById,
} from '../payouts/queries.ts'
import { record } from '#server/audit/audit.ts'
import { notify } from '#server/core/news.ts'
import * as z from 'zod'
import { accountOf } from '#server/identity/identity.ts'
import { moveIfLeaving } from '../payouts/leaving.ts'
import { maskedNo } from '../payouts/cardSecrets.ts'

/** A bank withdrawal by its number. */
export async function lockPayout(tx: Tx, withdrawalNo: string): Promise<WithdrawalRow> {
  const accountId = await ownerOfWithdrawal(tx, withdrawalNo)
  if (accountId === undefined) throw refuse('not_found')
  return lockWithdrawal(tx, accountId, withdrawalNo)
}

/** An undecided withdrawal. */
async function underReview(tx: Tx, withdrawalNo: string): Promise<WithdrawalRow> {
  const row = await lockPayout(tx, withdrawalNo)
  if (row.status !== 'REVIEWING') throw refuse('conflict')
  return row
}

/** One person reviews and requests, another approves; then it may be paid. */
export const payoutApproval = approvable('rebate.payout', {
  payload: z.object({ withdrawalNo: z.string() }),
  shows: async (tx, { withdrawalNo }) => {
    const row = await underReview(tx, withdrawalNo)
    const card = await cardById(tx, row.account_id, row.bank_card_id!)
    const { user_no } = await accountOf(tx, row.account_id)
    const said = (cn: string, en: string, after: string) => ({ label: { cn, en }, before: null, after })
    return {
      target: withdrawalNo,
      accountId: row.account_id,
      amountCents: row.amount_cents,
      onlyOne: withdrawalNo,
      lines: [
        said('账户', 'Account', user_no),
        said('提现金额', 'Amount', show(row.amount_cents)),
        said('手续费', 'Fee', show(row.fee_cents)),
        said('汇率', 'Rate', plain(row.rate_fen!)),
        said('应付金额', 'Payout amount', show(row.receive_cents, row.receive_unit)),
        said('收款卡', 'Card', `${card.bank_name} ${maskedNo(card.tail)}`),
      ],
    }
  },
  apply: async (tx, { withdrawalNo }, { checker }) => {
    const row = await underReview(tx, withdrawalNo)
    await changeWithdrawal(tx, row.account_id, withdrawalNo, { status: 'APPROVED' })
    await tellOwner(tx, checker, row, 'APPROVED')
  },
})

export const approvePayout: Answer<typeof contract.approvePayout> = async (staff, { withdrawalNo, reason }, tx) => {
  await underReview(tx, withdrawalNo)
  return { approvalId: await payoutApproval.propose(tx, staff, { withdrawalNo }, reason) }
}

/** Records that the order was given to the bank. It is not repeated before the bank has reported its outcome. */
export const sendPayout: Answer<typeof contract.sendPayout> = async (staff, { withdrawalNo, bank }, tx) => {
  const { row } = await inState(tx, withdrawalNo, ['APPROVED'])
  await changeWithdrawal(tx, row.account_id, withdrawalNo, { status: 'PAYING', bank })
  return done(tx, staff, row, 'PAYING', { cn: `已提交 ${bank} 打款`, en: `Payment submitted to ${bank}` })
}

/** Records that the bank has paid: the reserved commission and the yuan are posted (PAYOUT_PAID). */
export const confirmPayout: Answer<typeof contract.confirmPayout> = async (staff, { withdrawalNo, bankRef }, tx) => {
  const { row } = await inState(tx, withdrawalNo, ['PAYING'])
  const { account_id: accountId, receive_cents: paid } = row
  // One bank payment pays one withdrawal.
  if (await bankRefTaken(tx, row.bank!, bankRef)) throw refuse('conflict', { field: 'bankRef' })
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
  await changeWithdrawal(tx, accountId, withdrawalNo, { status: 'PAID', bankRef, paid: true })
  return done(tx, staff, row, 'PAID', {
    cn: `${row.bank} 已打款 ${show(paid, 'CNY')}，流水号 ${bankRef}`,
    en: `${row.bank} paid ${show(paid, 'CNY')}, reference ${bankRef}`,
  })
}

/** Records that it will not be paid or that the bank could not: the full amount including the fee is available again (PAYOUT_RETURNED). */
export const returnPayout: Answer<typeof contract.returnPayout> = async (staff, { withdrawalNo, reason }, tx) => {
  const { row, balance } = await inState(tx, withdrawalNo, ['REVIEWING', 'APPROVED', 'PAYING'], { withWallet: true })
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
  addLine(balance, { type: 'RETURN', amount, available: amount, withdrawalNo, transferId })
  await writeLines(tx, balance)
  await moveIfLeaving(tx, balance)
  const status = row.status === 'PAYING' ? 'FAILED' : 'REJECTED'
  await changeWithdrawal(tx, accountId, withdrawalNo, { status, reason })
  return done(tx, staff, row, status, { cn: '退回返佣提现', en: 'Commission payout returned' }, reason)
}

/** Locks the owner's commission before the withdrawal, in the same order as the owner's calls. */
async function inState(
  tx: Tx,
  withdrawalNo: string,
  states: readonly WithdrawalStatus[],
  locks: { withWallet?: boolean } = {},
): Promise<{ row: WithdrawalRow; balance: CommissionBalance }> {
  const accountId = await ownerOfWithdrawal(tx, withdrawalNo)
  if (accountId === undefined) throw refuse('not_found')
  const balance = await lockCommissionBalance(tx, accountId, locks)
  const row = await lockWithdrawal(tx, accountId, withdrawalNo)
  if (!states.includes(row.status)) throw refuse('conflict')
  return { row, balance }
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

/** Records staff actions on a withdrawal in its owner's log, and notifies the owner of the outcome. */
async function tellOwner(
  tx: Tx,
  staff: Pick<Staff, 'name'>,
  { account_id: accountId, withdrawal_no, amount_cents }: WithdrawalRow,
  status: WithdrawalStatus,
  reason = '',
): Promise<void> {
  const result = withdrawalStatuses[status]
  const why = reason && { cn: `，原因：${reason}`, en: `. Reason: ${reason}` }
  await record(
    tx,
    // The holder's log does not show from where staff work.
    { accountId, name: `Kaika · ${staff.name}`, from: { ip: '', device: '' } },
    {
      type: 'REBATE',
      target: withdrawal_no,
      content: {
        cn: `佣金提现 ${show(amount_cents)}：${result.cn}${why ? why.cn : ''}`,
        en: `Commission payout of ${show(amount_cents)}: ${result.en}${why ? why.en : ''}`,
      },
      after: { status },
      amount: amount_cents,
    },
  )
  if (status === 'PAYING') return
  await notify(
    tx,
    { accountId },
    'withdrawal_result',
    { withdrawalNo: withdrawal_no, amount: show(amount_cents), result, reason },
    { type: 'rebate_withdrawal', id: withdrawal_no },
  )
}
