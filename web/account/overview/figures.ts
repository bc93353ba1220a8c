import type { Output } from '../../../contract/call.ts'
import type { overview } from '../../../contract/notices.ts'

export type Figures = Output<typeof overview>

/** Basis points as a percentage, truncated like every figure of money. */
export const percent = (bps: number): string => `${Math.floor(bps) / 100}%`
