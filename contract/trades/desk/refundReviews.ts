/** Staff calls: refunds without a matching purchase, booked and held until two people release or return them. */
import * as z from 'zod/mini'
import { Holder } from '#contract/accounts/accounts.ts'
import { call } from '#contract/core/call.ts'
import { Cents, id, pageInput, pageOf, requestNo, text, Time, withDefault, type Words } from '#contract/core/fields.ts'

export const reviewStates = {
  OPEN: { cn: '待处理', en: 'Under review' },
  CLAIMED: { cn: '待复核', en: 'Waiting for approval' },
  RELEASED: { cn: '已放行', en: 'Released' },
  RETURNED: { cn: '已退回商户', en: 'Returned to the merchant' },
  REVERSED: { cn: '商户已撤回', en: 'Reversed by the merchant' },
} as const satisfies Record<string, Words>
export type ReviewState = keyof typeof reviewStates

export const RefundReview = z.object({
  tradeId: z.string(),
  state: z.enum(Object.keys(reviewStates) as [ReviewState, ...ReviewState[]]),
  stateText: z.string(),
  holder: z.nullable(Holder),
  card: z.nullable(z.object({ cardSeqNo: z.string(), lastFour: z.string() })),
  merchant: z.string(),
  descriptor: z.string(),
  clearingRef: z.string(),
  amount: Cents,
  /** The part that no purchase of the card at the merchant explains. */
  excess: Cents,
  held: Cents,
  /** What the card has spent at the merchant over its life. */
  spent: Cents,
  unit: z.string(),
  receiveTime: Time,
  decideTime: z.nullable(Time),
  decidedBy: z.nullable(z.string()),
  approvalId: z.nullable(z.string()),
})
export type RefundReview = z.infer<typeof RefundReview>

export const listRefundReviews = call({
  on: 'GET /api/operator/refunds/page',
  title: '审核中的退款 Refunds under review',
  who: 'staff:money.view',
  input: z.object({ ...pageInput, scope: withDefault(z.enum(['open', 'all']), 'open') }),
  output: pageOf(RefundReview),
  refusals: [],
})

const decision = {
  who: 'staff:money.make',
  once: true,
  input: z.object({ tradeId: id('trd'), reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
} as const

/** Makes the refund available to the customer. */
export const releaseRefund = call({
  on: 'POST /api/operator/refunds/release',
  title: '申请放行退款 Request release of a refund',
  ...decision,
})

export const returnRefund = call({
  on: 'POST /api/operator/refunds/return',
  title: '申请退回商户 Request return of a refund',
  ...decision,
})
