import type { ProviderId, ProviderOrder, ProviderPayment, ProviderEvent } from '#server/outside/payments.ts'
import { eventQueue, type EventQueue } from '../network/events.ts'
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

type Parts = Omit<Parameters<typeof eventQueue>[0], 'table' | 'path' | 'mark'>

/** Each provider sends its events to a path of its own. */
export function paymentQueues(parts: Parts): Record<ProviderId, EventQueue<ProviderEvent>> {
  const path = (id: ProviderId) => `/payments/events/${id}`
  return {
    WECHAT: eventQueue<ProviderEvent>({ ...parts, table: 'wechat_events', path: path('WECHAT') }),
    ALIPAY: eventQueue<ProviderEvent>({ ...parts, table: 'alipay_events', path: path('ALIPAY') }),
    UNIONPAY: eventQueue<ProviderEvent>({ ...parts, table: 'unionpay_events', path: path('UNIONPAY') }),
  }
}
