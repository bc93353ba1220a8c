/** How the state of an authorization looks, wherever one is shown. On its own, so that the overview loads no more than it. */
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
