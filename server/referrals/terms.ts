import type { FeeKind, PayoutTarget } from '#contract/referrals/referrals.ts'
import { percentOf, share, type Cents } from '#contract/core/money.ts'
import { DAY } from '../core/clock.ts'

/** What inviting others earns (docs/reference/numbers.md#referrals). Rates in basis points, amounts in cents. */
export const rebateTerms = {
  bps: { OPEN: 1000, LOAD: 1000, PLAN: 500 } satisfies Record<FeeKind, number>,
  matureMs: 7 * DAY,
  months: 12,
  min: { WALLET: 10_00, BANK: 50_00 },
  /** Of one withdrawal, and of a day. A wallet is our own books, so only what there is bounds it. */
  mostAtATime: { WALLET: Number.MAX_SAFE_INTEGER, BANK: 5_000_00 },
  mostADay: { WALLET: Number.MAX_SAFE_INTEGER, BANK: 10_000_00 },
  timesADay: { WALLET: 10, BANK: 3 },
  payoutFeeBps: 100,
  /** Above this an authenticator's code is asked for, where one is bound. */
  stepUpAbove: 500_00,
  /** What we keep of a dollar when we pay yuan: 0.10 yuan, so that 7.20 pays 7.10. */
  payoutSpreadFen: 10,
  cards: 5,
  cardCoolMs: DAY,
} as const

/** Twelve months from the day of binding, by the calendar; a leap day ends on the first of March. */
export function endsAt(boundAt: Date): Date {
  const end = new Date(boundAt)
  end.setUTCMonth(end.getUTCMonth() + rebateTerms.months)
  return end
}

/** Commission on a fee: rounded down, so that nobody is promised a fraction of a cent. */
export const commissionOn = (base: Cents, bps: number): Cents => percentOf(base, bps, 'floor')

/** Fen that a bank card gets for a dollar. */
export const payoutFen = (midMicros: number): number =>
  share(midMicros, 1, 10_000, 'floor') - rebateTerms.payoutSpreadFen

export type PayoutPrice = {
  fee: Cents
  receive: Cents
  unit: 'USD' | 'CNY'
  rateFen: number | null
  midMicros: number | null
}

/** What arrives of an amount. To the wallet all of it; to a bank card yuan, after our fee. */
export function payoutPrice(target: PayoutTarget, amount: Cents, midMicros?: number): PayoutPrice {
  if (target === 'WALLET') return { fee: 0, receive: amount, unit: 'USD', rateFen: null, midMicros: null }
  if (midMicros === undefined) throw new RangeError('a bank card is paid at a rate')
  const fee = percentOf(amount, rebateTerms.payoutFeeBps, 'half-up')
  const rateFen = payoutFen(midMicros)
  return { fee, receive: share(amount - fee, rateFen, 100, 'floor'), unit: 'CNY', rateFen, midMicros }
}
