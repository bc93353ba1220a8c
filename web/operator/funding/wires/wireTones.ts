import type { TopupStatus } from '#contract/funding/forecasts.ts'
import type { LineState } from '#contract/funding/desk/wires.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const statusTone = {
  SUBMITTED: 'warn',
  REVIEWING: 'info',
  NEED_INFO: 'quiet',
  REJECTED: 'bad',
  REVOKED: 'quiet',
  MATCHED: 'brand',
  CREDITED: 'ok',
  EXPIRED: 'quiet',
  REVERSED: 'bad',
} as const satisfies Record<TopupStatus, Tone>
export const lineTone = {
  OPEN: 'warn',
  SUSPENSE: 'warn',
  MATCHED: 'brand',
  CREDITED: 'ok',
  RETURNED: 'quiet',
  OWN: 'quiet',
} as const satisfies Record<LineState, Tone>
