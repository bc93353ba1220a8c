import * as z from 'zod'
import { show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import type * as contract from '#contract/plans/desk/refunds.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { accountOf, feeReturned } from '#server/identity/identity.ts'
import { credit, debit, lockAccounts, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { approvable } from '#server/staff/staff.ts'
import { creditOf } from '../lots/lots.ts'
import { closeLots, endSubscription, lotsOf, ordersPaid } from '../lots/queries.ts'
import { giveUp } from '../lots/recognise.ts'
import { planOf } from '../queries.ts'

const Payload = z.object({ accountId: z.string(), reason: z.string(), backCents: z.int() })

/** Requests ending a plan and refunding its remaining days (maker); another person approves. */
export const refundPlan: Answer<typeof contract.refundPlan> = async (staff, { accountId, reason }, tx) => {
  const backCents = creditOf(await lotsOf(tx, accountId), now())
  if (backCents === 0) throw refuse('conflict')
  return {
    approvalId: await planRefundApproval.propose(tx, staff, { accountId, reason, backCents }, reason),
    amount: backCents,
  }
}

export const planRefundApproval = approvable('plan.refund', {
  payload: Payload,
  async shows(tx, { accountId, backCents }) {
    const { user_no } = await accountOf(tx, accountId)
    const plan = await planOf(tx, accountId)
    return {
      target: user_no,
      accountId,
      amountCents: backCents,
      onlyOne: accountId,
      lines: [
        { label: { cn: '套餐', en: 'Plan' }, before: `${plan.name_cn} ${plan.name_en}`, after: null },
        { label: { cn: '退回钱包', en: 'Refund to the wallet' }, before: null, after: show(backCents) },
      ],
    }
  },
  apply: (tx, payload) => giveBack(tx, payload),
})

async function giveBack(tx: Tx, { accountId, reason, backCents }: z.infer<typeof Payload>): Promise<void> {
  // Locked as a purchase does: from here on no other transaction changes this account's plan.
  await lockAccounts(tx, [wallet(accountId), tenant('2210', accountId)])
  const lots = await lotsOf(tx, accountId)
  // A day has passed or a plan was bought since: the approved amount is no longer the remainder.
  if (creditOf(lots, now()) !== backCents) throw refuse('conflict')
  await giveUp(tx, lots)
  const refundNo = newId('pod')
  const meta: FlowMeta = { bizNo: refundNo, remark: reason }
  await post(tx, {
    kind: 'PLAN_REFUND',
    accountId,
    biz: { type: 'plan_refund', id: refundNo },
    lines: [debit(tenant('2210', accountId), backCents), credit(wallet(accountId), backCents)],
    meta,
  })
  await closeLots(
    tx,
    accountId,
    lots.map(({ lot_id }) => lot_id),
  )
  await endSubscription(tx, accountId)
  await noRebate(tx, accountId, backCents, refundNo)
  await record(tx, system(accountId), {
    type: 'PLAN',
    target: refundNo,
    content: { cn: `套餐退款 ${show(backCents)}：${reason}`, en: `Plan refunded, ${show(backCents)}: ${reason}` },
    amount: backCents,
  })
  await later(tx, 'plans.changed', { accountId })
  await later(tx, 'cards.coverDebts', { accountId }, { key: `cards.coverDebts ${accountId}` })
}

/** Claws back the inviter's commission on the refunded amount: newest purchase first, because its days are the remaining ones. */
async function noRebate(tx: Tx, accountId: string, back: Cents, refundNo: string): Promise<void> {
  let left = back
  for (const { order_no: id, paid_cents: paid } of await ordersPaid(tx, accountId)) {
    const base = Math.min(left, paid)
    if (base <= 0) return
    await feeReturned(tx, accountId, { type: 'PLAN', id, base }, refundNo)
    left -= base
  }
}
