import { randomBytes } from 'node:crypto'
import type { World } from '../world.ts'
import type { OrderRow } from './orders.ts'

export type Paying = {
  /** Fen; a different amount than the order's is a mistake of the payer or the provider. */
  amount?: number | undefined
  /** The payment time, if not now. */
  paidAtMs?: number | undefined
  /** `none`: the notification is lost. `only`: it says paid, but a query to the provider finds nothing. */
  tell?: 'yes' | 'none' | 'only' | undefined
  /** How many notifications are sent for this payment. */
  copies?: number | undefined
}

/** Pays an order: the provider receives the money and sends its notification. */
export function pay(world: World, order: OrderRow, input: Paying = {}): { paymentRef: string } {
  const { amount = order.amount, paidAtMs = world.now(), tell = 'yes', copies = 1 } = input
  const paymentRef = `${order.provider.slice(0, 2)}${randomBytes(9).toString('hex')}`
  if (tell !== 'only') {
    world.store.run(
      'INSERT INTO payments (ref, provider, order_no, amount, paid_at) VALUES (:ref, :provider, :orderNo, :amount, :paidAt)',
      { ref: paymentRef, provider: order.provider, orderNo: order.order_no, amount, paidAt: paidAtMs },
    )
    world.store.run(`UPDATE payment_orders SET state = 'PAID' WHERE order_no = :orderNo`, { orderNo: order.order_no })
  }
  if (tell !== 'none')
    for (let copy = 0; copy < copies; copy++)
      world.payments[order.provider].add({
        type: 'payment.paid',
        orderNo: order.order_no,
        paymentRef,
        amount,
        occurredAt: paidAtMs,
      })
  return { paymentRef }
}

/** The bank accepts or refuses the card payment, depending on the card's sentinel. */
export function atTheBank(world: World, order: OrderRow, sentinel: string): void {
  if (sentinel === 'POOR') {
    fail(world, order, 'INSUFFICIENT_FUNDS')
    return
  }
  if (sentinel === 'SLOW') return // until a control pays it
  pay(world, order)
}

export function fail(world: World, order: OrderRow, reason: string): void {
  world.store.run(`UPDATE payment_orders SET state = 'FAILED', reason = :reason WHERE order_no = :orderNo`, {
    reason,
    orderNo: order.order_no,
  })
  world.payments[order.provider].add({ type: 'payment.failed', orderNo: order.order_no, occurredAt: world.now() })
}
