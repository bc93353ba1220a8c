import type { RechargeStatus } from '#contract/funding/funding.ts'
import type { SuspenseState } from '#contract/funding/desk/suspense.ts'
import type { LifeKind } from '#contract/funding/desk/topUps.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import type { TimelineStep } from '#web/ui/Timeline.tsx'

export const orderTone = {
  WAIT_PAY: 'warn',
  WAIT_CODE: 'warn',
  PAYING: 'info',
  DETECTED: 'info',
  CONFIRMED: 'info',
  SUCCESS: 'ok',
  FAILED: 'bad',
  EXPIRED: 'quiet',
  MISMATCH: 'warn',
  REVERSED: 'bad',
} as const satisfies Record<RechargeStatus, Tone>
export const receiptTone = {
  WAITING: 'info',
  OPEN: 'warn',
  CLAIMED: 'brand',
  CREDITED: 'ok',
  RETURNED: 'quiet',
  REVERSED: 'bad',
} as const satisfies Record<SuspenseState, Tone>
export const lifeState = {
  ORDERED: 'done',
  EVENT: 'done',
  PAYMENT: 'done',
  REVERSAL: 'bad',
  TRANSFER: 'done',
  SUSPENSE: 'warn',
  BREAK: 'warn',
  CREDITED: 'done',
} as const satisfies Record<LifeKind, TimelineStep['state']>
