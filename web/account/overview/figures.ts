import type { Output } from '#contract/core/call.ts'
import type { overview } from '#contract/notices/notices.ts'

export type Figures = Output<typeof overview>

/** The parts of the decline rate, all within the rate's own window. */
export const rateParts = ({
  count,
  declined,
  windowDays,
}: Pick<Figures['auth'], 'count' | 'declined' | 'windowDays'>): {
  approved: number
  declined: number
  days: number
} => ({ approved: count - declined, declined, days: windowDays })

/** Basis points as a percentage, truncated like all money figures. */
export const percent = (bps: number): string => `${Math.floor(bps) / 100}%`
