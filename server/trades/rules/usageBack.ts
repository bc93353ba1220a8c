/** Restores a card's limits after a reversal, as if the reversed amount had never been approved. */
import type { Cents } from '#contract/core/money.ts'
import { HOUR, dayOf } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { forget } from './usage.ts'
import { timeOfId } from '#server/core/ids.ts'
import { updateAuth, type AuthRow } from '../auths.ts'
import { updateUsage, usageOf } from '../queries.ts'

/** How much an authorization counts in its card's daily amount, and on which day: the last on which it was approved or increased. */
export const countedOf = ({
  auth_id,
  answered_cents,
  usage_day,
  usage_cents,
}: AuthRow): { day: number; cents: Cents } =>
  usage_day === null || usage_cents === null
    ? { day: dayOf(timeOfId(auth_id)), cents: answered_cents }
    : { day: usage_day, cents: usage_cents }

/**
 * The amount is subtracted from the day on which it was counted, if the card's counter is still of that day. Only a purchase of which nothing is cleared did
 * not happen: it is also removed, once, from the hourly count, and repeating it is not a duplicate.
 */
export async function giveBackUsage(tx: Tx, auth: AuthRow, by: Cents | 'all'): Promise<void> {
  const usage = await usageOf(tx, auth)
  if (!usage) return
  const counted = countedOf(auth)
  const left = Math.max(0, auth.amount_cents - auth.cleared_cents)
  const back = Math.min(counted.cents, by === 'all' ? left : by)
  const undone = by === 'all' && auth.cleared_cents === 0 && counted.cents > 0
  const sameHour = usage.hour === Math.floor(timeOfId(auth.auth_id) / HOUR)
  await updateAuth(tx, auth, { usage_day: counted.day, usage_cents: counted.cents - back })
  const change = {
    ...(usage.day === counted.day && { day_cents: Math.max(0, usage.day_cents - back) }),
    ...(undone && sameHour && { hour_count: Math.max(0, usage.hour_count - 1) }),
    ...(undone && { recent: forget(usage.recent, timeOfId(auth.auth_id)) }),
  }
  // On a later day the card's counters no longer include this purchase.
  if (Object.keys(change).length) await updateUsage(tx, auth, change)
}
