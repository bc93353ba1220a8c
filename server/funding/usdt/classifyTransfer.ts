import type { RechargeStatus } from '#contract/funding/funding.ts'
import { type Cents } from '#contract/core/money.ts'
import { usdt } from '../rails/rails.ts'

/**
 * A confirmed transfer of the right token, and the order that had the address at the time. `before` is the sum of the order's earlier transfers that count
 * together with it: credited, or waiting for the rest.
 */
export type Received = { units: number; at: Date; before?: number }
export type Expecting = { status: RechargeStatus; payUnits: number; feeBps: number; expiresAt: Date; credited: boolean }

/** The rail's current terms: late money is charged today's fee. */
export type Terms = { min: Cents; feeBps: number }

export type Classification =
  | { outcome: 'CREDITED'; status: 'SUCCESS' | 'MISMATCH' | 'UNCHANGED'; feeBps: number; reason?: Reason }
  | { outcome: 'SUSPENSE'; status: 'MISMATCH' | 'UNCHANGED'; reason: Reason }
  | { outcome: 'PARTIAL'; reason: 'partial' }
  | { outcome: 'DUST'; reason: Reason }

type Reason =
  | 'no_order'
  | 'dust'
  | 'under_minimum'
  | 'amount_differs'
  | 'late'
  | 'second_transfer'
  | 'over_identity_limit'

/**
 * Decides what happens to a confirmed transfer. The address belongs to the order, so within its hour all transfers to it are added up: from the minimum on they
 * are credited as received, below it they wait for the rest. After the hour only the exact amount in one transfer is credited, within a day. Everything else
 * waits for a person. The identity limit is not checked here (limits.ts).
 */
export function classifyTransfer(
  { units, at, before = 0 }: Received,
  order: Expecting | undefined,
  terms: Terms,
): Classification {
  if (units < usdt.dust) return { outcome: 'DUST', reason: 'dust' }
  if (!order) return { outcome: 'SUSPENSE', status: 'UNCHANGED', reason: 'no_order' }
  const isExact = (sum: number): boolean => Math.abs(sum - order.payUnits) <= usdt.tolerance
  const late = at.getTime() - order.expiresAt.getTime()
  if (late > 0) {
    if (isExact(units) && late <= usdt.coolingMs && !order.credited)
      return { outcome: 'CREDITED', status: 'SUCCESS', feeBps: terms.feeBps }
    return { outcome: 'SUSPENSE', status: order.credited ? 'UNCHANGED' : 'MISMATCH', reason: 'late' }
  }
  const sum = before + units
  const completes = isExact(sum) && (!order.credited || order.status === 'MISMATCH')
  if (completes) return { outcome: 'CREDITED', status: 'SUCCESS', feeBps: order.feeBps }
  if (sum < terms.min * usdt.unitsPerCent)
    return order.credited
      ? { outcome: 'SUSPENSE', status: 'UNCHANGED', reason: 'under_minimum' }
      : { outcome: 'PARTIAL', reason: 'partial' }
  if (order.credited)
    return { outcome: 'CREDITED', status: 'UNCHANGED', feeBps: order.feeBps, reason: 'second_transfer' }
  return { outcome: 'CREDITED', status: 'MISMATCH', feeBps: order.feeBps, reason: 'amount_differs' }
}
