/** Ending a plan by staff, and the refund for it. */
import * as z from 'zod/mini'
import { AccountId } from '#contract/accounts/accounts.ts'
import { call } from '#contract/core/call.ts'
import { Cents, requestNo, text } from '#contract/core/fields.ts'

export const refundPlan = call({
  on: 'POST /api/operator/plan/refund',
  title: '申请套餐退款 Request a plan refund for its unused days',
  who: 'staff:money.make',
  once: true,
  input: z.object({ accountId: AccountId, reason: text(200, 2), requestNo }),
  output: z.object({ approvalId: z.string(), amount: Cents }),
  refusals: ['conflict', 'day_cap_reached'],
})
