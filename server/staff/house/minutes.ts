/** Decisions by minute. Processes count since their start (`server/core/health/decisionFigures.ts`); a sum every minute says what they did in between. */
import { MINUTE, nowMs, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { allDecisions } from '#server/core/health/decisionFigures.ts'
import { DECISION_MS, Distribution } from '#server/core/metrics/metrics.ts'
import { forgetMinutes, keepMinute, minuteBefore, minutesSince, type Minute } from './queries.ts'

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE)
/** A day of the desk may begin up to a day before its last figures are written. */
const KEPT_MINUTES = 2 * 24 * 60

/** Run by the worker every minute. */
export async function countMinute(): Promise<void> {
  const { took, unanswered } = await allDecisions()
  const minute = minuteOf(nowMs())
  await keepMinute(db, { minute, count: took.count, unanswered, buckets: took.buckets })
  await forgetMinutes(db, minute - KEPT_MINUTES)
}

type Decided = { minutes: number; count: number; p99Ms: number | null }

/** What happened between the first and the last of these sums. A sum that is lower than the one before is of processes that began again. */
export function decidedBetween(sums: readonly Minute[]): Decided | undefined {
  if (sums.length < 2) return undefined
  const took = new Distribution(DECISION_MS)
  for (const [at, { count, buckets }] of sums.entries()) {
    const before = sums[at - 1]
    if (!before) continue
    const anew = count < before.count || buckets.some((some, bound) => some < (before.buckets[bound] ?? 0))
    took.count += anew ? count : count - before.count
    for (const [bound, some] of buckets.entries())
      took.buckets[bound]! += anew ? some : some - (before.buckets[bound] ?? 0)
  }
  // What is above the last bound was not answered in time: the network waits two seconds.
  const p99Ms = took.count > 0 ? Math.min(took.quantile(0.99), DECISION_MS.at(-1)!) : null
  return { minutes: sums.at(-1)!.minute - sums[0]!.minute, count: took.count, p99Ms }
}

const LAST_MINUTES = 5

export const decidedLately = async (): Promise<Decided | undefined> =>
  decidedBetween(await minutesSince(db, minuteOf(nowMs()) - LAST_MINUTES))

/** Of a day so far, from the last sum before it. */
export async function decidedOn(day: number): Promise<Decided | undefined> {
  const [from, until] = [minuteOf(startOf(day)), minuteOf(startOf(day + 1))]
  const [before, sums] = [await minuteBefore(db, from), await minutesSince(db, from)]
  // An older sum would bring in what was decided on the days before.
  const adjacent = before && from - before.minute <= LAST_MINUTES ? [before] : []
  return decidedBetween([...adjacent, ...sums.filter(({ minute }) => minute < until)])
}
