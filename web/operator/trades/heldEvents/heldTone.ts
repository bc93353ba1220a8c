import type { HeldState } from '#contract/trades/desk/heldEvents.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const heldTone = { HELD: 'warn', CLAIMED: 'info', DISMISSED: 'quiet' } as const satisfies Record<HeldState, Tone>
