import * as z from 'zod'
import type * as contract from '#contract/funding/desk/wires.ts'
import { mayMove } from '#contract/funding/forecasts.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { settleDebts } from '#server/identity/identity.ts'
import { credit, debit, lockDebtMoney, platform, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { WIRE } from './suspense.ts'
import { forecastByKey, insertStep, lockForecast, updateForecast } from '#server/funding/forecasts/queries.ts'
import { tellHolder, toMove } from './reviewForecast.ts'

const Payload = z.object({
  accountId: z.string(),
  topupId: z.string(),
  reason: z.string(),
  receivedCents: z.int(),
  feeCents: z.int(),
  creditCents: z.int(),
})

/** Records that the payer's bank recalls its transfer (maker); another person books it. */
export const recallForecast: Answer<typeof contract.recallForecast> = async (staff, { topupId, reason }, tx) => {
  const forecast = await toMove(tx, topupId, 'recall')
  const payload = {
    accountId: forecast.account_id,
    topupId,
    reason,
    receivedCents: forecast.received_cents!,
    feeCents: forecast.fee_cents,
    creditCents: forecast.credit_cents!,
  }
  return { approvalId: await wireRecallApproval.propose(tx, staff, payload, reason) }
}

export const wireRecallApproval = approvable('wire.recall', {
  payload: Payload,
  async shows(tx, { accountId, topupId, receivedCents, creditCents }) {
    const forecast = (await forecastByKey(tx, { account_id: accountId, topup_id: topupId }))!
    return {
      target: forecast.order_no,
      accountId,
      amountCents: creditCents,
      onlyOne: topupId,
      lines: [
        { label: { cn: '退回付款行', en: 'Returned to the payer’s bank' }, before: null, after: show(receivedCents) },
        { label: { cn: '从账户扣回', en: 'Deducted from the account' }, before: null, after: show(creditCents) },
      ],
    }
  },
  apply: (tx, payload) => reverse(tx, payload),
})

/**
 * Mirrors the credit (TOPUP_REVERSED). What the wallet no longer has becomes a debt: cards pay it if the policy says so, and the account is restricted for the
 * rest.
 */
async function reverse(
  tx: Tx,
  { accountId, topupId, reason, receivedCents, feeCents, creditCents }: z.infer<typeof Payload>,
) {
  const { wallet: purse } = await lockDebtMoney(tx, accountId)
  const forecast = (await lockForecast(tx, { account_id: accountId, topup_id: topupId }))!
  if (!mayMove('recall', forecast.status)) throw refuse('conflict')
  const paid = Math.min(creditCents, Math.max(0, purse.available))
  const owed = creditCents - paid
  await post(tx, {
    kind: 'TOPUP_REVERSED',
    accountId,
    biz: { type: 'forecast', id: topupId },
    // A reversed top-up is no source for a closing payout any more, and its fee is not returned again.
    reverses: forecast.transfer_id!,
    meta: { bizNo: forecast.order_no, remark: reason },
    lines: [
      ...(paid > 0 ? [debit(wallet(accountId), paid)] : []),
      ...(owed > 0 ? [debit(tenant('1310', accountId), owed)] : []),
      ...(feeCents > 0 ? [debit(platform('4030', WIRE), feeCents)] : []),
      credit(platform('1020', forecast.bank_id), receivedCents),
    ],
  })
  await updateForecast(tx, forecast, { status: 'REVERSED', reason })
  const words = { cn: reason, en: reason }
  await insertStep(tx, forecast, { version: forecast.version, status: 'REVERSED', by: 'STAFF', reason: words })
  await record(tx, system(accountId), {
    type: 'FORECAST',
    target: forecast.order_no,
    content: {
      cn: `银行追回 ${show(receivedCents)}：${reason}`,
      en: `The bank recalled ${show(receivedCents)}: ${reason}`,
    },
    before: { status: 'CREDITED' },
    after: { status: 'REVERSED', owed },
    amount: -creditCents,
  })
  await tellHolder(tx, forecast, 'REVERSED', words)
  if (owed > 0) await settleDebts(tx, accountId)
}
