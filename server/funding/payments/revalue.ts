/**
 * FX_REVALUED: once a day what we hold in other currencies is worth what banks ask for it that day. The dollar side of the position
 * (1900:USD) is brought to that worth; the difference is gain or loss on currency (5060). Customers' money is not touched.
 */
import { share, type Cents } from '#contract/core/money.ts'
import { transaction } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, platformBalances, post } from '#server/ledger/ledger.ts'
import { rateNow } from '../rates.ts'
import { dateOf, dayBegan } from '#server/core/clock.ts'

type Position = { code: string; owner: string; currency: string; balance: number }

/** Millionths of a dollar are what a USDT has; it is carried at one dollar. */
const MICROS_IN_CENT = 10_000

/** In US cents: what has to be written so that 1900:USD carries the position at `midMicros` (yuan for a dollar, in millionths). */
export function driftOf(balances: readonly Position[], midMicros: number): Cents {
  const of = (currency: string): number =>
    balances.find(({ code, owner, currency: its }) => code === '1900' && owner === '' && its === currency)?.balance ?? 0
  // A position in yuan is a credit there and a debit in dollars.
  const fen = -of('CNY')
  const yuan = Math.sign(fen) * share(Math.abs(fen), 1_000_000, midMicros, 'half-up')
  const usdt = Math.floor(-of('USDT') / MICROS_IN_CENT)
  return yuan + usdt - of('USD')
}

/** Once a day; again on the same day it moves nothing. Without a rate to lean on it waits for the next hour. */
export async function revalue(): Promise<void> {
  const rate = await rateNow()
  if (!rate) return
  await transaction(async (tx) => {
    const drift = driftOf(await platformBalances(tx), rate.midMicros)
    if (drift === 0) return
    const [position, result] = [platform('1900'), platform('5060')]
    await post(tx, {
      kind: 'FX_REVALUED',
      accountId: PLATFORM,
      biz: { type: 'revaluation', id: dateOf(dayBegan().getTime()) },
      lines:
        drift > 0 ? [debit(position, drift), credit(result, drift)] : [debit(result, -drift), credit(position, -drift)],
    })
  })
}
