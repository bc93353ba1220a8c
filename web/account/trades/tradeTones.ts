/** Labels and colours of transaction states, kinds and reasons: one legend for lists and details. */
import type { Output } from '#contract/core/call.ts'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import type { pageAuthorizations, pageDeclines, pageTrades } from '#contract/trades/trades.ts'
import type { TradeStatus, TradeType } from '#contract/trades/trades.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'

export type Authorization = Output<typeof pageAuthorizations>['data'][number]
export type Trade = Output<typeof pageTrades>['data'][number]
export type Decline = Output<typeof pageDeclines>['data'][number]

export const tradeTone = {
  POSTED: 'ok',
  PARTIALLY_REFUNDED: 'info',
  REFUNDED: 'quiet',
  REVERSED: 'quiet',
  DISPUTED: 'warn',
  WON: 'ok',
  LOST: 'quiet',
  UNDER_REVIEW: 'warn',
} as const satisfies Record<TradeStatus, Tone>

export const typeTone = {
  PURCHASE: 'quiet',
  REFUND: 'ok',
  FEE: 'quiet',
  FORCED: 'warn',
  REVERSAL: 'info',
  CHARGEBACK: 'info',
  CHARGEBACK_REVERSAL: 'warn',
  ADJUST: 'info',
} as const satisfies Record<TradeType, Tone>

/** Basis points as a percentage, truncated like all money figures. */
export const percent = (bps: number): string => `${Math.floor(bps) / 100}%`

/** The contract's entry for a reason; `undefined` for `APPROVE` and for reasons of a newer server. */
export const declineOf = (reason: string) =>
  reason in declineReasons ? declineReasons[reason as DeclineReason] : undefined

export const adviceOf = (reason: string): string | undefined => declineOf(reason)?.advice[langNow()]

/** The merchant was paid in another currency than the card's, so both amounts are shown. */
export const isForeign = ({ unit, merchantCurrency }: { unit: string; merchantCurrency: string }): boolean =>
  merchantCurrency !== unit
