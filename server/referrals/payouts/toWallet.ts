import type { FlowMeta } from '#contract/funding/funding.ts'
import { show, type Cents } from '#contract/core/money.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, type By } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { balanceOf, credit, debit, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { addLine, lockCommissionBalance, writeLines, type CommissionBalance } from '../commission/balance.ts'
import { freeWithdrawalNo, insertWithdrawal } from './queries.ts'
import { keepWithinLimits } from './withdrawalTerms.ts'

/** Moves commission to the wallet, immediately and without a fee (REBATE_IN). It does not leave the account, so no code is required. */
export const toWallet: Answer<typeof contract.toWallet> = async (actor, { amount }, tx) => {
  const { accountId } = actor
  const balance = await lockCommissionBalance(tx, accountId, { withWallet: true })
  await keepWithinLimits(tx, accountId, 'WALLET', amount, balance.available)
  const withdrawalNo = await moveToWallet(tx, balance, amount, actor)
  // Card debts are covered first, as with all incoming money.
  await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
  const { available: walletBalance } = await balanceOf(tx, wallet(accountId))
  return { withdrawalNo, status: 'DONE', walletBalance, available: balance.available }
}

/** The commission and the wallet are locked. */
export async function moveToWallet(tx: Tx, balance: CommissionBalance, amount: Cents, by: By): Promise<string> {
  const { accountId } = balance
  const withdrawalNo = await freeWithdrawalNo(tx)
  const meta: FlowMeta = { bizNo: withdrawalNo }
  const { transferId } = await post(tx, {
    kind: 'REBATE_IN',
    accountId,
    biz: { type: 'rebate_withdrawal', id: withdrawalNo },
    ...(by.loginId && { actor: by.loginId }),
    lines: [debit(tenant('2320', accountId), amount), credit(wallet(accountId), amount)],
    meta,
  })
  await insertWithdrawal(tx, {
    withdrawal_no: withdrawalNo,
    account_id: accountId,
    login_id: by.loginId ?? 'system',
    target: 'WALLET',
    amount_cents: amount,
    fee_cents: 0,
    receive_cents: amount,
    receive_unit: 'USD',
    rate_fen: null,
    mid_micros: null,
    bank_card_id: null,
    status: 'DONE',
  })
  addLine(balance, { type: 'WITHDRAW', amount: -amount, available: -amount, withdrawalNo, transferId })
  await writeLines(tx, balance)
  await record(tx, by, {
    type: 'REBATE',
    target: withdrawalNo,
    content: { cn: `佣金 ${show(amount)} 转入余额`, en: `Commission of ${show(amount)} moved to the wallet` },
    amount,
  })
  return withdrawalNo
}
