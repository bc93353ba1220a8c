import { withdrawalStatuses, type WithdrawalStatus } from '#contract/referrals/referrals.ts'
import { show } from '#contract/core/money.ts'
import type { Staff } from '#server/core/actor.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import type { WithdrawalRow } from '../withdrawalQueries.ts'

/** What staff did to a withdrawal stands in its owner's log, and the owner is told how it ended. */
export async function tellOwner(
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
    // Where staff sit is nobody's business outside.
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
