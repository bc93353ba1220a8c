import * as z from 'zod'
import type * as contract from '#contract/disputes/desk.ts'
import { disputeReasons, mayMove, type DisputeReason } from '#contract/disputes/disputes.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { approvable, recordStaff, type Shown } from '#server/staff/staff.ts'
import { purchasesShown } from '#server/trades/trades.ts'
import { disputedRest, lockWithMoney, lose, win } from '../closing.ts'
import { disputeAtDesk, type DisputeRow } from '../queries.ts'
import { isByApi } from './lists.ts'

const payload = z.object({ disputeId: z.string(), amountCents: z.int().min(0) })
type Payload = z.infer<typeof payload>

const won = { cn: '胜诉', en: 'Won' }
const lost = { cn: '败诉', en: 'Lost' }

async function shows(tx: Tx, { disputeId, amountCents }: Payload): Promise<Shown> {
  const row = (await disputeAtDesk(tx, disputeId))!
  const [account, purchases] = [
    await accountOf(tx, row.account_id),
    await purchasesShown(tx, [{ accountId: row.account_id, tradeId: row.trade_id }]),
  ]
  const back = Math.max(0, row.provisional_cents - amountCents)
  const line = (label: { cn: string; en: string }, after: string | { cn: string; en: string }) => ({
    label,
    before: null,
    after,
  })
  return {
    target: disputeId,
    accountId: row.account_id,
    amountCents,
    onlyOne: disputeId,
    lines: [
      line({ cn: '账户', en: 'Account' }, `${account.user_no} ${account.nickname}`),
      line({ cn: '商户', en: 'Merchant' }, purchases.get(row.trade_id)!.merchant_name),
      line({ cn: '争议原因', en: 'Reason' }, disputeReasons[row.reason as DisputeReason]),
      line({ cn: '争议金额', en: 'Disputed' }, show(disputedRest(row))),
      line({ cn: '结果', en: 'Outcome' }, amountCents > 0 ? won : lost),
      line({ cn: '发卡行退回', en: 'Returned by the issuer' }, show(amountCents)),
      ...(back > 0 ? [line({ cn: '扣回临时退款', en: 'Provisional credit deducted' }, show(back))] : []),
    ],
  }
}

/** Money of an issuer that tells us nothing by itself is booked by two people. */
export const outcomeApproval = approvable('dispute.outcome', {
  payload,
  shows,
  async apply(tx, { disputeId, amountCents }, { checker, maker, reason }) {
    const seen = await disputeAtDesk(tx, disputeId)
    const locked = seen && (await lockWithMoney(tx, seen))
    if (!locked || !mayDecide(locked.dispute, amountCents)) throw refuse('conflict')
    await (amountCents > 0 ? win(tx, locked, amountCents, 'STAFF') : lose(tx, locked, 'STAFF'))
    const words = amountCents > 0 ? won : lost
    await recordStaff(tx, checker, {
      action: 'MONEY',
      target: disputeId,
      accountId: locked.dispute.account_id,
      reason,
      content: {
        cn: `争议${words.cn}：${show(amountCents)}，经办 ${maker.name}`,
        en: `Dispute ${words.en.toLowerCase()}: ${show(amountCents)}, requested by ${maker.name}`,
      },
      before: { state: 'IN_PROGRESS' },
      after: { state: amountCents > 0 ? 'WON' : 'LOST', amountCents },
    })
  },
})

const mayDecide = (dispute: DisputeRow, amount: number): boolean =>
  mayMove('decide', dispute.state) && !isByApi(dispute.issuer_id) && amount <= disputedRest(dispute)

/** An issuer with an API tells the outcome itself. */
export const decideDispute: Answer<typeof contract.decideDispute> = async (staff, input, tx) => {
  const { disputeId, amount, reason } = input
  const row = await disputeAtDesk(tx, disputeId)
  if (!row) throw refuse('not_found')
  if (amount > disputedRest(row)) throw refuse('amount_above_disputable', { field: 'amount', max: disputedRest(row) })
  if (!mayDecide(row, amount)) throw refuse('conflict')
  return { approvalId: await outcomeApproval.propose(tx, staff, { disputeId, amountCents: amount }, reason) }
}
