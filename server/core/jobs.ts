import { runAtCommit, sql, type Tx } from './db.ts'
import { traceparent } from './tracing/tracing.ts'

declare module './composition.ts' {
  interface Provides {
    /** All job tasks. */
    jobs: JobTasks
    /** All sweeps. */
    sweeps: Sweeps
  }
}

/**
 * Job names and payloads. Each job is declared next to the operation that runs it: `declare module '#server/core/jobs.ts' { interface Jobs { 'cards.askIssuer':
 * { cardId: string } } }`
 */
// oxlint-disable-next-line no-empty-interface
export interface Jobs {}

/** In the payload of a job that was left inside a trace. The worker takes it out. */
export const TRACE_FIELD = '$traceparent'

export type JobTasks = { [N in keyof Jobs]?: (payload: Jobs[N]) => Promise<void> }
/** Periodic module jobs: deadlines are columns, and a sweep acts on those that have passed. */
export type Sweeps = Record<string, { every: 'minute' | 'hour' | 'day'; work: () => Promise<void> }>

/**
 * Queues a job in the same transaction: it exists only if the transaction commits. `key`: replaces a job with this key that has not started. `queue`: jobs of
 * one queue run one after another.
 */
export async function later<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  { key, queue, inMs = 0, tries = 25 }: { key?: string; queue?: string; inMs?: number; tries?: number } = {},
): Promise<void> {
  const from = traceparent()
  const told: object = from === undefined ? payload : { ...payload, [TRACE_FIELD]: from }
  await runAtCommit(
    tx,
    sql`SELECT graphile_worker.add_job(
      ${name}, ${JSON.stringify(told)}::json, queue_name => ${queue ?? null}, job_key => ${key ?? null},
      run_at => clock_timestamp() + make_interval(secs => ${inMs / 1000}), max_attempts => ${tries})`,
  )
}
