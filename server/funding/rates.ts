import { parse, plain, share } from '#contract/core/money.ts'
import { nowMs } from '../core/clock.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import { outside } from '../outside/outside.ts'
import { keepBreak } from './payments/breakQueries.ts'
import { yuan } from './rails.ts'
import { insertRate, newestRate, type RateRow } from './rateQueries.ts'

/** What a dollar costs: `mid` between banks, `rate` for a customer. In millionths, and in fen. */
export type Rate = { midMicros: number; fen: number; at: Date }

/** The rate to price with now; `undefined` where the last one is too old to lean on. */
export async function rateNow(): Promise<Rate | undefined> {
  const known = await newestRate(db, 'CNY')
  const newest = known && (await refreshed(known))
  if (!newest || nowMs() - newest.at.getTime() > yuan.rateStaleMs) return undefined
  return rateOf(newest)
}

/** The same as it is known, for inside of a transaction, where nobody outside is asked. */
export async function rateKnown(tx: Tx | Database): Promise<Rate | undefined> {
  const newest = await newestRate(tx, 'CNY')
  return newest && nowMs() - newest.at.getTime() <= yuan.rateStaleMs ? rateOf(newest) : undefined
}

export const rateOf = ({ midMicros, spreadBps, at }: Pick<RateRow, 'midMicros' | 'spreadBps' | 'at'>): Rate => ({
  midMicros,
  // Two decimals, as people read it: 7.20 and 1.1 % make 7.28.
  fen: share(midMicros, 10_000 + spreadBps, 100_000_000, 'half-up'),
  at,
})

/** Asks the feed when the last rate is ten minutes old. A rate of staff stands until it is stale. */
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

/** Staff set the rate, the spread or both, from now on; what is quoted already keeps its own. */
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
/** `7.20`, and further digits only where there are some. */
export const showMicros = (micros: number): string => plain(micros, 6).replace(/(\.\d\d\d*?)0+$/, '$1')
