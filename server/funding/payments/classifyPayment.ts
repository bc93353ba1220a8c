import type { Cents } from '#contract/core/money.ts'
import { yuan } from '../rails/rails.ts'
import { type Rate, priceOf, type Price } from '../rails/rates.ts'

/** What a provider was paid, and the order that it was paid for. `mid` of the order is in millionths, `rate` in fen. */
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

export type Judgement =
  | { outcome: 'CREDITED'; price: Price; late: boolean }
  | { outcome: 'SUSPENSE'; reason: 'no_order' | 'second_payment' | 'amount_differs' | 'late' }
  /** There is no rate to price it with now: it waits. */
  | { outcome: 'WAITS' }

/**
 * What becomes of money that a provider has for us. In time and to the fen it is worth what was quoted; late, for one day, what was quoted
 * or what it would come to now, whichever is less; everything else waits for a person.
 */
export function classifyPayment(
  paid: Paid,
  order: Ordered | undefined,
  terms: Terms,
  rate: Rate | undefined,
): Judgement {
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

/** The numbers of the quote, and what they leave for the position and for us. */
function quoted({ payUnits, feeCents: fee, creditCents: credit, valueCents: value, midMicros }: Ordered): Price {
  const { mid } = priceOf(payUnits - fee, { feeBps: 0, feeFixed: 0 }, { fen: 1, midMicros })
  return { fee, net: payUnits - fee, value, mid, credit, spread: mid - credit }
}
