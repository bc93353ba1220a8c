/** Decisions are made in one process and reported in another: each process stores its own durations, and the reader adds them up. */
import { randomUUID } from 'node:crypto'
import { SECOND } from '../clock.ts'
import { isBusy, pool } from '../db.ts'
import { tellFault } from '../log.ts'
import { decisions } from '../metrics/decisionMetrics.ts'
import { DECISION_MS, Distribution } from '../metrics/metrics.ts'

const EVERY_MS = 2 * SECOND
/** A process that has not written for this long is gone, and so are its figures. */
const GONE_S = 30

const process = randomUUID()

/** Writes this process's figures until stopped. */
export function shareDecisionFigures(): { stop(): void } {
  const timer = setInterval(() => {
    write().catch((error: unknown) => {
      if (!isBusy(error)) tellFault('figures not written', error)
    })
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function write(): Promise<void> {
  const { took, unanswered } = decisions
  await pool.query(
    `WITH gone AS (
       DELETE FROM decision_figures WHERE seen_at < clock_timestamp() - make_interval(secs => ${GONE_S}) AND process <> $1
     )
     INSERT INTO decision_figures (process, buckets, count, unanswered, seen_at)
     VALUES ($1, $2, $3, $4, clock_timestamp())
     ON CONFLICT (process) DO UPDATE
        SET buckets = excluded.buckets, count = excluded.count, unanswered = excluded.unanswered, seen_at = excluded.seen_at`,
    [process, took.buckets, took.count, unanswered],
  )
}

/** Returns the figures of all processes. Those of other processes are up to two seconds old. */
export async function allDecisions(): Promise<{ took: Distribution; unanswered: number }> {
  const { rows } = await pool.query<{ buckets: number[]; count: number; unanswered: number }>(
    `SELECT buckets, count, unanswered FROM decision_figures
      WHERE process <> $1 AND seen_at > clock_timestamp() - make_interval(secs => ${GONE_S})`,
    [process],
  )
  const took = new Distribution(DECISION_MS)
  let unanswered = 0
  for (const one of [{ ...decisions.took, unanswered: decisions.unanswered }, ...rows]) {
    took.count += one.count
    unanswered += one.unanswered
    one.buckets.forEach((count, at) => (took.buckets[at]! += count))
  }
  return { took, unanswered }
}
