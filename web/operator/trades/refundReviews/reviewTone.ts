import type { ReviewState } from '#contract/trades/desk/refundReviews.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const reviewTone = {
  OPEN: 'warn',
  CLAIMED: 'info',
  RELEASED: 'ok',
  RETURNED: 'quiet',
  REVERSED: 'quiet',
} as const satisfies Record<ReviewState, Tone>
