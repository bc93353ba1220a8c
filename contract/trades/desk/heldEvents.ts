/** Staff calls: network events on hold, with the reason, the event's data and our records. */
import * as z from 'zod/mini'
import { Holder } from '#contract/accounts/accounts.ts'
import { call } from '#contract/core/call.ts'
import { Cents, pageInput, pageOf, requestNo, text, Time, withDefault, type Words } from '#contract/core/fields.ts'

/** Why an event was not applied. */
export const holdReasons = {
  ISSUER_DIFFERS: { cn: '发卡方不一致', en: 'Comes from another issuer' },
  TYPE_UNKNOWN: { cn: '未知的通知类型', en: 'Unknown type of event' },
  CARD_DIFFERS: { cn: '卡片不一致', en: 'Refers to a transaction of another card' },
  CURRENCY_DIFFERS: { cn: '币种与卡片不符', en: 'Currency doesn’t match the card' },
  AMOUNT_INVALID: { cn: '金额无效', en: 'Invalid amount' },
  AMOUNT_DIFFERS: { cn: '金额与被撤销的交易不一致', en: 'Amount differs from the reversed transaction' },
  TYPE_DIFFERS: { cn: '交易类型不一致', en: 'Reverses a transaction of another type' },
  AUTH_DIFFERS: { cn: '授权不一致', en: 'Refers to another authorization' },
  STATUS_DIFFERS: { cn: '授权状态不一致', en: 'Authorization has another status' },
  REPEATED_DIFFERENTLY: { cn: '重复通知的内容不同', en: 'Repeats a settled transaction with different details' },
  NOT_APPLIED: { cn: '超过 24 小时未能处理', en: 'Couldn’t be applied within 24 hours' },
} as const satisfies Record<string, Words>
export type HoldReason = keyof typeof holdReasons

/** Facts that are compared between the event and our records. */
export const eventFacts = {
  issuer: { cn: '发卡方', en: 'Issuer' },
  card: { cn: '卡片', en: 'Card' },
  currency: { cn: '币种', en: 'Currency' },
  amount: { cn: '金额', en: 'Amount' },
  type: { cn: '类型', en: 'Type' },
  authorization: { cn: '授权', en: 'Authorization' },
  status: { cn: '状态', en: 'Status' },
} as const satisfies Record<string, Words>
export type EventFact = keyof typeof eventFacts

export const eventTypes = {
  'card.created': { cn: '开卡结果', en: 'Card created' },
  'card.state': { cn: '卡片状态变更', en: 'Card status changed' },
  'auth.declined': { cn: '网络拒绝授权', en: 'Authorization declined by the network' },
  'auth.reversed': { cn: '授权撤销', en: 'Authorization reversed' },
  'auth.expired': { cn: '授权到期', en: 'Authorization expired' },
  'clearing.posted': { cn: '消费结算', en: 'Clearing' },
  'clearing.reversed': { cn: '结算撤销', en: 'Clearing reversed' },
  'refund.posted': { cn: '退款', en: 'Refund' },
  'refund.reversed': { cn: '退款撤回', en: 'Refund reversed' },
  'threeDs.challenged': { cn: '3D 验证', en: '3-D Secure challenge' },
  'dispute.updated': { cn: '争议进展', en: 'Dispute updated' },
  'threeDs.finished': { cn: '3D 验证结束', en: '3-D Secure finished' },
} as const satisfies Record<string, Words>

export const heldStates = {
  HELD: { cn: '待处理', en: 'On hold' },
  CLAIMED: { cn: '待复核', en: 'Waiting for approval' },
  DISMISSED: { cn: '已关闭', en: 'Dismissed' },
} as const satisfies Record<string, Words>
export type HeldState = keyof typeof heldStates

const EventId = text(100, 1)

export const HeldEvent = z.object({
  eventId: z.string(),
  type: z.string(),
  typeText: z.string(),
  state: z.enum(Object.keys(heldStates) as [HeldState, ...HeldState[]]),
  stateText: z.string(),
  reason: z.string(),
  reasonText: z.string(),
  /** The event's data next to our records; `ours` is empty if we have none. */
  facts: z.array(z.object({ label: z.string(), told: z.string(), ours: z.string() })),
  /** Why the last attempt failed, in the server's words. */
  error: z.nullable(z.string()),
  /** The card that the event names, if it is one of ours. */
  card: z.nullable(z.object({ cardSeqNo: z.string(), lastFour: z.string() })),
  holder: z.nullable(Holder),
  /** In minor units of `unit`; null if the event has no amount, or an invalid one. */
  amount: z.nullable(Cents),
  unit: z.string(),
  merchant: z.nullable(z.string()),
  authRef: z.nullable(z.string()),
  clearingRef: z.nullable(z.string()),
  /** As stated in the event, which may be years off. */
  occurTime: z.nullable(Time),
  receiveTime: Time,
  holdTime: Time,
  approvalId: z.nullable(z.string()),
})
export type HeldEvent = z.infer<typeof HeldEvent>

export const listHeldEvents = call({
  on: 'GET /api/operator/events/page',
  title: '挂起的网络通知 Network events on hold',
  who: 'staff:money.view',
  input: z.object({ ...pageInput, scope: withDefault(z.enum(['open', 'all']), 'open') }),
  output: pageOf(HeldEvent),
  refusals: [],
})

/** Applies the event like a new one, once the cause is fixed. */
export const retryEvent = call({
  on: 'POST /api/operator/events/retry',
  title: '重新处理 Retry an event',
  who: 'staff:money.make',
  once: true,
  input: z.object({ eventId: EventId, reason: text(500, 2), requestNo }),
  output: z.object({ eventId: z.string() }),
  refusals: ['not_found', 'conflict'],
})

/** Closes the event without posting. This decides about money, so it takes two people. */
export const dismissEvent = call({
  on: 'POST /api/operator/events/dismiss',
  title: '申请关闭网络通知 Request to dismiss an event',
  who: 'staff:money.make',
  once: true,
  input: z.object({ eventId: EventId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
