import type { FlowMeta } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { serial } from '../core/ids.ts'
import { later } from '../core/jobs.ts'
import { balanceOf, credit, debit, post, tenant, wallet } from '../ledger/ledger.ts'
import { keepWithinLimits } from './limits.ts'
import { line, lockPurse, writeLines } from './purse.ts'
import { insertWithdrawal } from './withdrawalQueries.ts'

/** Commission becomes money in the wallet, at once and without a fee (REBATE_IN). It stays in the house, so no code is asked for. */
export const toWallet: Answer<typeof contract.toWallet> = async (actor, { amount }, tx) => {
  const { accountId } = actor
  const purse = await lockPurse(tx, accountId, { withWallet: true })
  await keepWithinLimits(tx, accountId, 'WALLET', amount, purse.available)
  const withdrawalNo = `W${serial(11)}`
  const meta: FlowMeta = { bizNo: withdrawalNo }
  const { transferId } = await post(tx, {
    kind: 'REBATE_IN',
    accountId,
    biz: { type: 'rebate_withdrawal', id: withdrawalNo },
    actor: actor.loginId,
    lines: [debit(tenant('2320', accountId), amount), credit(wallet(accountId), amount)],
    meta,
  })
  await insertWithdrawal(tx, {
    withdrawal_no: withdrawalNo,
    account_id: accountId,
    login_id: actor.loginId,
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
  line(purse, { type: 'WITHDRAW', amount: -amount, available: -amount, withdrawalNo, transferId })
  await writeLines(tx, purse)
  await record(tx, actor, {
    type: 'REBATE',
    target: withdrawalNo,
    content: { cn: `佣金 ${show(amount)} 转入余额`, en: `Commission of ${show(amount)} moved to the wallet` },
    amount,
  })
  // Cards that owe some get theirs first, as with all money that comes in.
  await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
  const { available: walletBalance } = await balanceOf(tx, wallet(accountId))
  return { withdrawalNo, status: 'DONE', walletBalance, available: purse.available }
}
