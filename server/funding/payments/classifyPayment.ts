import type { Cents } from '#contract/core/money.ts'
import { yuan } from '../rails/rails.ts'
import { type Rate, priceOf, type Price } from '../rails/rates.ts'

/** A provider's payment, and the order that it was for. `mid` of the order is in millionths, `rate` in fen. */
export type Paid = { rail: string; amount: Cents; at: Date }
export type Ordered = {
  rail: string
  payUnits: Cents
  feeBps: number
  feeCents: Cents
  creditCents: Cents
  valueCents: Cents
  midMicros: number
  expiresAt: Date
  credited: boolean
}
export type Terms = { feeBps: number; feeFixed: Cents }

export type Classification =
  | { outcome: 'CREDITED'; price: Price; late: boolean }
  | { outcome: 'SUSPENSE'; reason: 'no_order' | 'second_payment' | 'amount_differs' | 'late' }
  /** There is currently no rate to price it with: it waits. */
  | { outcome: 'WAITS' }

/**
 * Decides what happens to a payment at a provider. In time and of the exact amount it has the quoted value; late, for one day, the lower of the quoted and the
 * current value; anything else waits for a person.
 */
export function classifyPayment(
  paid: Paid,
  order: Ordered | undefined,
  terms: Terms,
  rate: Rate | undefined,
): Classification {
  if (!order || order.rail !== paid.rail) return { outcome: 'SUSPENSE', reason: 'no_order' }
  if (order.credited) return { outcome: 'SUSPENSE', reason: 'second_payment' }
  if (paid.amount !== order.payUnits) return { outcome: 'SUSPENSE', reason: 'amount_differs' }
  const lateMs = paid.at.getTime() - order.expiresAt.getTime()
  if (lateMs <= 0) return { outcome: 'CREDITED', price: quoted(order), late: false }
  if (lateMs > yuan.lateMs) return { outcome: 'SUSPENSE', reason: 'late' }
  if (!rate) return { outcome: 'WAITS' }
  const now = priceOf(paid.amount, terms, rate)
  return { outcome: 'CREDITED', price: now.credit < order.creditCents ? now : quoted(order), late: true }
}

/** The numbers of the quote, and the resulting amounts for the position and for us. */
function quoted({ payUnits, feeCents: fee, creditCents: credit, valueCents: value, midMicros }: Ordered): Price {
  const { mid } = priceOf(payUnits - fee, { feeBps: 0, feeFixed: 0 }, { fen: 1, midMicros })
  return { fee, net: payUnits - fee, value, mid, credit, spread: mid - credit }
}
