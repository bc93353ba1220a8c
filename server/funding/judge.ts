import type { RechargeStatus } from '../../contract/funding.ts'
import { percentOf, type Cents } from '../../contract/money.ts'
import { usdt } from './rails.ts'

/** A confirmed transfer of the right token, and the order that had the address at the time. */
export type Received = { units: number; at: Date }
export type Expecting = { status: RechargeStatus; payUnits: number; feeBps: number; expiresAt: Date; credited: boolean }

/** Of the rail now: late money is taken at today's fee. */
export type Terms = { min: Cents; feeBps: number }

export type Judgement =
  | { outcome: 'CREDITED'; status: 'SUCCESS' | 'MISMATCH' | 'UNCHANGED'; feeBps: number; reason?: Reason }
  | { outcome: 'SUSPENSE'; status: 'MISMATCH' | 'UNCHANGED'; reason: Reason }
  | { outcome: 'DUST'; reason: Reason }

export type Reason = 'no_order' | 'dust' | 'under_minimum' | 'amount_differs' | 'late' | 'second_transfer'

/**
 * What becomes of money that has surely arrived. The address is the order's own, so within its hour any amount from the
 * minimum up is credited as received; after it, only the exact amount within a day. Everything else waits for a person.
 */
export function judge({ units, at }: Received, order: Expecting | undefined, terms: Terms): Judgement {
  if (units < usdt.dust) return { outcome: 'DUST', reason: 'dust' }
  if (!order) return { outcome: 'SUSPENSE', status: 'UNCHANGED', reason: 'no_order' }
  const exact = Math.abs(units - order.payUnits) <= usdt.tolerance
  const late = at.getTime() - order.expiresAt.getTime()
  if (late > 0) {
    if (exact && late <= usdt.coolingMs && !order.credited)
      return { outcome: 'CREDITED', status: 'SUCCESS', feeBps: terms.feeBps }
    return { outcome: 'SUSPENSE', status: order.credited ? 'UNCHANGED' : 'MISMATCH', reason: 'late' }
  }
  if (exact && !order.credited) return { outcome: 'CREDITED', status: 'SUCCESS', feeBps: order.feeBps }
  if (units < terms.min * usdt.unitsPerCent)
    return { outcome: 'SUSPENSE', status: order.credited ? 'UNCHANGED' : 'MISMATCH', reason: 'under_minimum' }
  if (order.credited)
    return { outcome: 'CREDITED', status: 'UNCHANGED', feeBps: order.feeBps, reason: 'second_transfer' }
  return { outcome: 'CREDITED', status: 'MISMATCH', feeBps: order.feeBps, reason: 'amount_differs' }
}

/** Worth, fee and credit of an amount of USDT, in US cents: worth is floored, the fee rounds half-up, the wallet gets the rest. */
export function worth(units: number, feeBps: number): { value: Cents; fee: Cents; credit: Cents } {
  const value = Math.floor(units / usdt.unitsPerCent)
  const fee = percentOf(value, feeBps, 'half-up')
  return { value, fee, credit: value - fee }
}
