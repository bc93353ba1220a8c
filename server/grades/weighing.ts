/** How a grade is calculated. */
import type { DeclineReason } from '#contract/trades/declines.ts'
import { grades, SAMPLE_MIN, type Grade } from '#contract/grades/grades.ts'
import { share } from '#contract/core/money.ts'

/**
 * Which declines count as this merchant refusing this range. Declines caused by the cardholder's money, typing or own rules would happen with any range, and
 * are excluded from the attempts.
 */
const says = {
  CARD_NOT_FOUND: false,
  CARD_CLOSED: false,
  CARD_EXPIRED: false,
  CARD_PAUSED: false,
  CARD_RISK_BLOCKED: false,
  ACCOUNT_SHUTDOWN: false,
  ACCOUNT_RESTRICTED: false,
  FUNDS_FROZEN: false,
  EXPIRY_MISMATCH: false,
  CVC_MISMATCH: false,
  AVS_MISMATCH: true,
  THREEDS_REQUIRED: true,
  THREEDS_FAILED: true,
  MCC_BLOCKED: true,
  COUNTRY_BLOCKED: true,
  MERCHANT_BLOCKED: true,
  CONTROL_BRAND: false,
  CONTROL_KIND: false,
  CONTROL_COUNTRY: false,
  CONTROL_CURRENCY: false,
  CONTROL_HOURS: false,
  CONTROL_AMOUNT: false,
  CONTROL_LIMIT: false,
  CONTROL_LOCK: false,
  CONTROL_USED_UP: false,
  CURRENCY_BLOCKED: true,
  SINGLE_LIMIT: false,
  VELOCITY_LIMIT: false,
  DUPLICATE: false,
  SUSPECTED_FRAUD: true,
  INSUFFICIENT_FUNDS: false,
  ISSUER_DECLINED: true,
  SYSTEM_ERROR: false,
  TIMEOUT: false,
} as const satisfies Record<DeclineReason, boolean>
export const reasonsThatSay = (Object.keys(says) as DeclineReason[]).filter((reason) => says[reason])

export const bpsOf = (part: number, sample: number): number | null =>
  sample < SAMPLE_MIN ? null : share(part, 10_000, sample, 'half-up')

export function gradeOf(sample: number, approved: number): Grade {
  const bps = bpsOf(approved, sample)
  if (bps === null) return 'NA'
  return bps >= grades.A.fromBps ? 'A' : bps >= grades.B.fromBps ? 'B' : bps >= grades.C.fromBps ? 'C' : 'D'
}
