/** The colours of an authorization's status, wherever one is shown. In a separate file, so that the overview loads nothing else. */
import type { AuthStatus } from '#contract/trades/trades.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const authTone = {
  PENDING: 'info',
  PARTIAL: 'info',
  COMPLETE: 'ok',
  REVERSED: 'quiet',
  EXPIRED: 'quiet',
  DECLINED: 'bad',
} as const satisfies Record<AuthStatus, Tone>
