import { randomBytes } from 'node:crypto'
import type { ProviderId, ProviderOrder, ProviderPayment, ProviderEvent } from '#server/outside/payments.ts'
import { eventQueue, type Courier, type EventQueue } from '../network/events.ts'
import { Refused, type World } from '../world.ts'

export type OrderRow = {
  order_no: string
  provider: ProviderId
  ref: string
  amount: number
  subject: string
  state: ProviderOrder['state']
  reason: string | null
  card_token: string | null
  code: string | null
  code_tries: number
  expires_at: number
  created_at: number
}
export type PaymentRow = { ref: string; order_no: string; amount: number; paid_at: number; reversed_at: number | null }

export const findOrder = ({ store }: Pick<World, 'store'>, orderNo: string): OrderRow | undefined =>
  store.maybeOne<OrderRow>('SELECT * FROM payment_orders WHERE order_no = :orderNo', { orderNo })

export function orderOf(world: World, orderNo: string): OrderRow {
  const order = findOrder(world, orderNo)
  if (!order) throw new Refused(404, 'ORDER_NOT_FOUND')
  return order
}

const paymentsFor = ({ store }: World, orderNo: string): PaymentRow[] =>
  store.many<PaymentRow>(
    'SELECT ref, order_no, amount, paid_at, reversed_at FROM payments WHERE order_no = :orderNo ORDER BY seq',
    { orderNo },
  )

export const shownPayment = ({ ref, order_no, amount, paid_at, reversed_at }: PaymentRow): ProviderPayment => ({
  ref,
  orderNo: order_no,
  amount,
  currency: 'CNY',
  paidAt: paid_at,
  ...(reversed_at === null ? {} : { reversedAt: reversed_at }),
})

/** Closes an order that was not paid in time; the payer's bank may still pay it late. */
export function shownOrder(world: World, order: OrderRow): ProviderOrder {
  const payments = paymentsFor(world, order.order_no).map(shownPayment)
  const over = order.state === 'WAITING' && order.expires_at <= world.now()
  return {
    orderNo: order.order_no,
    state: payments.length ? 'PAID' : over ? 'CLOSED' : order.state,
    ...(order.reason && { reason: order.reason }),
    payments,
  }
}

type Parts = Omit<Parameters<typeof eventQueue>[0], 'table' | 'path' | 'mark' | 'courier'>

/** Each provider sends its events to a path of its own; the couriers send those of orders that were made in the provider's own form. */
export function paymentQueues(
  parts: Parts,
  couriers: Record<'WECHAT' | 'ALIPAY', Courier<ProviderEvent>>,
): Record<ProviderId, EventQueue<ProviderEvent>> {
  const path = (id: ProviderId) => `/payments/events/${id}`
  const { WECHAT, ALIPAY } = couriers
  return {
    WECHAT: eventQueue<ProviderEvent>({ ...parts, table: 'wechat_events', path: path('WECHAT'), courier: WECHAT }),
    ALIPAY: eventQueue<ProviderEvent>({ ...parts, table: 'alipay_events', path: path('ALIPAY'), courier: ALIPAY }),
    UNIONPAY: eventQueue<ProviderEvent>({ ...parts, table: 'unionpay_events', path: path('UNIONPAY') }),
  }
}

type NewOrder = Pick<OrderRow, 'provider' | 'amount' | 'subject'> & {
  orderNo: string
  expiresAt: number
  cardToken?: string | undefined
  code?: string | null
}

export function insertOrder(world: World, order: NewOrder): OrderRow {
  const { cardToken = null, code = null, ...given } = order
  world.store.run(
    `INSERT INTO payment_orders (order_no, provider, ref, amount, subject, state, card_token, code, code_tries, expires_at, created_at)
     VALUES (:orderNo, :provider, :ref, :amount, :subject, 'WAITING', :cardToken, :code, 0, :expiresAt, :createdAt)`,
    { ...given, cardToken, code, ref: randomBytes(8).toString('hex'), createdAt: world.now() },
  )
  return orderOf(world, order.orderNo)
}

const DAY_MS = 24 * 3_600_000
const SHANGHAI_MS = 8 * 3_600_000

/** The first instant of a day in Shanghai and that of the next. */
export function boundsOf(day: string): { from: number; until: number } {
  const from = Date.parse(`${day}T00:00:00Z`) - SHANGHAI_MS
  return { from, until: from + DAY_MS }
}
