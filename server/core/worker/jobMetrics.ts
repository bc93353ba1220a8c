/** How long jobs and sweeps take in this process, and how many fail. */
import { Counter, Histogram } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/tracing.ts'

const durations = new Histogram(
  'kaika_job_duration_seconds',
  'How long a job or a sweep took, by its name.',
  [10, 100, 1000, 5000, 30_000, 300_000],
  'task',
)
const ends = new Counter(
  'kaika_jobs_ended_total',
  'Jobs and sweeps that ended, by name and outcome.',
  'task',
  'outcome',
)
export const jobMetrics = [durations, ends]

/** Runs a job and counts it. `from`: the trace in which it was left. */
export async function measureJob(name: string, work: () => Promise<void>, from?: string): Promise<void> {
  const began = performance.now()
  let outcome = 'failed'
  try {
    await inSpan(name, { kind: 'consumer', from }, work)
    outcome = 'done'
  } finally {
    durations.of(name).add(performance.now() - began)
    ends.add(name, outcome)
  }
}
