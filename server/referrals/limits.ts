import type { PayoutTarget } from '#contract/referrals/referrals.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Database, Tx } from '../core/db.ts'
import { rebateTerms } from './terms.ts'
import { withdrawnSince } from './withdrawalQueries.ts'
import { dayBegan } from '../core/clock.ts'

/** What may be taken out now: at least, at most, and how often still today. Days begin at midnight in Shanghai. */
export async function roomFor(on: Tx | Database, accountId: string, target: PayoutTarget, available: Cents) {
  const today = await withdrawnSince(on, accountId, target, dayBegan())
  const left = Math.max(0, rebateTerms.mostADay[target] - today.cents)
  return {
    min: rebateTerms.min[target],
    max: Math.min(available, rebateTerms.mostAtATime[target], left),
    cap: Math.min(rebateTerms.mostAtATime[target], left),
    dayLeft: Math.max(0, rebateTerms.timesADay[target] - today.times),
  }
}

/** Under the lock of the commission, so that two at once do not both see room for one. */
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
