/** Staff calls: suspense, the receipts on a rail that no rule can credit to an account. Wires are in wires.ts. */
import * as z from 'zod/mini'
import { Holder } from '#contract/accounts/accounts.ts'
import { call } from '#contract/core/call.ts'
import { Cents, id, pattern, requestNo, text, Time, whole, withDefault, type Words } from '#contract/core/fields.ts'

export const suspenseStates = {
  WAITING: { cn: '等待补足', en: 'Waiting for the rest' },
  OPEN: { cn: '待处理', en: 'Open' },
  CLAIMED: { cn: '待复核', en: 'Waiting for approval' },
  CREDITED: { cn: '已入账', en: 'Credited' },
  RETURNED: { cn: '已退回', en: 'Returned' },
  REVERSED: { cn: '入账后被追回', en: 'Credited, then reversed' },
} as const satisfies Record<string, Words>
export type SuspenseState = keyof typeof suspenseStates
const SuspenseState = z.enum(Object.keys(suspenseStates) as [SuspenseState, ...SuspenseState[]])

/** Why no rule could credit it. */
export const suspenseReasons = {
  no_order: { cn: '没有对应的订单', en: 'No matching order' },
  second_payment: { cn: '同一订单重复支付', en: 'Order paid twice' },
  second_transfer: { cn: '同一订单重复转账', en: 'Second transfer for the same order' },
  amount_differs: { cn: '金额与订单不符', en: 'Amount doesn’t match the order' },
  under_minimum: { cn: '低于最低充值金额', en: 'Below the minimum' },
  late: { cn: '晚于订单有效期', en: 'Order expired' },
  partial: { cn: '订单尚未付足', en: 'Partial payment, waiting for the rest' },
  over_identity_limit: { cn: '超出认证额度', en: 'Above the identity limit' },
} as const satisfies Record<string, Words>

const SuspenseId = id('sus')

export const SuspenseRow = z.object({
  suspenseId: z.string(),
  rail: z.string(),
  railText: z.string(),
  /** The reference of the provider or the chain. */
  ref: z.string(),
  unit: z.enum(['CNY', 'USDT']),
  /** Exact, without its unit. */
  amountStr: z.string(),
  reasonText: z.string(),
  /** Held for the identity limit, which the account can now take: it can be assigned. */
  fitsNow: z.boolean(),
  /** As the payer's side named it; it may not be one of ours. */
  orderNo: z.nullable(z.string()),
  holder: z.nullable(Holder),
  state: SuspenseState,
  stateText: z.string(),
  receiveTime: Time,
  createTime: Time,
})
export type SuspenseRow = z.infer<typeof SuspenseRow>

/** Keyset pagination: pending receipts first, newest first. */
export const listSuspense = call({
  on: 'GET /api/operator/suspense/page',
  title: '待确认款项 Unmatched payments',
  who: 'staff:money.view',
  input: z.object({
    scope: withDefault(z.enum(['open', 'all']), 'open'),
    pageSize: withDefault(whole(1, 200), 50),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    data: z.array(SuspenseRow),
    cursor: z.nullable(z.string()),
    /** Pending receipts by rail, with the oldest time. */
    waiting: z.array(
      z.object({
        rail: z.string(),
        railText: z.string(),
        unit: z.string(),
        amountStr: z.string(),
        count: z.int(),
        oldestTime: Time,
      }),
    ),
    /** At the bank, where statements are matched in a separate queue. */
    bank: z.object({ count: z.int(), oldestTime: z.nullable(Time) }),
  }),
  refusals: [],
})

export const showSuspense = call({
  on: 'GET /api/operator/suspense/info',
  title: '一笔待确认款项 Unmatched payment',
  who: 'staff:money.view',
  input: z.object({ suspenseId: SuspenseId }),
  output: z.extend(SuspenseRow, {
    from: z.nullable(z.string()),
    /** The account it was credited to. */
    creditedTo: z.nullable(z.object({ holder: Holder, orderNo: z.nullable(z.string()), amount: Cents })),
    transfers: z.array(z.string()),
    /** Orders that it may pay: same rail, not credited, close in time or amount; the likeliest first. */
    orders: z.array(
      z.object({
        orderNo: z.string(),
        holder: Holder,
        statusText: z.string(),
        amountStr: z.string(),
        same: z.boolean(),
        createTime: Time,
      }),
    ),
    /** The approval that decides about it. */
    approvalId: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

const ReceiverOf = { userNo: z.optional(pattern(/^\d{6,12}$/)), orderNo: z.optional(id('tup')) }

/** Prices a credit before anyone requests it: the amount and the account. */
export const priceSuspense = call({
  on: 'GET /api/operator/suspense/price',
  title: '入账试算 Quote crediting an unmatched payment',
  who: 'staff:money.make',
  input: z.object({ suspenseId: SuspenseId, ...ReceiverOf }),
  output: z.object({
    holder: Holder,
    amountStr: z.string(),
    unit: z.string(),
    /** In hundredths of `feeUnit`. */
    fee: Cents,
    feeUnit: z.string(),
    rate: z.string(),
    credit: Cents,
    /** The account's identity limit today: the limit, the amount used, and how far this credit would exceed it. US cents. */
    limit: z.object({ limit: Cents, used: Cents, over: Cents }),
  }),
  refusals: ['not_found', 'conflict', 'quote_expired', 'invalid'],
})

const Asked = z.object({ approvalId: z.string() })
export const assignSuspense = call({
  on: 'POST /api/operator/suspense/assign',
  title: '指定账户或订单入账 Assign an unmatched payment to an account or order',
  who: 'staff:money.make',
  once: true,
  input: z.object({ suspenseId: SuspenseId, ...ReceiverOf, reason: text(200, 2), requestNo }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'quote_expired', 'day_cap_reached', 'invalid', 'amount_below_min'],
})

export const returnSuspense = call({
  on: 'POST /api/operator/suspense/return',
  title: '原路退回 Return an unmatched payment',
  who: 'staff:money.make',
  once: true,
  input: z.object({ suspenseId: SuspenseId, reason: text(200, 2), requestNo }),
  output: Asked,
  refusals: ['not_found', 'conflict', 'day_cap_reached'],
})
