import { randomBytes } from 'node:crypto'
import type { World } from '../world.ts'
import type { OrderRow } from './orders.ts'

export type Paying = {
  /** Fen; another amount than the order's is a payer's or a provider's mistake. */
  amount?: number | undefined
  /** When it was paid, if not now. */
  paidAtMs?: number | undefined
  /** `none`: the notification is lost. `only`: it says paid, and asked about it the provider knows of nothing. */
  tell?: 'yes' | 'none' | 'only' | undefined
  /** So many notifications of the one payment. */
  copies?: number | undefined
}

/** Somebody pays: the provider has the money, and says so. */
export function pay(world: World, order: OrderRow, wish: Paying = {}): { paymentRef: string } {
  const { amount = order.amount, paidAtMs = world.now(), tell = 'yes', copies = 1 } = wish
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

/** The bank took the card's payment, or did not; what it did is known by the card's own sentinel. */
export function atTheBank(world: World, order: OrderRow, sentinel: string): void {
  if (sentinel === 'POOR') {
    fail(world, order, 'INSUFFICIENT_FUNDS')
    return
  }
  if (sentinel === 'SLOW') return // until a lever pays it
  pay(world, order)
}

export function fail(world: World, order: OrderRow, reason: string): void {
  world.store.run(`UPDATE payment_orders SET state = 'FAILED', reason = :reason WHERE order_no = :orderNo`, {
    reason,
    orderNo: order.order_no,
  })
  world.payments[order.provider].add({ type: 'payment.failed', orderNo: order.order_no, occurredAt: world.now() })
}
