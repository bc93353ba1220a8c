import { parse, plain, share, percentOf, type Cents } from '#contract/core/money.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { outside } from '#server/outside/outside.ts'
import { yuan, usdt } from './rails.ts'
import { insertRate, newestRate, type RateRow } from './queries.ts'
import { keepBreak } from './reconQueries.ts'

/** The price of a dollar: `mid` at the mid-market rate, `rate` for a customer. In millionths, and in fen. */
export type Rate = { midMicros: number; fen: number; at: Date }

/** Returns the rate to price with now; `undefined` if the last one is too old. */
export async function rateNow(): Promise<Rate | undefined> {
  const known = await newestRate(db, 'CNY')
  const newest = known && (await refreshed(known))
  if (!newest || nowMs() - newest.at.getTime() > yuan.rateStaleMs) return undefined
  return rateOf(newest)
}

/** Like {@link rateNow} from stored data, for use within a transaction, where no external system is called. */
export async function rateKnown(tx: Tx | Database): Promise<Rate | undefined> {
  const newest = await newestRate(tx, 'CNY')
  return newest && nowMs() - newest.at.getTime() <= yuan.rateStaleMs ? rateOf(newest) : undefined
}

export const rateOf = ({ midMicros, spreadBps, at }: Pick<RateRow, 'midMicros' | 'spreadBps' | 'at'>): Rate => ({
  midMicros,
  // Two decimals, as people read it: 7.20 and 1.1 % are 7.28.
  fen: share(midMicros, 10_000 + spreadBps, 100_000_000, 'half-up'),
  at,
})

/** Queries the feed when the last rate is ten minutes old. A rate set by staff is valid until it is stale. */
async function refreshed(newest: RateRow): Promise<RateRow> {
  const ageMs = nowMs() - newest.at.getTime()
  if (ageMs < (newest.source === 'STAFF' ? yuan.rateStaleMs : yuan.rateFreshMs)) return newest
  const told = await outside.rates.mid('CNY').catch(() => undefined)
  const midMicros = told === undefined ? undefined : parse(told, 6)
  if (!midMicros) return newest
  const moved = share(Math.abs(midMicros - newest.midMicros), 10_000, newest.midMicros, 'half-up')
  if (moved > yuan.rateMaxMoveBps) {
    await keepBreak(db, {
      rail: 'ONLINE_WECHAT',
      kind: 'RATE_MOVED',
      ref: newest.rateId,
      orderNo: null,
      detail: { from: plain(newest.midMicros, 6), to: told, movedBps: moved },
    })
    return newest
  }
  await insertRate(db, 'CNY', { midMicros, spreadBps: newest.spreadBps, source: 'FEED', by: 'feed' })
  return { ...newest, midMicros, source: 'FEED', at: new Date(nowMs()) }
}

/** Sets the rate, the spread or both from now on; existing quotes keep theirs. */
export async function setRate(
  tx: Tx,
  change: { midMicros?: number; spreadBps?: number },
  by: string,
): Promise<{ before: RateRow | undefined }> {
  const before = await newestRate(tx, 'CNY')
  const midMicros = change.midMicros ?? before?.midMicros
  if (midMicros === undefined) throw new RangeError('there is no rate yet: give one')
  await insertRate(tx, 'CNY', {
    midMicros,
    spreadBps: change.spreadBps ?? before?.spreadBps ?? 110, // docs/reference/numbers.md#yuan
    source: 'STAFF',
    by,
  })
  return { before }
}

/** `7.28` */
export const showFen = (fen: number): string => plain(fen)
/** `7.20`, with further digits only if needed. */
export const showMicros = (micros: number): string => plain(micros, 6).replace(/(\.\d\d\d*?)0+$/, '$1')

/** The value of an amount in yuan. `fee` in fen; `value`, `credit`, `mid` and `spread` in US cents. */
export type Price = {
  fee: Cents
  net: Cents
  /** Of the whole amount at the mid-market rate: this counts for the daily limit. */
  value: Cents
  /** Of the net amount at the mid-market rate: the position takes this over. */
  mid: Cents
  credit: Cents
  spread: Cents
}

/**
 * The fee is rounded half up, the customer's credit is floored, and the difference to the mid-market rate is the spread (docs/reference/numbers.md#rounding).
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

/** Value, fee and credit of an amount of USDT, in US cents: the value is floored, the fee is rounded half up, the wallet gets the rest. */
export function worth(units: number, feeBps: number): { value: Cents; fee: Cents; credit: Cents } {
  const value = Math.floor(units / usdt.unitsPerCent)
  const fee = percentOf(value, feeBps, 'half-up')
  return { value, fee, credit: value - fee }
}
