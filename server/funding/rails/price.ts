import { percentOf, share, type Cents } from '#contract/core/money.ts'
import type { Rate } from './rates.ts'
import { usdt } from './rails.ts'

/** What yuan come to. `fee` in fen; `value`, `credit`, `mid` and `spread` in US cents. */
export type Price = {
  fee: Cents
  net: Cents
  /** Of the whole amount between banks: what the limit of a day counts. */
  value: Cents
  /** Of the net amount between banks: what the position takes over. */
  mid: Cents
  credit: Cents
  spread: Cents
}

/**
 * The fee half-up, what a customer gets floored, and what lies between that and the mid-market rate is the spread
 * (docs/reference/numbers.md#rounding).
 */
export function priceOf(
  gross: Cents,
  { feeBps, feeFixed }: { feeBps: number; feeFixed: Cents },
  { fen, midMicros }: Pick<Rate, 'fen' | 'midMicros'>,
): Price {
  const fee = percentOf(gross, feeBps, 'half-up') + feeFixed
  const net = gross - fee
  const mid = share(net, 1_000_000, midMicros, 'half-up')
  // Without any spread the half cent of the other rounding could leave the position short.
  const credit = Math.min(share(net, 100, fen, 'floor'), mid)
  return { fee, net, value: share(gross, 1_000_000, midMicros, 'floor'), mid, credit, spread: mid - credit }
}

/** Worth, fee and credit of an amount of USDT, in US cents: worth is floored, the fee rounds half-up, the wallet gets the rest. */
export function worth(units: number, feeBps: number): { value: Cents; fee: Cents; credit: Cents } {
  const value = Math.floor(units / usdt.unitsPerCent)
  const fee = percentOf(value, feeBps, 'half-up')
  return { value, fee, credit: value - fee }
}
