import type { DisputeState } from '#contract/disputes/disputes.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const disputeTone = {
  DRAFT: 'quiet',
  SUBMITTED: 'info',
  IN_PROGRESS: 'warn',
  WON: 'ok',
  LOST: 'bad',
  EXPIRED: 'quiet',
  CANCELED: 'quiet',
} as const satisfies Record<DisputeState, Tone>
