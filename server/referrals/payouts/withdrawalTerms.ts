import type * as contract from '#contract/referrals/referrals.ts'
import { plain, type Cents } from '#contract/core/money.ts'
import { flag } from '#contract/core/fields.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { rateNow } from '#server/funding/funding.ts'
import { isBound } from '#server/identity/identity.ts'
import { balanceOf, tenant } from '#server/ledger/ledger.ts'
import { storeQuote } from '#server/core/quotes.ts'
import { payoutFen, payoutPrice, rebateTerms } from '../commission/terms.ts'
import type { PayoutTarget } from '#contract/referrals/referrals.ts'
import { refuse } from '#contract/core/refusals.ts'
import { withdrawnSince } from './queries.ts'
import { dayBegan } from '#server/core/clock.ts'

const arrivals = {
  WALLET: { cn: '即时到账', en: 'Immediately' },
  BANK: { cn: '审核通过后 1–3 个工作日', en: '1 to 3 business days after review' },
} as const

/** Returns what may be withdrawn, and what would arrive of an amount. A bank card's price is kept for five minutes. */
export const withdrawalTerms: Answer<typeof contract.withdrawalTerms> = async (actor, { target, amount }) => {
  const { accountId, from } = actor
  const { posted: available } = await balanceOf(db, tenant('2320', accountId))
  const { min, max, dayLeft } = await roomFor(db, accountId, target, available)
  const bounds = { target, available, min, max, dayLeft, arrival: arrivals[target][from.lang] }
  if (target === 'WALLET')
    return {
      ...bounds,
      feeBps: 0,
      fee: 0,
      rate: null,
      receive: amount ?? 0,
      receiveUnit: 'USD',
      needGoogle: 0,
      quoteId: null,
      expireTime: null,
    }
  return { ...bounds, ...(await bankPrice(actor, amount)) }
}

async function bankPrice(actor: Actor, amount: Cents | undefined) {
  const midMicros = (await rateNow())?.midMicros
  const more = {
    feeBps: rebateTerms.payoutFeeBps,
    rate: midMicros === undefined ? null : plain(payoutFen(midMicros)),
    receiveUnit: 'CNY' as const,
    needGoogle: flag((amount ?? 0) > rebateTerms.stepUpAbove && (await isBound(db, actor))),
  }
  if (midMicros === undefined || amount === undefined)
    return { ...more, fee: 0, receive: 0, quoteId: null, expireTime: null }
  const price = payoutPrice('BANK', amount, midMicros)
  const { quoteId, expiresAt } = await storeQuote({
    accountId: actor.accountId,
    scene: 'rebate.bank',
    input: { amount },
    lines: price,
    total: price.receive,
    currency: 'CNY',
  })
  return { ...more, fee: price.fee, receive: price.receive, quoteId, expireTime: expiresAt.getTime() }
}

/** Returns what may be withdrawn now: minimum, maximum, and how many withdrawals are left today. Days begin at midnight in Asia/Shanghai. */
async function roomFor(on: Tx | Database, accountId: string, target: PayoutTarget, available: Cents) {
  const today = await withdrawnSince(on, accountId, target, dayBegan())
  const left = Math.max(0, rebateTerms.mostADay[target] - today.cents)
  return {
    min: rebateTerms.min[target],
    max: Math.min(available, rebateTerms.mostAtATime[target], left),
    cap: Math.min(rebateTerms.mostAtATime[target], left),
    dayLeft: Math.max(0, rebateTerms.timesADay[target] - today.times),
  }
}

/** Under the lock of the commission, so that two concurrent withdrawals cannot both use the last one allowed. */
export async function keepWithinLimits(
  tx: Tx,
  accountId: string,
  target: PayoutTarget,
  amount: Cents,
  available: Cents,
): Promise<void> {
  const { min, cap, dayLeft } = await roomFor(tx, accountId, target, available)
  if (amount < min) throw refuse('amount_below_min', { field: 'amount', minCents: min })
  if (dayLeft === 0) throw refuse('day_cap_reached')
  if (target === 'BANK' && amount > cap) throw refuse('amount_above_max', { field: 'amount', maxCents: cap })
  if (amount > available) throw refuse('insufficient_commission', { field: 'amount', availableCents: available })
}
