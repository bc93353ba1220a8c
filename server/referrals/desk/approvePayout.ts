import * as z from 'zod'
import type * as contract from '#contract/referrals/desk.ts'
import { plain, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { approvable } from '#server/staff/staff.ts'
import { cardById } from '../cardQueries.ts'
import { maskedNo } from '../cardSecrets.ts'
import { changeWithdrawal, lockWithdrawal, type WithdrawalRow } from '../withdrawalQueries.ts'
import { tellOwner } from './tellOwner.ts'

/** A withdrawal that nobody has decided yet. */
async function underReview(tx: Tx, withdrawalNo: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, withdrawalNo)
  if (!row || row.target !== 'BANK') throw refuse('not_found')
  if (row.status !== 'REVIEWING') throw refuse('conflict')
  return row
}

/** One looks and asks, another agrees; then it may be paid. */
export const payoutApproval = approvable('rebate.payout', {
  payload: z.object({ withdrawalNo: z.string() }),
  shows: async (tx, { withdrawalNo }) => {
    const row = await underReview(tx, withdrawalNo)
    const card = await cardById(tx, row.bank_card_id!)
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
    await changeWithdrawal(tx, withdrawalNo, { status: 'APPROVED' })
    await tellOwner(tx, checker, row, 'APPROVED')
  },
})

export const approvePayout: Answer<typeof contract.approvePayout> = async (staff, { withdrawalNo, reason }, tx) => {
  await underReview(tx, withdrawalNo)
  return { approvalId: await payoutApproval.propose(tx, staff, { withdrawalNo }, reason) }
}
