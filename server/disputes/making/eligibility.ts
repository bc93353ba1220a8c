/** Whether a settled purchase may be disputed now, for how much, for which reasons and until when. Pure, so that every case can be tested. */
import {
  disputeReasons,
  LEAST_DISPUTED_CENTS,
  type DisputeObstacle,
  type DisputeReason,
} from '#contract/disputes/disputes.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { traitsOf } from '#server/outside/outside.ts'
import { leftOf, type TradeRow } from '#server/trades/trades.ts'

/** The last days before an issuer's deadline are our own people's. */
const DAYS_TO_FILE = 10

export type Purchase = Pick<
  TradeRow,
  | 'type'
  | 'status'
  | 'issuer_id'
  | 'amount_cents'
  | 'refunded_cents'
  | 'won_cents'
  | 'auth_id'
  | 'awaited_ref'
  | 'posted_at'
>

/** The last moment for the holder, and the last one for the issuer. */
export function deadlinesOf({ posted_at, issuer_id }: Pick<Purchase, 'posted_at' | 'issuer_id'>): {
  submitBy: Date
  fileBy: Date
} {
  const fileBy = posted_at.getTime() + traitsOf(issuer_id).disputeDays * DAY
  return { submitBy: new Date(fileBy - DAYS_TO_FILE * DAY), fileBy: new Date(fileBy) }
}

/** Why not, apart from a dispute that is open. */
export function obstacleTo(purchase: Purchase): DisputeObstacle | undefined {
  const left = leftOf(purchase)
  if (purchase.type !== 'PURCHASE' && purchase.type !== 'FORCED') return 'NOT_A_PURCHASE'
  if (purchase.status === 'REVERSED') return 'REVERSED'
  if (left <= 0) return 'NOTHING_LEFT'
  if (deadlinesOf(purchase).submitBy.getTime() < nowMs()) return 'TOO_LATE'
  if (left < LEAST_DISPUTED_CENTS) return 'BELOW_MINIMUM'
  return undefined
}

export type OfferedReason = { reason: DisputeReason; /** Too early until then. */ from: Date | undefined }

/** The reasons that fit the purchase. Nobody misses an authorization where there is one. */
export function reasonsFor(purchase: Purchase): OfferedReason[] {
  const names = Object.keys(disputeReasons) as DisputeReason[]
  const unauthorized = purchase.type === 'FORCED' && purchase.auth_id === null && purchase.awaited_ref === null
  return names
    .filter((reason) => reason !== 'NO_AUTHORIZATION' || unauthorized)
    .map((reason) => {
      const rule = disputeReasons[reason]
      const fromMs = 'waitDays' in rule ? purchase.posted_at.getTime() + rule.waitDays * DAY : 0
      return { reason, from: fromMs > nowMs() ? new Date(fromMs) : undefined }
    })
}

/** The most that may be disputed. */
export const mostDisputable = (purchase: Purchase): Cents => Math.max(0, leftOf(purchase))
