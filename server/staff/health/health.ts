import type * as contract from '#contract/staff/health.ts'
import { refuse } from '#contract/core/refusals.ts'
import { endAlarm } from '#server/core/alarms.ts'
import type { Answer } from '#server/core/answer.ts'
import { db, pool } from '#server/core/db.ts'
import { provided } from '#server/core/composition.ts'
import { allDecisions } from '#server/core/health/decisionFigures.ts'
import { gauges } from '#server/core/metrics/metrics.ts'
import { textsOfDay } from '#server/identity/identity.ts'
import { outside } from '#server/outside/outside.ts'
import { recordStaff } from '../chain/record.ts'
import { failedJobs, jobStates, queueDepths, replay, sweepAges } from './queries.ts'

const FAILED_SHOWN = 50

/** Which provider waiting jobs depend on, by the prefix of their names. */
const providers = [
  ['issuer', /^(cards|threeD|trades)\./],
  ['rails', /^funding\./],
  ['sms', /^identity\.(send|text)/],
] as const

export const jobQueueMetrics = gauges({
  scope: 'database',
  help: {
    kaika_jobs: 'Jobs that wait for their time, are ready, are at work, have failed before, or are out of attempts.',
    kaika_jobs_oldest_seconds: 'How long the oldest job that is ready has been ready.',
    kaika_sweep_age_seconds:
      'Since when a sweep has not been started, by how often it should be: every minute, hour or day.',
  },
  read: async () => {
    const sweeps = provided('sweeps')
    const [jobs, ages] = [await jobStates(db), await sweepAges(db, Object.keys(sweeps))]
    return {
      kaika_jobs: jobs.flatMap(({ task, oldestS: _, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { task, state }, value })),
      ),
      kaika_jobs_oldest_seconds: jobs.map(({ task, oldestS }) => ({ labels: { task }, value: oldestS ?? 0 })),
      kaika_sweep_age_seconds: ages.map(({ sweep, ageS }) => ({
        labels: { sweep, every: sweeps[sweep]!.every },
        value: ageS,
      })),
    }
  },
})

export const serviceHealth: Answer<typeof contract.serviceHealth> = async () => {
  const [depths, failed, texts, { took, unanswered }] = await Promise.all([
    queueDepths(db),
    failedJobs(db, FAILED_SHOWN),
    textsOfDay(),
    allDecisions(),
  ])
  return {
    queues: depths.map(({ oldest, ...row }) => ({ ...row, oldestTime: oldest?.getTime() ?? null })),
    failed: failed.map((job) => ({
      jobId: String(job.id),
      task: job.task,
      attempts: job.attempts,
      maxAttempts: job.max_attempts,
      error: withoutValues(job.last_error),
      createTime: job.created_at.getTime(),
      nextTime: job.run_at.getTime(),
      dead: job.attempts >= job.max_attempts,
    })),
    decisions: {
      count: took.count,
      p50Ms: Math.min(took.quantile(0.5), 2000),
      p99Ms: Math.min(took.quantile(0.99), 2000),
      unanswered,
    },
    providers: providers.map(([name, tasks]) => {
      const theirs = depths.filter(({ task }) => tasks.test(task))
      const oldest = theirs.flatMap((one) => (one.failing && one.oldest ? [one.oldest.getTime()] : []))
      return {
        name: name === 'issuer' ? [...outside.issuers.keys()].join(', ') : name,
        waiting: theirs.reduce((sum, { failing }) => sum + failing, 0),
        oldestTime: oldest.length ? Math.min(...oldest) : null,
      }
    }),
    texts,
    database: { connections: pool.totalCount, waiting: pool.waitingCount },
    upMs: Math.round(process.uptime() * 1000),
  }
}

/** Engineers on call see no personal data, which digits and quoted text may contain. */
export const withoutValues = (error: string): string =>
  (error.split('\n')[0] ?? '')
    .replace(/(["']).*?\1/g, '…')
    .replace(/\d{3,}/g, '…')
    .slice(0, 200)

export const replayJob: Answer<typeof contract.replayJob> = async (staff, { jobId, reason }, tx) => {
  if (!(await replay(tx, jobId))) throw refuse('not_found')
  await endAlarm(tx, 'JOB_GIVEN_UP', `job ${jobId}`)
  await recordStaff(tx, staff, {
    action: 'HEALTH',
    target: String(jobId),
    reason,
    content: { cn: `重放任务 ${jobId}`, en: `Replayed job ${jobId}` },
  })
  return { jobId: String(jobId) }
}
